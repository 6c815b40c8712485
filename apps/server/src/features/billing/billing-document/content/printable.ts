/** Characters that neither XML nor a page can show: control characters except line breaks and tabs, and two noncharacters. */
const unprintable = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

/** Returns a value without the characters in its texts that no document can show. A lone surrogate becomes U+FFFD. */
export function printable<T>(value: T): T {
  if (typeof value === 'string') return value.toWellFormed().replaceAll(unprintable, '') as T
  if (Array.isArray(value)) return value.map((one: unknown) => printable(one)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, printable(one as unknown)])) as T
}
