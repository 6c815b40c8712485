/** Maximum size of a file in bytes. A file of 2,000 clients with long notes is far smaller. */
export const maxImportBytes = 10 * 1024 * 1024

/**
 * Decodes a text file. Recognizes UTF-16 by its byte order mark. Decodes bytes that are not valid UTF-8 as
 * Windows-1252, an encoding that spreadsheets still write.
 */
export function decodeText(bytes: Uint8Array): { text: string; encoding: 'utf-8' | 'utf-16' | 'windows-1252' } {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'utf-16' }
  if (first === 0xfe && second === 0xff) return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'utf-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'utf-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' }
  }
}
