import type { Readable } from 'node:stream'

/** The highest number of bytes of an object that is read as a whole. Ours have a few hundred. */
const smallBytes = 65_536

/** Returns the text of a small object, whose store may be somebody else's; null if it is larger, of which no more is read then. */
export async function readSmallText(stored: Readable): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of stored as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // Leaving the loop ends the stream.
    if (bytes > smallBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
