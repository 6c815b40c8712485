/** The maximum number of periods of reading hours. */
export const maxReadingPeriods = 14
export const maxQuickReplies = 50
/** The maximum length of an absence in days. */
const maxAbsenceDays = 366

/** Returns the reason why an absence is invalid at the time `now`; null if it is valid. */
export function absenceProblem(
  { startsAt, endsAt }: { startsAt: string; endsAt: string },
  now: Date,
): 'backward' | 'over' | 'tooLong' | null {
  const [start, end] = [Date.parse(startsAt), Date.parse(endsAt)]
  if (end <= start) return 'backward'
  if (end <= now.getTime()) return 'over'
  return end - start > maxAbsenceDays * 86_400_000 ? 'tooLong' : null
}
