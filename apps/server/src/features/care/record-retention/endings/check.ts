import type { ClientId } from '@attune/contract/common/ids'
import {
  type EndingFacts,
  type EndingStep,
  isListedForLong,
  stepOfEnding,
} from '@attune/contract/features/care/record-retention/record-ending.rules'
import { retentionOf } from '@attune/contract/features/care/record-retention/record-retention.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { eraseRecordIn } from '../../record-erasure/record-erasure.ts'
import { findRetentionFacts } from '../record-retention.queries.ts'
import { countEnding } from './counts.ts'
import type { SettledDay } from './settle.ts'

type Entry = {
  clientId: ClientId
  keptUntil: string
  listedAt: string
  confirmedAt: string | null
  toldAt: string | null
  postponedUntil: string | null
  databaseNow: string
}

/**
 * Checks one entry of the acting therapist that was not checked today: determines the end of its retention again, and erases its record if the
 * erasure was confirmed and is due. Returns the entry; null if all were checked.
 */
export async function checkNextEnding(tx: Tx, day: SettledDay): Promise<{ clientId: ClientId } | null> {
  const entry = await lockNextEnding(tx, day)
  if (!entry) return null
  const facts = await readEndingFacts(tx, entry, day)
  if (!facts) await deleteEnding(tx, entry)
  else await takeStep(tx, entry, { step: stepOfEnding(facts), keptUntil: facts.keptUntil }, day)
  return entry
}

/**
 * Returns an entry that was not checked today, and locks it. If a time of the entry is later than both clocks, replaces it by the later clock's time.
 */
async function lockNextEnding(tx: Tx, { now, today }: SettledDay): Promise<Entry | undefined> {
  const { rows } = await sql<Entry>`
    with clocks as (select greatest(${now}::timestamptz, clock_timestamp()) as latest, clock_timestamp() as database),
      next as (
        select e.client_id from app.record_ending e
        where e.therapist_id = ${tx.actor.id} and e.checked_on <> ${today}
        order by e.kept_until, e.client_id limit 1 for update skip locked
      )
    update app.record_ending e set checked_on = ${today}, listed_at = least(e.listed_at, c.latest), told_at = case when e.told_at > c.latest then c.latest else e.told_at end
    from next n, clocks c where e.therapist_id = ${tx.actor.id} and e.client_id = n.client_id
    returning e.client_id as "clientId", e.kept_until::text as "keptUntil", e.listed_at as "listedAt", e.confirmed_at as "confirmedAt",
      e.told_at as "toldAt", e.postponed_until::text as "postponedUntil", c.database as "databaseNow"`.execute(
    tx.kysely,
  )
  return rows[0]
}

type Locked = { isConnected: boolean; isHeld: boolean; heldAt: string | null; restoredAt: string | null }

/** Returns the facts about an entry on the day of the check, and locks its record; null if the record no longer exists. */
async function readEndingFacts(tx: Tx, entry: Entry, day: SettledDay): Promise<EndingFacts | null> {
  const { rows } = await tx.run<Locked>(
    `select is_connected as "isConnected", is_held as "isHeld", held_at as "heldAt", restored_at as "restoredAt"
    from def.lock_ending_record($1)`,
    [entry.clientId],
  )
  const [locked] = rows
  const record = locked && (await findRetentionFacts(tx, entry.clientId))
  if (!locked || !record) return null
  const { keptUntil } = retentionOf(record, record)
  const { confirmedAt, toldAt, postponedUntil } = entry
  const isSince = (moment: string | null) =>
    confirmedAt !== null && moment !== null && new Date(moment) >= new Date(confirmedAt)
  const isLongAfter = (moment: string) => isListedForLong(new Date(moment), day.now, new Date(entry.databaseNow))
  return {
    listedUntil: entry.keptUntil,
    keptUntil: postponedUntil !== null && postponedUntil > keptUntil ? postponedUntil : keptUntil,
    today: day.today,
    inAMonth: day.inAMonth,
    isConnected: locked.isConnected,
    isHeld: locked.isHeld || isSince(locked.heldAt),
    isConfirmed: confirmedAt !== null,
    isRestored: isSince(locked.restoredAt),
    isTold: day.isClosed && toldAt !== null && isLongAfter(toldAt),
    isListedForLong: isLongAfter(entry.listedAt),
    isPostponed: postponedUntil !== null,
  }
}

type Step = { step: EndingStep; keptUntil: string }

async function takeStep(tx: Tx, entry: Entry, { step, keptUntil }: Step, { now }: SettledDay): Promise<void> {
  if (step === 'erase') {
    // The erasure deletes the entry with the record.
    if (await eraseRecordIn(tx, entry.clientId, now)) await countEnding(tx, 'erased')
  } else if (step === 'leave') {
    await deleteEnding(tx, entry)
    if (entry.confirmedAt) await countEnding(tx, 'moved')
  } else if (step !== 'stay') {
    await saveEnding(tx, entry, { confirmed_at: null, kept_until: keptUntil, reminded_at: null })
    await countEnding(tx, step)
  } else if (keptUntil !== entry.keptUntil) {
    await saveEnding(tx, entry, { kept_until: keptUntil, reminded_at: null })
  }
}

type EndingValues = { confirmed_at?: null; kept_until: string; reminded_at: null }

async function saveEnding(tx: Tx, { clientId }: Entry, values: EndingValues): Promise<void> {
  await tx.kysely
    .updateTable('record_ending')
    .set(values)
    .where('therapist_id', '=', tx.actor.id)
    .where('client_id', '=', clientId)
    .execute()
}

async function deleteEnding(tx: Tx, { clientId }: Entry): Promise<void> {
  await tx.kysely
    .deleteFrom('record_ending')
    .where('therapist_id', '=', tx.actor.id)
    .where('client_id', '=', clientId)
    .execute()
}
