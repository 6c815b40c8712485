import type { SeriesDate } from '@attune/contract/features/schedule/series/series'
import { ORPCError } from '@orpc/client'

/** The user's decisions about single days of a series. */
export type DateDecisions = {
  /** The days without a conflict that are omitted. */
  out: string[]
  /** The days that are booked despite a conflict. */
  anyway: string[]
}
export const noDateDecisions: DateDecisions = { out: [], anyway: [] }

type Dated = Pick<SeriesDate, 'day' | 'conflicts'>

/**
 * Returns whether a date is booked. A date without a conflict is booked unless the user leaves it out. A date with a
 * conflict is booked only if the user has ticked it.
 */
export const isBookedDate = ({ day, conflicts }: Dated, { out, anyway }: DateDecisions) =>
  conflicts.length ? anyway.includes(day) : !out.includes(day)

/** Returns the decisions with one date switched between booked and not booked. */
export function toggleDate({ day, conflicts }: Dated, decided: DateDecisions): DateDecisions {
  const key = conflicts.length ? 'anyway' : 'out'
  const days = decided[key]
  return { ...decided, [key]: days.includes(day) ? days.filter((one) => one !== day) : [...days, day] }
}

/** Converts the decisions to request input: the days to leave out, and the days to book despite a conflict. */
export function dateDecisionInput(dates: readonly Dated[], decided: DateDecisions) {
  const leaveOut = dates.filter((date) => !isBookedDate(date, decided)).map(({ day }) => day)
  const anyway = dates.filter((date) => date.conflicts.length > 0 && isBookedDate(date, decided)).map(({ day }) => day)
  return { leaveOut, anyway }
}

/**
 * Returns the dates of a `SERIES_TAKEN` error, which were free at the time of the preview. Returns null for other
 * errors.
 */
export function takenSeriesDates(error: unknown): SeriesDate[] | null {
  if (!(error instanceof ORPCError) || error.code !== 'SERIES_TAKEN') return null
  return (error.data as { dates?: SeriesDate[] } | undefined)?.dates ?? []
}
