import { isDay } from '@attune/contract/common/time/time'
import { longestExportDays } from '@attune/contract/features/billing/invoice/invoice.export.rules'

/** Returns the first and the last day of the month before the month of a day (`YYYY-MM-DD`). */
export function lastMonth(today: string): { from: string; until: string } {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const dayAt = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: dayAt(Date.UTC(year, month - 2, 1)), until: dayAt(Date.UTC(year, month - 1, 0)) }
}

/**
 * Returns the reason why a period cannot be exported, as the last part of a text key; null if it can. A DATEV file contains days of only one year.
 */
export function periodProblem(
  from: string,
  until: string,
  isDatev: boolean,
): 'day' | 'reversed' | 'tooLong' | 'twoYears' | null {
  if (!isDay(from) || !isDay(until)) return 'day'
  if (until < from) return 'reversed'
  if (isDatev && from.slice(0, 4) !== until.slice(0, 4)) return 'twoYears'
  return (Date.parse(until) - Date.parse(from)) / 86_400_000 < longestExportDays ? null : 'tooLong'
}
