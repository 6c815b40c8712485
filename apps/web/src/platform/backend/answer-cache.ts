import type { RealtimeTable } from '@attune/contract'
import { procedureMeta } from '@attune/contract/procedure-meta'
import type { Query, QueryFunction, QueryKey } from '@tanstack/react-query'
import { calls } from '../api/api.ts'
import { queryClient } from '../query/query-client.ts'
import { realtimeClient } from '../realtime/realtime-client.ts'

/**
 * The caches of the backend client: the lifetime of an answer in minutes, and the maximum number of answers. The oldest ones are removed first
 * [9.08].
 */
export const answerCacheLimits = {
  general: { minutes: 5, entries: 1000 },
  avatars: { minutes: 15, entries: 500 },
} as const
type CacheName = keyof typeof answerCacheLimits

/** The lifetime of the address of a profile's picture, in minutes [9.08]. */
export const profilePictureMinutes = 10

/**
 * The context of a query that answers a call of the backend client. While the browser is offline, the query waits for the connection, like calls that
 * are not queries. Without this context, a query without cached data fails while the browser is offline.
 */
export const asCall = { offline: 'wait' } as const

type Read<Answer> = {
  cache: CacheName
  /** The key and the request of a procedure, as `orpc.<feature>.<procedure>.queryOptions` returns them. */
  query: { queryKey: QueryKey; queryFn: QueryFunction<Answer> }
  /** The tables whose changes may change the answer. */
  tables: readonly RealtimeTable[]
  /** The maximum age of an answer in minutes; by default the lifetime of the cache. */
  minutes?: number
}

/** The number of times that the caches were emptied. */
let emptied = 0

/**
 * Returns a cached answer, or reads it from the server. A cached answer is used only while the server reports changes to this page, and until one
 * of its tables changes, this page writes, or the query cache is invalidated. A call never returns an answer that was requested before such a
 * change.
 */
export async function readCached<Answer>({ cache, query, tables, minutes }: Read<Answer>): Promise<Answer> {
  const limit = answerCacheLimits[cache]
  // This key and the procedure's usual key begin with the same path, so that the pages' invalidations and updates apply to these answers too.
  const [path, options] = query.queryKey
  const queryKey = [path, { ...(options as object), cache }]
  for (const table of tables) follow(table)
  const read = {
    queryKey,
    queryFn: query.queryFn,
    meta: { cache, tables },
    gcTime: limit.minutes * 60_000,
    staleTime: realtimeClient.live ? (minutes ?? limit.minutes) * 60_000 : 0,
  }
  const isNew = queryClient.getQueryState(queryKey) === undefined
  const before = emptied
  let answer = await queryClient.fetchQuery(read)
  // Something changed while the server was answering, possibly after another caller had sent the request that this call shares.
  if (queryClient.getQueryState(queryKey)?.isInvalidated) answer = await queryClient.fetchQuery(read)
  if (before !== emptied) queryClient.removeQueries({ queryKey, exact: true, fetchStatus: 'idle' })
  else if (isNew) removeOldest(cache, limit.entries)
  return answer
}

/** Empties the caches. An answer that arrives later reaches its caller, but is not cached. */
export function emptyAnswerCaches() {
  emptied += 1
  queryClient.removeQueries({ predicate: isCached, fetchStatus: 'idle' })
}

const cacheOf = ({ meta }: Query) => meta?.['cache'] as CacheName | undefined
const tablesOf = ({ meta }: Query) => (meta?.['tables'] ?? []) as readonly RealtimeTable[]
const isCached = (query: Query) => cacheOf(query) !== undefined

/** Removes the oldest answers until at most `entries` are left. Keeps answers that are still being read, because callers wait for them. */
function removeOldest(cache: CacheName, entries: number) {
  const queries = queryClient.getQueryCache()
  const all = queries.findAll({ predicate: (query) => cacheOf(query) === cache, fetchStatus: 'idle' })
  all.sort((a, b) => a.state.dataUpdatedAt - b.state.dataUpdatedAt)
  for (const oldest of all.slice(0, Math.max(0, all.length - entries))) queries.remove(oldest)
}

const outdate = (predicate: (query: Query) => boolean) =>
  void queryClient.invalidateQueries({ predicate, refetchType: 'none' })

const subscriptions = new Map<RealtimeTable, () => void>()

/** Stays subscribed to a table, even if the realtime client is reset. */
function follow(table: RealtimeTable) {
  const end = subscriptions.get(table)
  subscriptions.set(
    table,
    realtimeClient.subscribe({ table }, () => outdate((query) => tablesOf(query).includes(table))),
  )
  end?.()
}

// Changes are not reported while the connection is lost, so the cached answers can be outdated.
realtimeClient.onLiveChange(() => outdate(isCached))
calls.onEnd = (path, kind) => {
  // Any call outside a query may write, except those that only read or change the login.
  if ((kind === undefined || kind === 'mutation') && procedureMeta(path).waitsForLogin) outdate(isCached)
}
