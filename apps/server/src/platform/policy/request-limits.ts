import { requestLimitRules, type RequestGroup } from '@attune/contract/features/practice/api-access/api-access.rules'
import { sql } from 'kysely'
import type { RateLimiter, RateLimitResult } from '../auth/limit/rate-limit.ts'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/actor.ts'
import type { Site } from '../http/site/site.ts'
import type { Log } from '../log.ts'
import { createMinuteCounter } from '../auth/limit/minute-counter.ts'

/** The request limits that an admin sets, and their current use. */
export type RequestLimits = {
  /**
   * Counts a read or write of an account or a network. Returns the seconds to wait if the limit per minute is exceeded and limits are enforced;
   * otherwise null. For admins, the limit is never lower than the default, so that they can always change the limits. Several servers together can
   * exceed a limit by a tenth for each further server, because each server counts up to a tenth of the limit only in its own memory
   * (`createMinuteCounter`).
   */
  count(group: 'reads' | 'writes', whom: string, isAdmin: boolean): number | null
  /** Counts a request in the database, exactly across all processes. `what` names the counter within its group. */
  hit(group: 'signIn' | 'uploads' | 'messages', what: string, whom: string): Promise<RateLimitResult>
  /** Adds the requests counted since the last call to the table of counts. */
  flush(): Promise<void>
  /** Saves the last counts and stops. */
  close(): Promise<void>
}

type Deps = {
  site: Pick<Site, 'requestLimit'>
  rateLimit: RateLimiter
  db: Db
  clock: Clock
  log: Log
  /** Whether reads and writes above the limit are refused. */
  isEnforced: boolean
  /** Overrides limits of the settings. For tests. */
  replaced?: Partial<Record<RequestGroup, number>>
}

type Counts = { requests: number; refused: number; highest: number }

const minuteMilliseconds = 60_000
/** The maximum number of minutes whose counts are kept in memory while the database is unavailable. */
const maxWaiting = 60

export function openRequestLimits(deps: Deps): RequestLimits {
  const { site, rateLimit, clock, isEnforced, replaced = {} } = deps
  const limitOf = (group: RequestGroup) => replaced[group] ?? site.requestLimit(group)
  const countInMinute = createMinuteCounter(async (group, whom, by) => {
    if (!isEnforced) return by
    return (await rateLimit.hit(`${group} of all servers`, whom, { count: Infinity, seconds: 120 }, by)).count
  })
  let waiting = new Map<string, Counts>()

  const note = (group: RequestGroup, made: number, isRefused: boolean) =>
    addCount(waiting, `${minuteOf(clock)} ${group}`, { made, isRefused })

  async function flush() {
    const saved = waiting
    waiting = new Map()
    if (saved.size === 0) return
    try {
      await saveCounts(deps.db, saved)
    } catch (error) {
      deps.log.warn('the counts of requests could not be saved', { error })
      waiting = merged([...saved].slice(-maxWaiting * Object.keys(requestLimitRules).length), waiting)
    }
  }
  const flushing = setInterval(() => void flush(), minuteMilliseconds).unref()

  return {
    count(group, whom, isAdmin) {
      const minute = minuteOf(clock)
      const limit = isAdmin ? Math.max(limitOf(group), requestLimitRules[group].usual) : limitOf(group)
      const made = countInMinute(group, whom, minute, limit)
      const isRefused = isEnforced && made > limit
      note(group, made, isRefused)
      if (!isRefused) return null
      return Math.max(1, Math.ceil(((minute + 1) * minuteMilliseconds - clock.now().getTime()) / 1000))
    },
    async hit(group, what, whom) {
      const result = await rateLimit.hit(what, whom, {
        count: limitOf(group),
        seconds: requestLimitRules[group].seconds,
      })
      note(group, result.count, !result.allowed)
      return result
    },
    flush,
    async close() {
      clearInterval(flushing)
      await flush()
    },
  }
}

const minuteOf = (clock: Clock) => Math.floor(clock.now().getTime() / minuteMilliseconds)

function addCount(
  waiting: Map<string, Counts>,
  key: string,
  { made, isRefused }: { made: number; isRefused: boolean },
) {
  const counts = waiting.get(key) ?? { requests: 0, refused: 0, highest: 0 }
  counts.requests += 1
  counts.refused += isRefused ? 1 : 0
  counts.highest = Math.max(counts.highest, made)
  waiting.set(key, counts)
}

function merged(older: [string, Counts][], newer: Map<string, Counts>): Map<string, Counts> {
  const all = new Map(older)
  for (const [key, counts] of newer) {
    const before = all.get(key) ?? { requests: 0, refused: 0, highest: 0 }
    all.set(key, {
      requests: before.requests + counts.requests,
      refused: before.refused + counts.refused,
      highest: Math.max(before.highest, counts.highest),
    })
  }
  return all
}

/** Adds the counts to those that other processes have saved. A key consists of a minute, counted since 1970, and a group. */
async function saveCounts(db: Db, counts: Map<string, Counts>): Promise<void> {
  const rows = [...counts].map(([key, row]) => {
    const [minute, group] = key.split(' ')
    return { ...row, request_group: group ?? '', minute: new Date(Number(minute) * minuteMilliseconds) }
  })
  await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.kysely
      .insertInto('request_count')
      // Sorted, so that two processes take the locks of the rows in the same order.
      .values(
        rows.toSorted(
          (a, b) => a.minute.getTime() - b.minute.getTime() || (a.request_group < b.request_group ? -1 : 1),
        ),
      )
      .onConflict((on) =>
        on.columns(['minute', 'request_group']).doUpdateSet({
          requests: sql<number>`request_count.requests + excluded.requests`,
          refused: sql<number>`request_count.refused + excluded.refused`,
          highest: sql<number>`greatest(request_count.highest, excluded.highest)`,
        }),
      )
      .execute(),
  )
}

/** The age in milliseconds at which counts are deleted. The settings show the last 24 hours. */
const keptMilliseconds = 25 * 60 * minuteMilliseconds

export async function deleteOldRequestCounts({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  const old = new Date(clock.now().getTime() - keptMilliseconds)
  await db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.kysely.deleteFrom('request_count').where('minute', '<', old.toISOString()).execute(),
  )
}
