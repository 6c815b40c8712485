import type { ClientId } from '@attune/contract/common/ids'
import type { Query, QueryCache, QueryClient, QueryKey } from '@tanstack/react-query'
import { orpc } from '../api/api.ts'

/**
 * The limits for one type of query: its key, the minutes for which an unused result is kept, and the maximum number of
 * results.
 */
type CacheLimit = { key: QueryKey; minutes: number; entries: number }

/**
 * Returns the query key of the clients that a filter offers. Without `input`, the key matches all searches. Its path begins with `client`, like those
 * of all queries about clients, so a change of a client invalidates these results too.
 */
export const clientFilterKey = (input?: object): QueryKey => [
  ['client', 'filterPersons'],
  input === undefined ? {} : { type: 'query', input },
]

/** Returns the query key for the other person in a conversation. Without an id, the key matches all conversations. */
export const senderKey = (conversationId?: ClientId): QueryKey => [
  'sender',
  ...(conversationId === undefined ? [] : [conversationId]),
]

/**
 * The cache keys of row 3.16 for the existing features, and those of messages and senders, with the lifetimes and sizes of row 9.08.
 * `backend/answer-cache.ts` contains the limits of the general cache and of the cache for avatars.
 */
export const queryCacheLimits = {
  connectedTherapists: { key: orpc.connection.therapists.key(), minutes: 10, entries: 50 },
  // The select for the clients of a session reads the same list, so these limits apply to its results as well.
  therapistClients: { key: orpc.client.list.key(), minutes: 5, entries: 200 },
  clientProfile: { key: orpc.client.get.key(), minutes: 10, entries: 100 },
  sessions: { key: orpc.session.list.key(), minutes: 3, entries: 100 },
  filterPersons: { key: clientFilterKey(), minutes: 5, entries: 100 },
  journalEntries: { key: orpc.journal.list.key(), minutes: 5, entries: 100 },
  sharedJournalEntries: { key: orpc.journal.shared.key(), minutes: 5, entries: 100 },
  connectedTherapistsJournal: { key: orpc.journal.therapists.key(), minutes: 10, entries: 50 },
  journalAttachments: { key: orpc.file.mine.key(), minutes: 3, entries: 100 },
  tasks: { key: orpc.task.list.key(), minutes: 3, entries: 100 },
  messages: { key: orpc.message.messages.key(), minutes: 5, entries: 50 },
  senders: { key: senderKey(), minutes: 60, entries: 1000 },
  sessionStats: { key: orpc.session.between.key(), minutes: 2, entries: 50 },
} as const satisfies Record<string, CacheLimit>

/** The minutes after which the data of the sidebar and header is stale [9.09]. */
const staleness = { profile: 5, unread: 1, tasks: 2 } as const

/**
 * Applies the lifetimes and sizes to the cache. If there are too many entries of a type, or of all other types
 * together, removes the oldest unused ones. Returns a function that stops removing entries.
 */
export function limitQueryCache(client: QueryClient): () => void {
  for (const { key, minutes } of Object.values(queryCacheLimits))
    client.setQueryDefaults(key, { gcTime: minutes * 60_000 })
  client.setQueryDefaults(orpc.account.me.key(), { staleTime: staleness.profile * 60_000 })
  client.setQueryDefaults(orpc.notification.list.key(), { staleTime: staleness.unread * 60_000 })
  client.setQueryDefaults(orpc.message.unreadCounts.key(), { staleTime: staleness.unread * 60_000 })
  client.setQueryDefaults(orpc.task.key(), { staleTime: staleness.tasks * 60_000 })
  const cache = client.getQueryCache()
  return cache.subscribe(({ type, query: added }) => {
    // Only the answers in the caches of the backend client have `meta`. Those caches have their own limits.
    if (type !== 'added' || added.meta) return
    const limit = limitOf(added)
    if (limit) evictOldest(cache, cache.findAll({ queryKey: limit.key }), added, limit.entries)
    else if (cache.getAll().length > generalEntries)
      evictOldest(cache, cache.findAll({ predicate: (query) => !limitOf(query) && !query.meta }), added, generalEntries)
  })
}

/** The maximum total number of results of the types that are not in `queryCacheLimits` [9.08]. */
const generalEntries = 1000

const limitOf = ({ queryKey }: Query): CacheLimit | undefined => {
  const written = JSON.stringify(queryKey)
  return Object.values(queryCacheLimits).find(({ key }) => written.startsWith(prefixOf(key)))
}

/** Removes the oldest unused results until at most `entries` are left. Never removes the result that was just added. */
function evictOldest(cache: QueryCache, all: Query[], added: Query, entries: number) {
  const unwatched = all.filter((one) => one !== added && !one.isActive())
  unwatched.sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
  for (const oldest of unwatched.slice(0, Math.max(0, all.length - entries))) cache.remove(oldest)
}

/** Returns the serialized path of a procedure. All serialized query keys of the procedure begin with this path. */
const prefixOf = (key: QueryKey) => JSON.stringify(key.slice(0, 1)).slice(0, -1)
