import type { SeriesDate } from '@attune/contract/features/series'
import { ORPCError } from '@orpc/client'

/** Decisions about single dates. `out`: left out although free. `anyway`: booked despite a conflict. */
export type DateDecisions = { out: string[]; anyway: string[] }
export const noDateDecisions: DateDecisions = { out: [], anyway: [] }

type Dated = Pick<SeriesDate, 'day' | 'conflicts'>

/** Whether a date is booked: if it is free and not left out, or if it is booked despite a conflict. */
export const takesPlace = ({ day, conflicts }: Dated, { out, anyway }: DateDecisions) =>
  conflicts.length ? anyway.includes(day) : !out.includes(day)

/** The decisions with the opposite decision about one date. */
export function toggleDate({ day, conflicts }: Dated, decided: DateDecisions): DateDecisions {
  const key = conflicts.length ? 'anyway' : 'out'
  const days = decided[key]
  return { ...decided, [key]: days.includes(day) ? days.filter((one) => one !== day) : [...days, day] }
}

/** The decisions as request input: the days to leave out, and the days to book despite a conflict. */
export function dateDecisionInput(dates: readonly Dated[], decided: DateDecisions) {
  const leaveOut = dates.filter((date) => !takesPlace(date, decided)).map(({ day }) => day)
  const anyway = dates.filter((date) => date.conflicts.length > 0 && takesPlace(date, decided)).map(({ day }) => day)
  return { leaveOut, anyway }
}

/** The dates from a `SERIES_TAKEN` error, which were taken since the preview; null for other errors. */
export function takenDates(error: unknown): SeriesDate[] | null {
  if (!(error instanceof ORPCError) || error.code !== 'SERIES_TAKEN') return null
  return (error.data as { dates?: SeriesDate[] } | undefined)?.dates ?? []
}
