import anyAscii from 'any-ascii'

/** The characters of Windows-1252 from 0x80 to 0x9f; spaces are codes without a character. */
const above127 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ'

/** Returns the code of a character in Windows-1252; null if it has none. */
function codeOf(character: string): number | null {
  const code = character.codePointAt(0) ?? 0
  if (code < 0x80 || (code >= 0xa0 && code <= 0xff)) return code
  const index = above127.indexOf(character)
  return index < 0 || character === ' ' ? null : 0x80 + index
}

/**
 * Returns a character in Windows-1252: itself, its letter without accents, or its transcription. Empty if it has none, such as a private character.
 */
function transcribed(character: string): string {
  if (codeOf(character) !== null) return character
  const plain = character.normalize('NFD').replace(/\p{Mn}/gu, '')
  return plain.length === 1 && codeOf(plain) !== null ? plain : anyAscii(character)
}

/** Returns a text with the characters of Windows-1252, such as Lukasz for Łukasz. */
export const datevText = (text: string): string => Array.from(text.normalize('NFC'), transcribed).join('')

/** Whether a text still contains a letter or a digit after its transcription to Windows-1252. */
export const isDatevText = (text: string): boolean => /[\p{L}\p{N}]/u.test(datevText(text))

/** Encodes a text as Windows-1252. Throws if it was not transcribed before. */
export function windows1252(text: string): Buffer {
  const bytes = Array.from(text, (character) => codeOf(character))
  const at = bytes.indexOf(null)
  if (at >= 0) throw new Error(`character ${at} is not in Windows-1252`)
  return Buffer.from(bytes as number[])
}
