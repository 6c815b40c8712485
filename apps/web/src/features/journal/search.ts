import { isDay } from '@attune/contract/common/time'

/** What the address of the journal carries: the entry that is open (`new` is one that was never saved), a day, the bin. */
export type JournalSearch = { entry?: string; day?: string; bin?: true }

const isId = (text: unknown): text is string => typeof text === 'string' && /^[0-9a-f-]{36}$/i.test(text)

export function searchOf(raw: Record<string, unknown>): JournalSearch {
  return {
    ...((raw['entry'] === 'new' || isId(raw['entry'])) && { entry: raw['entry'] }),
    ...(typeof raw['day'] === 'string' && isDay(raw['day']) && { day: raw['day'] }),
    ...(raw['bin'] === true && { bin: true as const }),
  }
}
