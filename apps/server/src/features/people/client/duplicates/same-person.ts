import type { ClientId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound, createRefusal } from '../../../../platform/policy/refusal.ts'

/**
 * Returns the other records that are marked as the same person as this record, regardless of which of the
 * records has the mark.
 */
export async function listSamePersonRecords(
  tx: Tx,
  id: ClientId,
): Promise<{ id: ClientId; firstName: string; lastName: string }[]> {
  const { rows } = await sql<{ id: ClientId; firstName: string; lastName: string }>`
    select o.id, o.first_name as "firstName", o.last_name as "lastName" from app.client c
    join app.client o on o.therapist_id = c.therapist_id and o.id <> c.id
      and (o.same_as = c.id or o.id = c.same_as or o.same_as = c.same_as)
    where c.id = ${id} and c.therapist_id = ${tx.actor.id} order by o.joined_at, o.id`.execute(tx.kysely)
  return rows
}

/**
 * Marks a record as the same person as the record `as`. If `as` is null, removes the mark of this record. Refuses
 * with NOT_FOUND, and with BAD_REQUEST if both ids are equal.
 */
export async function markSamePerson(tx: Tx, act: { id: ClientId; as: string | null }, now: Date): Promise<void> {
  if (act.id === act.as) throw createRefusal('BAD_REQUEST', 400)
  const ids = act.as ? [act.id, act.as] : [act.id]
  // Locks the records in the order of their ids, so that concurrent calls wait for each other instead of deadlocking.
  const rows = await tx.kysely
    .selectFrom('client')
    .select(['id', 'same_as'])
    .where('id', 'in', ids)
    .where('therapist_id', '=', tx.actor.id)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  if (rows.length !== ids.length) throw notFound()
  const followers = (of: string) =>
    tx.kysely
      .selectFrom('client')
      .select('id')
      .where('therapist_id', '=', tx.actor.id)
      .where('same_as', '=', of)
      .execute()
  const mark = async (who: { id: ClientId }[], same_as: string | null) => {
    const whose = who.map((row) => row.id).filter((id) => id !== same_as)
    if (!whose.length) return
    await tx.kysely.updateTable('client').set({ same_as, updated_at: now }).where('id', 'in', whose).execute()
  }
  // All records of one person refer to one common record in `same_as`. A mark also changes the records that refer to
  // the marked record. If the mark is removed, the first of those records becomes the common record of the others.
  const own = await followers(act.id)
  if (!act.as) {
    const [first, ...rest] = own
    await mark([{ id: act.id }, ...own], null)
    if (first) await mark(rest, first.id)
    return
  }
  const first = rows.find((row) => row.id === act.as)?.same_as ?? act.as
  if (first !== act.id) await mark([{ id: act.id }, ...own], first)
}

/**
 * Marks two records of the therapist as different people. Repeating the call changes nothing. Refuses with NOT_FOUND,
 * and with BAD_REQUEST if both ids are equal.
 */
export async function markDifferentPeople(tx: Tx, act: { id: ClientId; from: string }): Promise<void> {
  if (act.id === act.from) throw createRefusal('BAD_REQUEST', 400)
  const [one_id = '', other_id = ''] = [act.id, act.from].sort()
  const both = await tx.kysely
    .selectFrom('client')
    .select('id')
    .where('id', 'in', [one_id, other_id])
    .where('therapist_id', '=', tx.actor.id)
    .orderBy('id')
    .forKeyShare()
    .execute()
  if (both.length !== 2) throw notFound()
  await tx.kysely
    .insertInto('client_apart')
    .values({ therapist_id: tx.actor.id, one_id, other_id })
    .onConflict((on) => on.doNothing())
    .execute()
}
