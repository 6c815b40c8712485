import type { ClientId, RecordHoldId } from '@attune/contract/common/ids'
import type { RecordHold } from '@attune/contract/features/care/record-retention/record-retention'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'

/** A hold with the record that it is about. */
export type HoldOf = { id: RecordHoldId; clientId: ClientId }

/** SQL condition that is true if the client record `of` has or had a legal hold. `of` has the columns of `app.client_name`. */
export const hasRecordHoldsSql = (of: RawBuilder<unknown>) =>
  sql<boolean>`exists (select from app.record_hold rh where rh.therapist_id = ${of}.therapist_id and rh.client_id = ${of}.id)`

/** Refuses with HELD if a record of the acting therapist has a legal hold that has not ended. */
export async function requireNotHeld(tx: Tx, clientId: ClientId): Promise<void> {
  const { rows } = await sql`
    select from app.record_hold h where h.therapist_id = ${tx.actor.id} and h.client_id = ${clientId} and h.ended_at is null`.execute(
    tx.kysely,
  )
  if (rows.length) throw createRefusal('HELD', 409)
}

/** Waits for an erasure of a record of the acting therapist, and prevents one until the transaction ends. Refuses with NOT_FOUND. */
export async function lockRecordToHold(tx: Tx, clientId: ClientId): Promise<void> {
  const { rows } = await tx.run<{ isThere: boolean }>('select def.lock_record_to_hold($1) as "isThere"', [clientId])
  if (!rows[0]?.isThere) throw notFound()
}

/** Returns the holds of a record of the acting therapist, latest first. */
export async function listHolds(tx: Tx, clientId: ClientId): Promise<RecordHold[]> {
  const { rows } = await sql<RecordHold>`
    select h.id, h.reason, h.placed_at as "placedAt", h.until_on::text as "untilOn", h.ended_at as "endedAt", h.ending
    from app.record_hold h where h.therapist_id = ${tx.actor.id} and h.client_id = ${clientId}
    order by h.placed_at desc, h.id limit 200`.execute(tx.kysely)
  return rows
}

export type RetentionFacts = {
  lastSessionAt: Date | null
  addedAt: Date
  leftAt: Date | null
  birthDate: string | null
  zone: string
  years: number
  majorityAge: number
}

/** The facts as the database returns them. */
export type RetentionRow = Omit<RetentionFacts, 'lastSessionAt' | 'addedAt' | 'leftAt'> & {
  lastSessionAt: string | null
  addedAt: string
  leftAt: string | null
}

/** The columns of a function of the database that returns the facts. */
export const retentionColumnsSql = sql`last_session_at as "lastSessionAt", added_at as "addedAt", left_at as "leftAt",
  birth_date::text as "birthDate", zone, years, majority_age as "majorityAge"`

/** Returns the facts of a row, with its instants as `Date`s. */
export function retentionFactsOf(row: RetentionRow): RetentionFacts {
  const momentOf = (instant: string | null) => (instant === null ? null : new Date(instant))
  return {
    ...row,
    lastSessionAt: momentOf(row.lastSessionAt),
    addedAt: new Date(row.addedAt),
    leftAt: momentOf(row.leftAt),
  }
}

/** Returns the facts that determine the end of the retention of a record of the acting therapist; null if there is no such record. */
export async function findRetentionFacts(tx: Tx, clientId: ClientId): Promise<RetentionFacts | null> {
  const { rows } = await sql<RetentionRow>`
    select ${retentionColumnsSql} from def.retention_of_record(${clientId}::uuid)`.execute(tx.kysely)
  return rows[0] ? retentionFactsOf(rows[0]) : null
}

/** Returns the facts that determine the end of the retention of a record of the acting therapist. Refuses with NOT_FOUND. */
export async function readRetentionFacts(tx: Tx, clientId: ClientId): Promise<RetentionFacts> {
  const facts = await findRetentionFacts(tx, clientId)
  if (!facts) throw notFound()
  return facts
}

type LockedHold = { untilOn: string; ending: RecordHold['ending'] }

/** Returns a hold of the acting therapist and locks it. Refuses with NOT_FOUND, also if it is about another record. */
export async function lockHold(tx: Tx, { id, clientId }: HoldOf): Promise<LockedHold> {
  const { rows } = await sql<LockedHold>`
    select h.until_on::text as "untilOn", h.ending from app.record_hold h
    where h.therapist_id = ${tx.actor.id} and h.id = ${id} and h.client_id = ${clientId} for update`.execute(tx.kysely)
  const [hold] = rows
  if (!hold) throw notFound()
  return hold
}
