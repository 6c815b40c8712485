import { foldForSearch } from '@attune/contract/common/text/text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { datesIn } from '@attune/contract/features/home/search/search.dates.rules'
import { type NamedKind, searchedWords, searchLimits } from '@attune/contract/features/home/search/search.rules'
import type { JournalEntrySummary } from '@attune/contract/features/care/journal/journal'
import type { Task } from '@attune/contract/features/care/task/task'
import type { Conversation } from '@attune/contract/features/messages/message/message'
import type { ClientListItem } from '@attune/contract/features/people/client/client'
import type { Session } from '@attune/contract/features/schedule/session/session'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../../../platform/api/api.ts'
import { localDay, type Locale } from '../../../ui/page/date-text.ts'
import type { Finder, FoundResult } from './result-items.ts'

type Group = { kind: NamedKind | 'message'; items: FoundResult[] }
type List<Item> = { items?: Item[]; pages?: { items: Item[] }[] } | undefined

/** Returns the items of all lists of a query that are in the cache, each id once. */
function itemsOf<Item extends { id: string }>(cache: QueryClient, queryKey: QueryKey): Item[] {
  const lists = cache.getQueriesData<List<Item>>({ queryKey }).map(([, list]) => list)
  const items = lists.flatMap((list) => [...(list?.items ?? []), ...(list?.pages ?? []).flatMap((page) => page.items)])
  return [...new Map(items.map((item) => [item.id, item])).values()]
}

const fullName = ({ firstName, lastName }: { firstName: string; lastName: string }) => `${firstName} ${lastName}`

/** Returns the loaded tasks, each once: those of lists and those of a client's own page. */
function loadedTasks(cache: QueryClient): Task[] {
  const { mine, list } = orpc.task
  const own = cache.getQueriesData<Record<'today' | 'soon' | 'done', Task[]>>({ queryKey: mine.key() })
  const ownTasks = own.flatMap(([, all]) => (all ? [...all.today, ...all.soon, ...all.done] : []))
  return [...new Map([...itemsOf<Task>(cache, list.key()), ...ownTasks].map((task) => [task.id, task])).values()]
}

type Loaded = (cache: QueryClient, isClient: boolean) => FoundResult[]

/** The functions that return the loaded names, titles and dates of each kind that is found without a connection. */
const loadedResults: [kind: Group['kind'], read: Loaded][] = [
  [
    'client',
    (cache) =>
      itemsOf<ClientListItem>(cache, orpc.client.list.key()).map((client) => {
        return { id: client.id, clientId: client.id, title: fullName(client), person: '', at: null }
      }),
  ],
  [
    'session',
    (cache, isClient) =>
      itemsOf<Session>(cache, orpc.session.list.key()).map(({ id, startsAt, participants, therapist }) => {
        const person = isClient ? therapist.name : participants.map(fullName).join(', ')
        return { id, clientId: null, title: '', person, at: startsAt }
      }),
  ],
  [
    'task',
    (cache, isClient) =>
      loadedTasks(cache).map(({ id, title, client, therapist }) => {
        return { id, clientId: client.id, title, person: isClient ? therapist.name : fullName(client), at: null }
      }),
  ],
  [
    'journal-entry',
    (cache) =>
      itemsOf<JournalEntrySummary>(cache, orpc.journal.list.key()).map(({ id, title, writtenAt }) => {
        return { id, clientId: null, title, person: '', at: writtenAt }
      }),
  ],
  [
    'message',
    (cache) =>
      itemsOf<Conversation>(cache, orpc.message.list.key()).map(({ id, person, latestAt }) => {
        return { id, clientId: id, title: person.name, person: '', at: latestAt }
      }),
  ],
]

/**
 * Finds names, titles and dates among the data that the app has loaded, for use without a connection: results that contain each word of the search,
 * and sessions on the days that the search contains.
 */
export function searchDevice(
  cache: QueryClient,
  query: string,
  { of, locale }: { of: Finder; locale: Locale },
): Group[] {
  const today = localDay(new Date().toISOString(), locale)
  const { ranges, rest } = datesIn(query, { language: locale.language as Language, today })
  const words = searchedWords(query)
  if (words.length === 0) return []
  const hasWords = ({ title, person }: FoundResult, all: string[]) => {
    const text = foldForSearch(`${title} ${person}`)
    return all.every((word) => text.includes(word))
  }
  const isOnDay = ({ at }: FoundResult) =>
    at !== null && ranges.some(({ from, until }) => from <= localDay(at, locale) && localDay(at, locale) <= until)
  return loadedResults
    .map(([kind, read]) => ({
      kind,
      items: read(cache, of === 'client')
        .filter((item) =>
          kind === 'session' && ranges.length > 0
            ? isOnDay(item) && hasWords(item, searchedWords(rest))
            : hasWords(item, words),
        )
        .slice(0, searchLimits.perKind),
    }))
    .filter(({ items }) => items.length > 0)
}
