import { isDay } from '@attune/contract/common/time/time'

/** The search parameters of the journal. */
export type JournalSearch = {
  /** The id of the open entry, or `new` for an entry that was never saved. */
  entry?: string
  /** The day that filters the list, `YYYY-MM-DD`. */
  day?: string
  /** Opens the trash. */
  bin?: true
}

const isId = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f-]{36}$/i.test(text)

export function parseJournalSearch(raw: Record<string, unknown>): JournalSearch {
  return {
    ...((raw['entry'] === 'new' || isId(raw['entry'])) && { entry: raw['entry'] }),
    ...(typeof raw['day'] === 'string' && isDay(raw['day']) && { day: raw['day'] }),
    ...(raw['bin'] === true && { bin: true as const }),
  }
}
