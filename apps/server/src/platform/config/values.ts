/** The highest number of characters of a wrong value that a message shows. */
const shownLength = 100

/**
 * Returns a value in quotation marks, on one line and shortened, so that a message can show it. Hides the user and the password of an address. The
 * value must not be a secret.
 */
export function showValue(value: string): string {
  const line = value.replace(/\/\/.*@/s, '//…@').replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '?')
  return line.length > shownLength ? `'${line.slice(0, shownLength)}…'` : `'${line}'`
}

/** Reads a setting that is on or off. Adds a sentence to `mistakes` for any other value. */
export function readSwitch(name: string, value: string, mistakes: string[]): boolean {
  if (value !== 'on' && value !== 'off') mistakes.push(`${name} must be on or off, not ${showValue(value)}.`)
  return value === 'on'
}

/** Whether a value consists of visible ASCII characters, as the ids and secrets of OAuth clients do. */
const isWord = (value: string) => /^[\x21-\x7e]{1,500}$/.test(value)

/** Adds a sentence to `mistakes` if a setting that is not secret is not a single word. */
export function requireWord(name: string, value: string, mistakes: string[]): void {
  if (!isWord(value)) mistakes.push(`${name} must be one word without spaces or accents, not ${showValue(value)}.`)
}

/** Adds a sentence to `mistakes`, without the value, if a secret is not a single word. */
export function requireSecretWord(name: string, value: string, mistakes: string[]): void {
  if (!isWord(value))
    mistakes.push(
      `${name} must be one word without spaces or accents, as the provider shows it. Its value is not shown because it is secret.`,
    )
}
