import type { BookingRules } from './availability.ts'

export const defaultBookingRules: BookingRules = {
  bufferBefore: 0,
  bufferAfter: 10,
  noticeMinutes: 1440,
  horizonDays: 56,
  stepMinutes: 30,
  perDay: null,
  perWeek: null,
}

export const maxRangesPerDay = 12

type Range = { from: string; until: string }

/** Whether a time range ends after its start on the same day. Times are `HH:MM`; a range can end at `24:00`. */
export const endsAfterStart = ({ from, until }: Range) => from < until

/** Whether two ranges of a day have a minute in common. */
export const doOverlap = (one: Range, other: Range) => one.from < other.until && other.from < one.until

/** Whether no two ranges of a day overlap. Expects that each range ends after its start. */
export function doNotOverlap(ranges: readonly Range[]): boolean {
  const sorted = ranges.toSorted((one, other) => one.from.localeCompare(other.from))
  return sorted.every((range, place) => {
    const earlier = sorted[place - 1]
    return !earlier || !doOverlap(earlier, range)
  })
}

const maxAbsenceDays = 1100

/** Returns the reason why a time span is invalid for an absence; null if it is valid. */
export function absenceSpanProblem(span: { startsAt: string; endsAt: string }): 'backward' | 'tooLong' | null {
  const length = Date.parse(span.endsAt) - Date.parse(span.startsAt)
  if (length <= 0) return 'backward'
  return length > maxAbsenceDays * 86_400_000 ? 'tooLong' : null
}
