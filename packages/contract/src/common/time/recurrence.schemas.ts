import { z } from 'zod'
import { maxOccurrences, maxWeeksApart } from './recurrence.ts'
import { Day } from './time.schemas.ts'

const Ends = z.discriminatedUnion('by', [
  z.strictObject({ by: z.literal('never') }),
  z.strictObject({ by: z.literal('count'), count: z.int().min(1).max(maxOccurrences) }),
  /** The series has no occurrence after this day. */
  z.strictObject({ by: z.literal('day'), day: Day }),
])

/**
 * The rule by which a series repeats, starting with its first day: every `weeks` weeks on the weekday of that day, or on the nth such
 * weekday of each month.
 */
export const Repeat = z.discriminatedUnion('every', [
  z.strictObject({ every: z.literal('weeks'), weeks: z.int().min(1).max(maxWeeksApart), ends: Ends }),
  /** `nth` is 1 to 4 for the first to fourth of these weekdays in a month, or -1 for the last. The first day of the series must match. */
  z.strictObject({
    every: z.literal('months'),
    nth: z.union([z.literal(1), z.literal(2), z.literal(3), z.literal(4), z.literal(-1)]),
    ends: Ends,
  }),
])
export type Repeat = z.infer<typeof Repeat>
