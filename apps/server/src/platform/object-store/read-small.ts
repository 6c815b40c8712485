import type { Readable } from 'node:stream'

/** The maximum size of an object that is read as a whole, in bytes. The small objects of Attune have a few hundred bytes. */
const smallBytes = 65_536

/** Returns the text of a small object; null if it is larger. Reads no more than the limit, because the store may belong to someone else. */
export async function readSmallText(stored: Readable): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stored as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // Leaving the loop closes the stream.
    if (bytes > smallBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
