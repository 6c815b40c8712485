import { Transform } from 'node:stream'
import { StartError } from '../../process/start-error.ts'

const blockBytes = 512
/** The largest size of a long name, or of the extended fields of an entry, in bytes. */
const longestText = 1 << 20
/** The types of entries that a backup contains: files, folders, and texts that describe the next entry. */
const [files, folders, longName, extended, globalExtended] = [['0', '\0', '7'], '5', 'L', 'x', 'g']

/** The path and size of the next file, from the entries before it. */
type Pending = { path?: string; size?: number }

/**
 * Passes an uncompressed tar archive through, and fails before an entry that could write outside the target folder: an absolute name, a name with
 * `..`, a link, or any type other than a file or a folder. Also fails if the archive ends within an entry.
 */
export function requireSafeTar(): Transform {
  const reader = new TarReader()
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      try {
        reader.read(chunk)
        done(null, chunk)
      } catch (error) {
        done(error as Error)
      }
    },
    flush(done) {
      done(reader.isBetweenEntries() ? null : new StartError('The backup is cut short.'))
    },
  })
}

class TarReader {
  #block = Buffer.alloc(blockBytes)
  #filled = 0
  /** The number of bytes of the entry's content that have not arrived yet, including the padding of its last block. */
  #left = 0
  /** The text that describes the next entry, while it is read. */
  #text: { type: string; size: number; parts: Buffer[] } | null = null
  #pending: Pending = {}
  #entries = 0

  isBetweenEntries = () => this.#left === 0 && this.#filled === 0 && this.#entries > 0

  read(chunk: Buffer): void {
    for (let at = 0; at < chunk.length;) {
      if (this.#left > 0) {
        const part = chunk.subarray(at, at + this.#left)
        this.#text?.parts.push(part)
        this.#left -= part.length
        at += part.length
        if (this.#left === 0) this.#endText()
        continue
      }
      const part = chunk.subarray(at, at + blockBytes - this.#filled)
      part.copy(this.#block, this.#filled)
      this.#filled += part.length
      at += part.length
      if (this.#filled < blockBytes) return
      this.#filled = 0
      this.#readHeader(this.#block)
    }
  }

  #readHeader(block: Buffer): void {
    // Empty blocks end an archive.
    if (block.every((byte) => byte === 0)) return
    const sum = block.reduce((total, byte, at) => total + (at >= 148 && at < 156 ? 32 : byte), 0)
    if (sum !== readNumber(block.subarray(148, 156))) throw new StartError('The backup is damaged.')
    const type = String.fromCharCode(block[156] ?? 0)
    const size = this.#pending.size ?? readNumber(block.subarray(124, 136))
    this.#entries++
    if ([longName, extended, globalExtended].includes(type)) {
      if (size > longestText) throw new StartError('The backup has an entry with too long a name.')
      this.#text = { type, size, parts: [] }
    } else {
      const isPosix = block.toString('latin1', 257, 263) === 'ustar\0'
      const prefix = isPosix ? readText(block.subarray(345, 500)) : ''
      const name = this.#pending.path ?? (prefix ? `${prefix}/` : '') + readText(block.subarray(0, 100))
      requireSafeEntry(name, type)
      this.#pending = {}
    }
    this.#left = type === folders ? 0 : Math.ceil(size / blockBytes) * blockBytes
  }

  #endText(): void {
    if (!this.#text) return
    const { type, size, parts } = this.#text
    this.#text = null
    const content = Buffer.concat(parts).subarray(0, size)
    if (type === longName) this.#pending.path = readText(content)
    else for (const [key, value] of extendedFields(content)) this.#addField(type, key, value)
  }

  #addField(type: string, key: string, value: string): void {
    const isUnknown = key === 'linkpath' || key.startsWith('GNU.sparse') || (type === globalExtended && key === 'path')
    if (isUnknown) throw new StartError(`The backup has an entry that Attune doesn't unpack (${key}).`)
    if (type === extended && key === 'path') this.#pending.path = value
    if (type === extended && key === 'size') this.#pending.size = Number(value)
  }
}

function requireSafeEntry(name: string, type: string): void {
  const isKnown = files.includes(type) || type === folders
  if (!isKnown || name === '' || /^[\\/]|^[A-Za-z]:/.test(name) || name.split(/[\\/]/).includes('..'))
    throw new StartError(`The backup has an entry that Attune doesn't unpack (${JSON.stringify(name)}).`)
}

function readText(bytes: Buffer): string {
  const end = bytes.indexOf(0)
  return bytes.toString('utf8', 0, end < 0 ? bytes.length : end)
}

/** Reads an octal number, or a binary number, whose first bit is set. */
function readNumber(bytes: Buffer): number {
  if ((bytes[0] ?? 0) & 0x80) return bytes.subarray(4).reduce((value, byte) => value * 256 + byte, 0)
  return Number.parseInt(readText(bytes).trim() || '0', 8)
}

/** Reads the lines `length key=value` of the extended fields of an entry. Throws a StartError for any other line. */
function extendedFields(content: Buffer): [string, string][] {
  const fields: [string, string][] = []
  for (let at = 0; at < content.length;) {
    const length = Number.parseInt(content.toString('latin1', at, at + 20), 10)
    const line = content.toString('utf8', at, at + length)
    const [, key, value] = /^\d+ ([^=]+)=([\s\S]*)\n$/.exec(line) ?? []
    if (!(length > 0) || key === undefined || value === undefined) throw new StartError('The backup is damaged.')
    fields.push([key, value])
    at += length
  }
  return fields
}
