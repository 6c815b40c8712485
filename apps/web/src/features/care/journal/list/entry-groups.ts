import type { JournalEntrySummary } from '@attune/contract/features/care/journal/journal'
import { shiftDay, weekdayOf } from '@attune/contract/common/time/time'
import { monthOfText, type Locale } from '../../../../ui/page/date-text.ts'

export type EntryGroup = { name: string; entries: JournalEntrySummary[] }

/** Returns the Monday of the week that contains `day`. */
export const mondayOf = (day: string) => shiftDay(day, 1 - weekdayOf(day))

/** Groups entries by the month in which they were written, in the reader's zone. The entries must be sorted by time. */
export function groupEntriesByMonth(entries: readonly JournalEntrySummary[], locale: Locale): EntryGroup[] {
  const groups: EntryGroup[] = []
  for (const entry of entries) {
    const month = monthOfText(entry.writtenAt, locale)
    const name = month.charAt(0).toLocaleUpperCase(locale.language) + month.slice(1)
    const last = groups.at(-1)
    if (last?.name === name) last.entries.push(entry)
    else groups.push({ name, entries: [entry] })
  }
  return groups
}
