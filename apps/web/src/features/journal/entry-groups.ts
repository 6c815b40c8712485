import type { JournalEntrySummary } from '@attune/contract/features/journal'
import { shiftDay, weekdayOf } from '@attune/contract/common/time'
import { localDay, datePartsText, type Locale } from '../../ui/page/date-text.ts'

export type EntryGroup = { name: string; entries: JournalEntrySummary[] }

/** Returns the Monday of the week that contains `day`. */
export const mondayOf = (day: string) => shiftDay(day, 1 - weekdayOf(day))

/**
 * Groups entries by when they were written: this week, last week, and each earlier month. The entries must be sorted by
 * time.
 */
export function groupEntriesByTime(
  entries: readonly JournalEntrySummary[],
  reader: Locale,
  words: { thisWeek: string; lastWeek: string },
  now: Date,
): EntryGroup[] {
  const monday = mondayOf(localDay(now.toISOString(), reader))
  const groups: EntryGroup[] = []
  for (const entry of entries) {
    const name = nameOf(localDay(entry.writtenAt, reader), monday, reader, words)
    const last = groups.at(-1)
    if (last?.name === name) last.entries.push(entry)
    else groups.push({ name, entries: [entry] })
  }
  return groups
}

function nameOf(day: string, monday: string, reader: Locale, words: { thisWeek: string; lastWeek: string }) {
  if (day >= monday) return words.thisWeek
  if (day >= shiftDay(monday, -7)) return words.lastWeek
  const text = datePartsText(day, reader.language, { month: 'long', year: 'numeric' })
  return text.charAt(0).toLocaleUpperCase(reader.language) + text.slice(1)
}
