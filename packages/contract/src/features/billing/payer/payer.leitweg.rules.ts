/**
 * The form of a Leitweg-ID: digits that begin with the number of a German state (01 to 16) or of the federation (99), optionally letters and digits,
 * and two check digits (e-rechnung-bund.de, 'Wie ist eine Leitweg-ID aufgebaut?', read on 27 November 2026). Without the middle part, the first one
 * has 8 digits or more here, so that an order number such as 12-34 is not taken for a Leitweg-ID.
 */
const form = /^(?:0[1-9]|1[0-6]|99)(?:\d{0,10}-[A-Z0-9]{1,30}|\d{6,10})-\d{2}$/

/** The remainder of a number of any length divided by 97. A letter counts as its place in the alphabet plus 9: A is 10, Z is 35. */
const remainderOf97 = (code: string) =>
  Array.from(code, (char) => String(Number.parseInt(char, 36))).reduce(
    (rest, digits) => Number(`${rest}${digits}`) % 97,
    0,
  )

/**
 * Whether a buyer reference has the form of a Leitweg-ID but wrong check digits. The check digits are those of ISO/IEC 7064 MOD 97-10 over the whole
 * text without hyphens (Leitweg-ID format specification 2.0, as quoted in the wiki of github.com/homebeaver/ungueltig, read on 27 November 2026).
 * Only payers in Germany have a Leitweg-ID. `country` is null if it is unknown.
 */
export function isWrongLeitwegId(reference: string, country: string | null): boolean {
  const code = reference.trim().toUpperCase()
  return (country === null || country === 'DE') && form.test(code) && remainderOf97(code.replaceAll('-', '')) !== 1
}
