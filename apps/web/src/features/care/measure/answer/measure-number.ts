/**
 * Returns the number of a typed text, with a point or a comma as decimal sign; null for any other text, and for a number beyond the limits of points.
 */
export function parseMeasureNumber(typed: string, isWhole: boolean): number | null {
  const text = typed.trim().replace(',', '.').replace('−', '-')
  if (!(isWhole ? /^-?\d{1,7}$/ : /^-?\d{1,7}(\.\d{1,6})?$/).test(text)) return null
  const number = Number(text)
  return Math.abs(number) > 1_000_000 ? null : number + 0
}

/** Returns a number as it is written in a field of the reader's language; an empty text for none. */
export const formatMeasureNumber = (value: number | null, language: string): string =>
  value === null ? '' : language.startsWith('en') ? String(value) : String(value).replace('.', ',')
