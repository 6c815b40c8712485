type Span = { startUtc: string; endUtc: string }
type OpenSpan = Span & { formats?: readonly string[] }

/**
 * Returns whether a part of a span is outside the availability for sessions of a format. Ranges that follow each other without a gap count as one.
 * Without a known availability (`null`), no time is outside.
 */
export function isOutsideAvailability(open: readonly OpenSpan[] | null, span: Span, format: string): boolean {
  if (!open) return false
  let covered = Date.parse(span.startUtc)
  const fitting = open.filter(({ formats }) => !formats || formats.includes(format))
  for (const { startUtc, endUtc } of fitting.toSorted((a, b) => Date.parse(a.startUtc) - Date.parse(b.startUtc)))
    if (Date.parse(startUtc) <= covered) covered = Math.max(covered, Date.parse(endUtc))
  return covered < Date.parse(span.endUtc)
}
