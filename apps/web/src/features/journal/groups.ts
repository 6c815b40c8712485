import type { EntryHead } from '@attune/contract/features/journal'
import { shiftDay, weekdayOf } from '@attune/contract/common/time'
import { dayOf, partsText, type Reader } from '../../ui/moment.ts'

export type EntryGroup = { name: string; entries: EntryHead[] }

/** The Monday of a day's week. */
export const mondayOf = (day: string) => shiftDay(day, 1 - weekdayOf(day))

/**
 * Groups entries by when they were written: this week, last week, then by month. The entries must be sorted by time.
 */
export function groupsOf(
  entries: readonly EntryHead[],
  reader: Reader,
  words: { thisWeek: string; lastWeek: string },
  now: Date,
): EntryGroup[] {
  const monday = mondayOf(dayOf(now.toISOString(), reader))
  const groups: EntryGroup[] = []
  for (const entry of entries) {
    const name = nameOf(dayOf(entry.writtenAt, reader), monday, reader, words)
    const last = groups.at(-1)
    if (last?.name === name) last.entries.push(entry)
    else groups.push({ name, entries: [entry] })
  }
  return groups
}

function nameOf(day: string, monday: string, reader: Reader, words: { thisWeek: string; lastWeek: string }) {
  if (day >= monday) return words.thisWeek
  if (day >= shiftDay(monday, -7)) return words.lastWeek
  const text = partsText(day, reader.language, { month: 'long', year: 'numeric' })
  return text.charAt(0).toLocaleUpperCase(reader.language) + text.slice(1)
}
