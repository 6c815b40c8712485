import type { Readable } from 'node:stream'

/**
 * Joins the parts of a stream into parts of `size` bytes. pdfkit writes every line of a PDF as a separate part: a table of a hundred thousand objects
 * would be as many parts in memory, and as many writes to the receiver.
 */
export function joinParts(stream: Readable, size = 65_536): void {
  const push = stream.push.bind(stream)
  let space = Buffer.allocUnsafe(size)
  let used = 0
  const flush = () => {
    if (used > 0) push(space.subarray(0, used))
    space = Buffer.allocUnsafe(size)
    used = 0
  }
  stream.push = (part: Uint8Array | null) => {
    if (part === null || used + part.length > size) flush()
    if (part === null || part.length >= size) return push(part)
    space.set(part, used)
    used += part.length
    return true
  }
}
