/**
 * The maximum number of characters and of UTF-8 bytes in a file's name without its ending. A name may have 255 bytes, and a path on Windows 260
 * characters.
 */
const [longest, mostBytes] = [80, 200]

/** Returns a text as a name that every file system can store: without separators, control characters, and dots or spaces at its ends. */
export function safeFileName(text: string): string {
  const words = text.normalize('NFC').replace(/[\p{C}\s/\\:*?"<>|]+/gu, ' ')
  const start = [...words].slice(0, longest)
  while (Buffer.byteLength(start.join('')) > mostBytes) start.pop()
  return start.join('').replace(/^[\s._]+|[\s.]+$/gu, '') || '–'
}
