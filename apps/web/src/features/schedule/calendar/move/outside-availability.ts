type Span = { startUtc: string; endUtc: string }

/**
 * Returns whether a part of a span is outside the availability. Ranges that follow each other without a gap count as one. Without a known
 * availability (`null`), no time is outside.
 */
export function isOutsideAvailability(open: readonly Span[] | null, span: Span): boolean {
  if (!open) return false
  let covered = Date.parse(span.startUtc)
  for (const { startUtc, endUtc } of open.toSorted((a, b) => Date.parse(a.startUtc) - Date.parse(b.startUtc)))
    if (Date.parse(startUtc) <= covered) covered = Math.max(covered, Date.parse(endUtc))
  return covered < Date.parse(span.endUtc)
}
