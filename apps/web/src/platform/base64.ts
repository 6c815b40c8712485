/** Encodes bytes as base64, the format of the native bridge. */
export function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += 0x8000) text += String.fromCharCode(...bytes.subarray(at, at + 0x8000))
  return btoa(text)
}

/** Reads a file and encodes its content as base64. */
export const base64 = async (file: Blob): Promise<string> => toBase64(new Uint8Array(await file.arrayBuffer()))

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0))
