import { dayOfAge } from '../../../common/time/age.rules.ts'
import { shiftDay, todayIn } from '../../../common/time/time.ts'

/** The maximum length of the reason for a legal hold, in characters. */
export const holdReasonLength = 500

/** The ways in which a legal hold ends: the therapist ends it, or its year is over. */
export const holdEndings = ['ended', 'expired'] as const

/**
 * The day from which the years of the retention count: the day of the last session, the day on which the record was added or the connection ended, or
 * the day on which the client came of age.
 */
export const retentionStarts = ['session', 'record', 'majority'] as const
export type RetentionStart = (typeof retentionStarts)[number]

/** Returns the day a number of calendar years later. 29 February becomes 1 March in a year without that day, so that no period is a day too short. */
export const yearsAfter = (day: string, years: number): string => dayOfAge(day, years)

/** Returns the last day of a hold that is placed or renewed on a day. */
export const holdUntil = (today: string): string => yearsAfter(today, 1)

type RecordFacts = {
  /** The start of the latest session that was not cancelled, which can be an upcoming session; null if there is none. */
  lastSessionAt: Date | null
  addedAt: Date
  /** The time at which the connection ended; null if it has not ended. */
  leftAt: Date | null
  birthDate: string | null
  zone: string
}
type RetentionPeriod = { years: number; majorityAge: number }

/**
 * Returns the last day on which the practice keeps a record, in the therapist's zone, and the kind of day from which its years count. They count from
 * the last session; without a session, from the day on which the record was added or the connection ended, whichever is later. For a person who was a
 * minor on that day, they count from majority.
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
