import { createRefusal } from './refusal.ts'

const longestSpan = 62 * 24 * 60 * 60 * 1000

/** A period between two instants. */
export type Span = { from: string; to: string }

/** Refuses with BAD_REQUEST if a span is empty or longer than 62 days. */
export function requireSpan({ from, to }: Span): void {
  const length = Date.parse(to) - Date.parse(from)
  if (!(length > 0 && length <= longestSpan)) throw createRefusal('BAD_REQUEST', 400)
}
