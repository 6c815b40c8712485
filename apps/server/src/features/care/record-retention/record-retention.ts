import type { ClientId } from '@attune/contract/common/ids'
import { todayIn } from '@attune/contract/common/time/time'
import type { RecordRetention } from '@attune/contract/features/care/record-retention/record-retention'
import { holdUntil, retentionOf } from '@attune/contract/features/care/record-retention/record-retention.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { conflict, createRefusal } from '../../../platform/policy/refusal.ts'
import { readRecordEnding } from './endings/list.ts'
import { type HoldOf, listHolds, lockHold, lockRecordToHold, readRetentionFacts } from './record-retention.queries.ts'

export { hasRecordHoldsSql, requireNotHeld } from './record-retention.queries.ts'

/**
 * Returns the day until which a record of the acting therapist is kept, its holds, and its entry on the list of records whose retention ends. Refuses
 * with NOT_FOUND.
 */
export async function readRecordRetention(tx: Tx, clientId: ClientId): Promise<RecordRetention> {
  const [facts, holds, ending] = await Promise.all([
    readRetentionFacts(tx, clientId),
    listHolds(tx, clientId),
    readRecordEnding(tx, clientId),
  ])
  return {
    ...retentionOf(facts, facts),
    years: facts.years,
    hold: holds.find(({ endedAt }) => endedAt === null) ?? null,
    earlier: holds.filter(({ endedAt }) => endedAt !== null),
    ending,
  }
}

/**
 * Places a legal hold on a record of the acting therapist, for a year. Repeating the call changes nothing. Refuses with NOT_FOUND, with ALREADY_HELD
 * if the record has another hold, and with CONFLICT if the id is in use.
 */
export async function addRecordHold(tx: Tx, hold: HoldOf & { reason: string }, now: Date): Promise<void> {
  await lockRecordToHold(tx, hold.clientId)
  const { zone } = await readRetentionFacts(tx, hold.clientId)
  const { rows } = await sql`
    insert into app.record_hold (id, therapist_id, client_id, reason, placed_at, until_on)
    values (${hold.id}, ${tx.actor.id}, ${hold.clientId}, ${hold.reason}, ${now}, ${holdUntil(todayIn(zone, now))})
    on conflict do nothing returning id`.execute(tx.kysely)
  if (rows.length) return
  const holds = await listHolds(tx, hold.clientId)
  const same = holds.find(({ id }) => id === hold.id)
  if (same?.reason === hold.reason) return
  throw !same && holds.some(({ endedAt }) => endedAt === null) ? createRefusal('ALREADY_HELD', 409) : conflict()
}

/** Renews a hold of the acting therapist for a year from today. Refuses with NOT_FOUND and ENDED. */
export async function renewRecordHold(tx: Tx, hold: HoldOf, now: Date): Promise<void> {
  const { untilOn, ending } = await lockHold(tx, hold)
  if (ending) throw createRefusal('ENDED', 409)
  const { zone } = await readRetentionFacts(tx, hold.clientId)
  const until = holdUntil(todayIn(zone, now))
  if (until <= untilOn) return
  await sql`
    update app.record_hold h set until_on = ${until}, reminded_at = null
    where h.therapist_id = ${tx.actor.id} and h.id = ${hold.id}`.execute(tx.kysely)
}

/** Ends a hold of the acting therapist. Repeating the call changes nothing. Refuses with NOT_FOUND, and with ENDED if its year was over. */
export async function endRecordHold(tx: Tx, hold: HoldOf, now: Date): Promise<void> {
  const { ending } = await lockHold(tx, hold)
  if (ending === 'ended') return
  if (ending) throw createRefusal('ENDED', 409)
  await sql`
    update app.record_hold h set ended_at = ${now}, ending = 'ended'
    where h.therapist_id = ${tx.actor.id} and h.id = ${hold.id}`.execute(tx.kysely)
}
