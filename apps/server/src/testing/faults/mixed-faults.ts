import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Actor, type Db, IndeterminateCommitError, type Tx } from '../../platform/database/actor.ts'
import { queryBuilder } from '../../platform/database/query-builder.ts'
import { databaseUrlFor } from '../../platform/database/pools.ts'
import { randomId, testSecrets } from '../database/database.ts'
import type { SeededTherapist } from '../practice.ts'

export type MixedFaultsResult = {
  asked: number
  answered: number
  /** Requests that failed. Above 0, because the test injects faults. */
  failed: number
  /** Failed requests with an unknown result: the transaction may have been committed. */
  indeterminate: number
  /** Rows in responses that do not belong to the requesting person. Must be 0. */
  foreignRows: number
  /** Requests that did not end within `patience` milliseconds. Must be 0. */
  hanging: number
  /** `lost`: acknowledged records that are missing. `phantoms`: refused records that exist. Both must be 0. */
  lost: number
  phantoms: number
  /** Injected faults: terminated connections and cancelled statements. */
  terminated: number
  cancelled: number
}

type Run = {
  url: string
  db: Pick<Db, 'asActor' | 'readAs'>
  therapists: SeededTherapist[]
  requests: number
  lanes: number
  patience?: number
}
type Kind = 'read' | 'read in one' | 'write' | 'second thoughts' | 'broken statement' | 'too slow'
const kinds: Kind[] = [
  'read',
  'read',
  'read in one',
  'read in one',
  'write',
  'write',
  'second thoughts',
  'broken statement',
  'too slow',
]

/** A query for all client records that the actor can see, with their owners. */
const owned = queryBuilder.selectFrom('client').select(['id', 'therapist_id', 'account_id'])

/**
 * Sends parallel requests of many people over few connections while statements fail, time out or are cancelled and connections are
 * terminated. Counts foreign rows, hanging requests, lost and phantom records.
 */
export async function runMixedFaults({
  url,
  db,
  therapists,
  requests,
  lanes,
  patience = 20_000,
}: Run): Promise<MixedFaultsResult> {
  const sum: MixedFaultsResult = {
    asked: 0,
    answered: 0,
    failed: 0,
    indeterminate: 0,
    foreignRows: 0,
    hanging: 0,
    lost: 0,
    phantoms: 0,
    terminated: 0,
    cancelled: 0,
  }
  const ledger = new Map<string, { therapist: string; outcome: 'stands' | 'refused' | 'unknown' }>()
  const everybody = therapists.flatMap((therapist): Actor[] => [
    { role: 'therapist', id: therapist.id },
    ...therapist.clients.map(({ accountId }): Actor => ({ role: 'client', id: accountId })),
  ])

  async function ask(number: number) {
    const actor = everybody[(number * 7) % everybody.length] as Actor
    const kind = actor.role === 'client' ? kinds[number % 4] : kinds[(number * 5) % kinds.length]
    const id = randomId()
    if (kind === 'write') ledger.set(id, { therapist: actor.id, outcome: 'unknown' })
    sum.asked++
    try {
      const work =
        kind === 'read in one'
          ? db.readAs(actor, owned.compile())
          : db.asActor(actor, (tx) => act(tx, kind as Kind, id))
      for (const row of await work) {
        if ((actor.role === 'therapist' ? row.therapist_id : row.account_id) !== actor.id) sum.foreignRows++
      }
      if (kind === 'write') ledger.set(id, { therapist: actor.id, outcome: 'stands' })
      sum.answered++
    } catch (error) {
      sum.failed++
      if (error instanceof IndeterminateCommitError) sum.indeterminate++
      else if (kind === 'write') ledger.set(id, { therapist: actor.id, outcome: 'refused' })
    }
  }

  let next = 0
  let over = false
  const injecting = injectFaults(url, () => over, sum)
  const lane = async () => {
    while (next < requests) {
      const late = pause(patience, 'late' as const, { ref: false })
      if ((await Promise.race([ask(next++), late])) === 'late') sum.hanging++
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  over = true
  await injecting

  for (const therapist of therapists) {
    const rows = await withRetries(() =>
      db.readAs({ role: 'therapist', id: therapist.id }, queryBuilder.selectFrom('client').select('id').compile()),
    )
    const there = new Set(rows.map((row) => row.id))
    for (const [id, entry] of ledger) {
      if (entry.therapist !== therapist.id) continue
      if (entry.outcome === 'stands' && !there.has(id)) sum.lost++
      if (entry.outcome === 'refused' && there.has(id)) sum.phantoms++
    }
  }
  return sum
}

async function act(tx: Tx, kind: Kind, id: string) {
  if (kind === 'write') {
    const record = { id, therapist_id: tx.actor.id, first_name: 'Ada', last_name: 'Adler' }
    await tx.kysely.insertInto('client').values(record).execute()
    return []
  }
  if (kind === 'broken statement') void tx.run('select 1 / 0')
  if (kind === 'too slow') {
    await tx.run(`set local statement_timeout = '5ms'`)
    await tx.run('select pg_sleep(2)')
  }
  const { rows } = await tx.run<{ therapist_id: string; account_id: string | null }>(owned.compile().sql)
  if (kind === 'second thoughts') throw new Error('second thoughts')
  return rows
}

/**
 * Terminates a random connection of the pool or cancels its statement, until `over` returns true. One fault follows every two requests that have
 * ended, so that a slow machine gets as many faults per request as a fast one. Connects as the role of the pool, because a role may terminate its
 * own connections.
 */
async function injectFaults(url: string, over: () => boolean, sum: MixedFaultsResult) {
  const db = new pg.Client(databaseUrlFor(url, 'attune_login', testSecrets))
  await db.connect()
  while (!over()) {
    await pause(1)
    if (sum.answered + sum.failed < 2 * (sum.terminated + sum.cancelled)) continue
    const action = sum.terminated * 3 <= sum.cancelled ? 'terminate' : 'cancel'
    const { rowCount } = await db.query(
      `select pg_${action}_backend(pid) from pg_stat_activity where usename = 'attune_login' and datname = current_database()
         and pid <> pg_backend_pid() order by random() limit 1`,
    )
    sum[action === 'terminate' ? 'terminated' : 'cancelled'] += rowCount ?? 0
  }
  await db.end()
}

/** Calls `ask` until it succeeds, at most 21 times, because the first queries after the faults may get a terminated connection. */
async function withRetries<T>(ask: () => Promise<T>, attempts = 20): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    if (attempts === 0) throw error
    return withRetries(ask, attempts - 1)
  }
}
