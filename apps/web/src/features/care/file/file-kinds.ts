import type { FileKind } from '@attune/contract/features/care/file/file'
import { type FileRefusal, fileLimits } from '@attune/contract/features/care/file/file.rules'

/** The reason why a file is rejected. Each reason has its own message. */
export type FileProblem =
  | FileRefusal
  | 'empty'
  | 'too-many'
  | 'no-room'
  | 'over-quota'
  | 'too-many-at-once'
  | 'too-many-an-hour'
  | 'network'
  | 'gone'

const kindByExtension: Record<string, FileKind> = {
  jpg: 'image',
  jpeg: 'image',
  png: 'image',
  webp: 'image',
  gif: 'image',
  avif: 'image',
  pdf: 'pdf',
  mp3: 'audio',
  m4a: 'audio',
  aac: 'audio',
  ogg: 'audio',
  oga: 'audio',
  opus: 'audio',
  wav: 'audio',
  mp4: 'video',
  m4v: 'video',
  mov: 'video',
  avi: 'video',
  webm: 'video',
}

/** The value of the `accept` attribute of a file input. */
export const acceptedExtensions = Object.keys(kindByExtension)
  .map((ending) => `.${ending}`)
  .join(',')

/**
 * Returns the kind of a chosen file from its type, or from its extension if the type is unknown; null if the file is
 * not accepted. The server checks the content.
 */
export function fileKindOf({ name, type }: { name: string; type: string }): FileKind | null {
  if (/^image\/(svg|hei[cf]|tiff|bmp|x-icon|vnd)/.test(type)) return null
  if (type === 'application/pdf') return 'pdf'
  const [family = ''] = type.split('/')
  if (family === 'image' || family === 'audio' || family === 'video') return family
  return type ? null : (kindByExtension[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? null)
}

/** Returns the reason why a chosen file is rejected before the upload; null if it is accepted [5.07, 8.05]. */
export function fileProblemOf(file: { name: string; type: string; size: number }): FileProblem | null {
  if (file.size === 0) return 'empty'
  const kind = fileKindOf(file)
  if (!kind) return 'type'
  return file.size > fileLimits[kind] ? 'too-large' : null
}

/** Maximum size in bytes of a picture that the browser shrinks. Decoding a larger picture takes too much memory. */
const maxShrinkableBytes = 60 * 1024 * 1024

/** Returns whether the browser may shrink a picture. A GIF is never shrunk, because it would lose its animation. */
export const canShrink = (file: { name: string; type: string; size: number }) =>
  fileKindOf(file) === 'image' && file.size <= maxShrinkableBytes && !/gif$/i.test(file.type || file.name)
