import type { FileHandle } from 'node:fs/promises'
import { readBytes } from './media-tracks.ts'

/** Returns whether the file is a complete PDF that begins at the first byte. */
export async function isWholePdf(file: FileHandle, size: number): Promise<boolean> {
  const head = await readBytes(file, 0, 8)
  if (!/^%PDF-\d/.test(head.toString('latin1'))) return false
  const tail = (await readBytes(file, Math.max(size - 4096, 0), Math.min(size, 4096))).toString('latin1')
  return /startxref\s+\d+\s+%%EOF/.test(tail)
}

/**
 * Returns the names of the first RIFF chunks of a file. For a LIST chunk, returns the list type instead. Each chunk
 * starts with its name and its length.
 */
async function chunkNames(file: FileHandle, size: number): Promise<string[]> {
  const names: string[] = []
  let at = 12
  while (at + 8 <= size && names.length < 100) {
    const head = await readBytes(file, at, 12)
    const name = head.toString('latin1', 0, 4)
    names.push(name === 'LIST' ? head.toString('latin1', 8, 12) : name)
    const length = head.readUInt32LE(4)
    at += 8 + length + (length % 2)
  }
  return names
}

export async function isAvi(file: FileHandle, size: number): Promise<boolean> {
  const names = await chunkNames(file, size)
  return names.includes('hdrl') && names.includes('movi')
}

export async function isWav(file: FileHandle, size: number): Promise<boolean> {
  const names = await chunkNames(file, size)
  return names.includes('fmt ') && names.includes('data')
}

const rates = {
  mpeg1: [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  mpeg2: [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
}
const samples = [44_100, 48_000, 32_000]
const mostSearched = 64 * 1024

/** Returns whether the file contains two consecutive MP3 frames after optional metadata. */
export async function isMp3(file: FileHandle, size: number): Promise<boolean> {
  const head = await readBytes(file, 0, 10)
  let at = 0
  if (head.length === 10 && head.toString('latin1', 0, 3) === 'ID3') {
    const length = head.subarray(6, 10).reduce((sum, byte) => sum * 128 + (byte & 127), 0)
    at = 10 + length
  }
  const content = await readBytes(file, at, Math.min(mostSearched, Math.max(size - at, 0)))
  for (let from = 0; from + 4 <= content.length; from++) {
    const length = frameLength(content, from)
    if (length && frameLength(content, from + length)) return true
  }
  return false
}

/**
 * Returns the length in bytes of the MPEG layer 3 frame that starts at this position, or 0 if no frame starts there.
 */
function frameLength(content: Buffer, at: number): number {
  if (at + 4 > content.length || content[at] !== 0xff) return 0
  const [second, third] = [content[at + 1] ?? 0, content[at + 2] ?? 0]
  const version = (second >> 3) & 3
  if ((second & 0xe0) !== 0xe0 || version === 1 || ((second >> 1) & 3) !== 1) return 0
  const rate = (version === 3 ? rates.mpeg1 : rates.mpeg2)[third >> 4] ?? 0
  const sampled = (samples[(third >> 2) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4)
  if (!rate || !sampled) return 0
  return Math.floor(((version === 3 ? 144_000 : 72_000) * rate) / sampled) + ((third >> 1) & 1)
}
