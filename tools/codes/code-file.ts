import { open } from 'node:fs/promises'
import { basename } from 'node:path'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'

/** The limits of a file of codes. The largest official file has about 20 MB and 100,000 lines; its longest line has fewer than 3,000 characters. */
export const codeFileLimits = { megabytes: 50, lines: 300_000, lineLength: 20_000 } as const

/** Reads a file as text. Throws a StartError if it is no file, is too large, or is in an unknown charset. */
export async function readCodeFile(path: string): Promise<string> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${path} can't be read: ${error.code ?? error.message}.`)
  })
  try {
    const facts = await file.stat()
    if (!facts.isFile()) throw new StartError(`${path} is not a file.`)
    const megabytes = Math.ceil(facts.size / 1_000_000)
    if (megabytes > codeFileLimits.megabytes)
      throw new StartError(
        `${basename(path)} has ${megabytes} MB. Official lists have about 20 MB, and larger files than ${codeFileLimits.megabytes} MB are not read.`,
      )
    const bytes = Buffer.alloc(facts.size)
    const { bytesRead } = await file.read(bytes, 0, facts.size, 0)
    return decode(bytes.subarray(0, bytesRead), basename(path))
  } finally {
    await file.close()
  }
}

const startsWith = (bytes: Buffer, ...first: number[]) => first.every((byte, at) => bytes[at] === byte)

/** Decodes UTF-8, UTF-16 with a byte order mark, or otherwise Windows-1252, in which older German files are written. */
function decode(bytes: Buffer, name: string): string {
  if (startsWith(bytes, 0x50, 0x4b))
    throw new StartError(`${name} is a zip archive. Unpack it and name the file in it that the guide describes.`)
  const charset = startsWith(bytes, 0xff, 0xfe) ? 'utf-16le' : startsWith(bytes, 0xfe, 0xff) ? 'utf-16be' : 'utf-8'
  for (const tried of [charset, 'windows-1252']) {
    try {
      const text = new TextDecoder(tried, { fatal: true }).decode(bytes)
      if (!text.includes('\0')) return text
    } catch {
      // Not this charset.
    }
  }
  throw new StartError(`${name} is not a text file in UTF-8 or Windows-1252.`)
}

/** A line of a file. `isCut`: the last line, without the break with which all others end. */
export type CodeLine = { number: number; text: string; isCut: boolean }

/** Yields the lines that are not empty. Throws a StartError if there are too many lines, or if one is too long. */
export function* codeLinesOf(text: string): Generator<CodeLine> {
  let number = 0
  for (let from = 0; from < text.length;) {
    const end = text.indexOf('\n', from)
    const to = end === -1 ? text.length : end
    number++
    if (number > codeFileLimits.lines)
      throw new StartError(`The file has more than ${codeFileLimits.lines} lines, so it is not an official list.`)
    if (to - from > codeFileLimits.lineLength)
      throw new StartError(
        `Line ${number} has more than ${codeFileLimits.lineLength} characters, so the file is not an official list.`,
      )
    const line = text.slice(from, to).replace(/\r$/, '')
    if (line.trim() !== '') yield { number, text: line, isCut: end === -1 }
    from = to + 1
  }
}
