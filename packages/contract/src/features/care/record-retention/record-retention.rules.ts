import { dayOfAge } from '../../../common/time/age.rules.ts'
import { shiftDay, todayIn } from '../../../common/time/time.ts'

/** The longest reason of a legal hold, in characters. */
export const holdReasonLength = 500

/** How a legal hold ended: the therapist ended it, or its year was over. */
export const holdEndings = ['ended', 'expired'] as const

/** From which day the years of the retention count: that of the last session, that on which the record was added or left, or that of majority. */
export const retentionStarts = ['session', 'record', 'majority'] as const
export type RetentionStart = (typeof retentionStarts)[number]

/** Returns the day a number of calendar years later. 29 February becomes 1 March in a year without that day, so that no period is a day too short. */
export const yearsAfter = (day: string, years: number): string => dayOfAge(day, years)

/** Returns the last day of a hold that is placed or renewed on a day. */
export const holdUntil = (today: string): string => yearsAfter(today, 1)

type RecordFacts = {
  /** The start of the latest session that was not cancelled, also one to come; null without a session. */
  lastSessionAt: Date | null
  addedAt: Date
  /** When the connection ended; null if it has not. */
  leftAt: Date | null
  birthDate: string | null
  zone: string
}
type RetentionPeriod = { years: number; majorityAge: number }

/**
 * Returns the last day on which the practice keeps a record, in the therapist's zone, and from which day its years count. They count from the last
 * session; without one, from the day on which the record was added or left, whichever is later. For a person who was a minor on that day, they count from majority.
 */
export function retentionOf(record: RecordFacts, period: RetentionPeriod): { keptUntil: string; from: RetentionStart } {
  const { lastSessionAt, addedAt, leftAt, birthDate, zone } = record
  const latest = lastSessionAt ?? (leftAt && leftAt > addedAt ? leftAt : addedAt)
  const day = todayIn(zone, latest)
  const majority = birthDate === null ? day : dayOfAge(birthDate, period.majorityAge)
  const [start, from]: [string, RetentionStart] =
    majority > day ? [majority, 'majority'] : [day, lastSessionAt ? 'session' : 'record']
  return { keptUntil: shiftDay(yearsAfter(start, period.years), -1), from }
}
