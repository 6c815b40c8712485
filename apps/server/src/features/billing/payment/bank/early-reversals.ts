import { shiftDay } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import type { ReadEntry } from './entry.ts'
import { maxReversalDays } from './reversals.ts'

/** The maximum number of reversals that are stored from one file. Limits what a malicious file stores. */
const maxStored = 300

/**
 * Stores reversals whose payments are neither recorded nor in the file, so that a payment in a later file is not recorded. Stores only hashes and the
 * day.
 */
export async function storeEarlyReversals(tx: Tx, reversals: readonly ReadEntry[]): Promise<void> {
  const stored = reversals.flatMap(({ key, pair, day }) => (pair ? [{ key, pair, day }] : [])).slice(0, maxStored)
  if (stored.length === 0) return
  await tx.kysely
    .insertInto('bank_reversal')
    .values(stored.map((reversal) => ({ ...reversal, therapist_id: tx.actor.id })))
    .onConflict((on) => on.columns(['therapist_id', 'key']).doNothing())
    .execute()
}

/**
 * Returns the keys of payments that a reversal in an earlier file took back: for each reversal the latest payment on its day or before. Reversals
 * that are in this file too do not count, because they are compared with its payments already.
 */
export async function findEarlyReversed(
  tx: Tx,
  payments: readonly ReadEntry[],
  inFile: ReadonlySet<string>,
): Promise<Set<string>> {
  const { rows } = await sql<{ key: string; pair: string; day: string }>`
    select key, pair, day::text from app.bank_reversal where therapist_id = ${tx.actor.id} and pair is not null order by day, key`.execute(
    tx.kysely,
  )
  const byPair = rows.length > 0 ? Map.groupBy(payments, ({ pair }) => pair ?? '') : new Map<string, ReadEntry[]>()
  const found = new Set<string>()
  for (const { pair, day } of rows.filter(({ key }) => !inFile.has(key))) {
    const [latest] = (byPair.get(pair) ?? [])
      .filter((one) => one.day <= day && one.day >= shiftDay(day, -maxReversalDays) && !found.has(one.key))
      .toSorted((one, other) => (one.day < other.day ? 1 : -1))
    if (latest) found.add(latest.key)
  }
  return found
}
