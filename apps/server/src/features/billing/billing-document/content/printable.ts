/** Matches characters that neither XML nor a page can show: control characters except line breaks and tabs, and two noncharacters. */
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Removes the characters that no document can show from all texts of a value. Replaces a lone surrogate by U+FFFD. */
export function printable<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replaceAll(unprintable, '') as T
  if (Array.isArray(value)) return value.map((one: unknown) => printable(one)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, printable(one as unknown)])) as T
}
