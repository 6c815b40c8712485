import type { FileKind } from '@attune/contract/features/care/file/file'
import { type FileRefusal, fileLimits } from '@attune/contract/features/care/file/file.rules'
import { fileTypeFromFile } from 'file-type'
import { type FileHandle, open } from 'node:fs/promises'
import { isAvi, isMp3, isWav, isWholePdf } from './formats.ts'
import { mp4Tracks, type MediaTracks, webmTracks } from './media-tracks.ts'

export type DetectedType = { kind: FileKind; type: string } | { refusal: FileRefusal }
type DeclaredFile = { name: string; kind: FileKind }

/** Detects a file’s type from its bytes alone and compares it with the declared type. */
export async function detectType(path: string, declared: DeclaredFile): Promise<DetectedType> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const detected = await typeOf(path, file, size)
    if ('refusal' in detected) return detected
    if (isDisguised(detected.kind, declared) || (await endsAsZip(file, size))) {
      return { refusal: 'disguised' }
    }
    return size > fileLimits[detected.kind] ? { refusal: 'too-large' } : detected
  } finally {
    await file.close()
  }
}

/** Detects a file’s type from its bytes alone. */
export async function detectContent(path: string): Promise<DetectedType> {
  const file = await open(path, 'r')
  try {
    return await typeOf(path, file, (await file.stat()).size)
  } finally {
    await file.close()
  }
}

const pictures: Record<string, string> = {
  'image/jpeg': 'image/jpeg',
  'image/png': 'image/png',
  'image/apng': 'image/png',
  'image/webp': 'image/webp',
  'image/gif': 'image/gif',
  'image/avif': 'image/avif',
}
const broken: DetectedType = { refusal: 'broken' }

async function typeOf(path: string, file: FileHandle, size: number): Promise<DetectedType> {
  // `fileTypeFromFile` throws on truncated files. Their type is then unknown ('').
  const mime = (await fileTypeFromFile(path).catch(() => undefined))?.mime.split(';')[0] ?? ''
  const picture = pictures[mime]
  if (picture) return { kind: 'image', type: picture }
  switch (mime) {
    case 'application/pdf':
      return (await isWholePdf(file, size)) ? { kind: 'pdf', type: mime } : broken
    case 'video/mp4':
    case 'video/x-m4v':
    case 'audio/mp4':
    case 'audio/x-m4a':
      return byTracks(await mp4Tracks(file, size), 'video/mp4', 'audio/mp4')
    case 'video/quicktime':
      return byTracks(await mp4Tracks(file, size), 'video/quicktime', 'audio/mp4')
    case 'video/webm':
      return byTracks(await webmTracks(file, size), 'video/webm', 'audio/webm')
    case 'video/vnd.avi':
      return (await isAvi(file, size)) ? { kind: 'video', type: 'video/x-msvideo' } : broken
    case 'audio/mpeg':
      return (await isMp3(file, size)) ? { kind: 'audio', type: mime } : broken
    case 'audio/wav':
      return (await isWav(file, size)) ? { kind: 'audio', type: mime } : broken
    case 'audio/aac':
    case 'audio/ogg':
      return { kind: 'audio', type: mime }
    default:
      return { refusal: 'type' }
  }
}

function byTracks(tracks: MediaTracks | null, video: string, audio: string): DetectedType {
  if (tracks?.video) return { kind: 'video', type: video }
  return tracks?.audio ? { kind: 'audio', type: audio } : broken
}

const kindsByEnding: Record<string, readonly FileKind[]> = {
  jpg: ['image'],
  jpeg: ['image'],
  png: ['image'],
  webp: ['image'],
  gif: ['image'],
  avif: ['image'],
  pdf: ['pdf'],
  mp3: ['audio'],
  m4a: ['audio'],
  aac: ['audio'],
  oga: ['audio'],
  ogg: ['audio'],
  opus: ['audio'],
  wav: ['audio'],
  weba: ['audio'],
  // Browsers also record audio in containers with these endings.
  mp4: ['video', 'audio'],
  webm: ['video', 'audio'],
  m4v: ['video'],
  mov: ['video', 'audio'],
  avi: ['video'],
}

/**
 * File name endings of executables, of documents that can contain scripts, and of archives. Files with these endings
 * are refused regardless of their content.
 */
const refusedEndings =
  /\.(exe|com|bat|cmd|msi|scr|js|mjs|vbs|ps1|sh|jar|apk|html?|xhtml|svg|xml|php|zip|rar|7z|gz|iso|dmg|lnk|docm|xlsm)$/i

function isDisguised(kind: FileKind, declared: DeclaredFile): boolean {
  if (refusedEndings.test(declared.name)) return true
  if (kind !== declared.kind && !(kind === 'audio' && declared.kind === 'video')) return true
  const ending = /\.([A-Za-z0-9]{1,5})$/.exec(declared.name)?.[1]?.toLowerCase() ?? ''
  const kinds = kindsByEnding[ending]
  return kinds !== undefined && !kinds.includes(kind)
}

/**
 * Returns whether the file ends with a zip archive. Programs find a zip archive by its end, so this function also
 * detects an archive that is appended to a file of another format.
 */
async function endsAsZip(file: FileHandle, size: number): Promise<boolean> {
  const length = Math.min(size, 65_557)
  const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
  const mark = Buffer.from('PK\x05\x06', 'latin1')
  for (let at = buffer.lastIndexOf(mark); at >= 0; at = at === 0 ? -1 : buffer.lastIndexOf(mark, at - 1)) {
    if (at + 22 <= length && at + 22 + buffer.readUInt16LE(at + 20) === length) return true
  }
  return false
}
