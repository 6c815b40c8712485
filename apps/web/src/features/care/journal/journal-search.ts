import { isDay } from '@attune/contract/common/time/time'

/**
 * The search parameters of the journal. `entry` is the id of the open entry, or `new` for an entry that was never
 * saved. `day` filters the list (`YYYY-MM-DD`). `bin` opens the trash.
 */
export type JournalSearch = { entry?: string; day?: string; bin?: true }

const isId = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f-]{36}$/i.test(text)

export function parseJournalSearch(raw: Record<string, unknown>): JournalSearch {
  return {
    ...((raw['entry'] === 'new' || isId(raw['entry'])) && { entry: raw['entry'] }),
    ...(typeof raw['day'] === 'string' && isDay(raw['day']) && { day: raw['day'] }),
    ...(raw['bin'] === true && { bin: true as const }),
  }
}
