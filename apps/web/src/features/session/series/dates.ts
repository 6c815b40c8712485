import type { SeriesDate } from '@attune/contract/features/series'
import { ORPCError } from '@orpc/client'

/** What was decided about single dates: left out although free, booked although taken. */
export type Decided = { out: string[]; anyway: string[] }
export const undecided: Decided = { out: [], anyway: [] }

type Dated = Pick<SeriesDate, 'day' | 'conflicts'>

/** A date takes place if it is free and not left out, or if it is taken and shall be booked all the same. */
export const takesPlace = ({ day, conflicts }: Dated, { out, anyway }: Decided) =>
  conflicts.length ? anyway.includes(day) : !out.includes(day)

/** The other decision about one date. */
export function decideOther({ day, conflicts }: Dated, decided: Decided): Decided {
  const key = conflicts.length ? 'anyway' : 'out'
  const days = decided[key]
  return { ...decided, [key]: days.includes(day) ? days.filter((one) => one !== day) : [...days, day] }
}

/** What is sent with a series: the days to leave out, and those to book although their time is taken. */
export function decisions(dates: readonly Dated[], decided: Decided) {
  const leaveOut = dates.filter((date) => !takesPlace(date, decided)).map(({ day }) => day)
  const anyway = dates.filter((date) => date.conflicts.length > 0 && takesPlace(date, decided)).map(({ day }) => day)
  return { leaveOut, anyway }
}

/** The dates that were taken in the meantime, or null where the error is another one. */
export function takenDates(error: unknown): SeriesDate[] | null {
  if (!(error instanceof ORPCError) || error.code !== 'SERIES_TAKEN') return null
  return (error.data as { dates?: SeriesDate[] } | undefined)?.dates ?? []
}
