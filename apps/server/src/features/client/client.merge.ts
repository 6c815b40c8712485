import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { conflict, notFound, refuse } from '../../platform/policy/refusal.ts'
import { isFull } from './doubles.queries.ts'
import { contactsOf, emergencyOf, saveContacts } from './client.contacts.ts'
import { eventOf, noteEvent } from './client.story.ts'

const places = 10

/** Whether anything hangs on a record that may not be lost: a session, a note. */
export async function hasContent(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ full: boolean }>`
    select ${isFull(sql`c`)} as full from app.client c where c.therapist_id = ${tx.actor.id} and c.id = ${id}`.execute(
    tx.kysely,
  )
  return rows[0]?.full ?? true
}

/**
 * Puts an empty record into another of the same therapist: its account, and the facts that the other lacks. Refuses NOT_FOUND,
 * NOT_EMPTY, BOTH_CONNECTED where both have an account; the same command again changes nothing. Answers whether an account went over.
 */
export async function mergeClient(
  tx: Tx,
  act: { id: string; into: string; command: string },
  now: Date,
): Promise<boolean> {
  if (act.id === act.into) throw refuse('BAD_REQUEST', 400)
  await tx.run('select def.lock_calendar($1)', [tx.actor.id])
  const before = await eventOf(tx, act.command)
  if (before) {
    if (before.client_id !== act.into || before.kind !== 'merged') throw conflict()
    return false
  }
  const both = await tx.kysely
    .selectFrom('client')
    .select(['id', 'account_id', 'email', 'phone', 'date_of_birth', 'address', 'version'])
    .where('id', 'in', [act.id, act.into])
    .where('therapist_id', '=', tx.actor.id)
    .orderBy('id')
    .forUpdate()
    .execute()
  const [from, into] = [both.find((row) => row.id === act.id), both.find((row) => row.id === act.into)]
  if (!from || !into) throw notFound()
  if (from.account_id && into.account_id) throw refuse('BOTH_CONNECTED', 409)
  if (await hasContent(tx, act.id)) throw refuse('NOT_EMPTY', 409)

  const [theirs, ours, theirFirst, ourFirst] = await Promise.all([
    contactsOf(tx, act.id),
    contactsOf(tx, act.into),
    emergencyOf(tx, act.id),
    emergencyOf(tx, act.into),
  ])
  if (from.account_id) await tx.run('select def.hand_over_account($1, $2)', [act.id, act.into])
  await tx.run('select def.drop_record($1)', [act.id])
  await saveContacts(tx, act.into, ourFirst ?? theirFirst ?? noOne, [...ours, ...theirs].slice(0, places))
  await tx.kysely
    .updateTable('client')
    .set({
      email: into.email ?? from.email,
      phone: into.phone || from.phone,
      date_of_birth: into.date_of_birth ?? from.date_of_birth,
      address: into.address || from.address,
      version: into.version + 1,
      updated_at: now,
    })
    .where('id', '=', act.into)
    .execute()
  await noteEvent(tx, { client: act.into, kind: 'merged', command: act.command })
  return from.account_id !== null
}

const noOne = { emergencyName: '', emergencyPhone: '', emergencyRelationship: '' }

/** The other records that bear the mark with this one, from either side. */
export async function samePersonAs(tx: Tx, id: string): Promise<{ id: string; firstName: string; lastName: string }[]> {
  const { rows } = await sql<{ id: string; firstName: string; lastName: string }>`
    select o.id, o.first_name as "firstName", o.last_name as "lastName" from app.client c
    join app.client o on o.therapist_id = c.therapist_id and o.id <> c.id
      and (o.same_as = c.id or o.id = c.same_as or o.same_as = c.same_as)
    where c.id = ${id} and c.therapist_id = ${tx.actor.id} order by o.joined_at, o.id`.execute(tx.kysely)
  return rows
}

/** Marks a record as the same person as another; `null` takes the mark away, from whoever bears it with this one. Refuses NOT_FOUND. */
export async function markSamePerson(tx: Tx, act: { id: string; as: string | null }, now: Date): Promise<void> {
  if (act.id === act.as) throw refuse('BAD_REQUEST', 400)
  const ids = act.as ? [act.id, act.as] : [act.id]
  // Locked in one order, so that two such acts wait for each other.
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
  const mark = async (who: { id: string }[], same_as: string | null) => {
    const whose = who.map((row) => row.id).filter((id) => id !== same_as)
    if (!whose.length) return
    await tx.kysely.updateTable('client').set({ same_as, updated_at: now }).where('id', 'in', whose).execute()
  }
  // All records of one person refer to one of them; whoever referred to this one goes along, or stays with the others.
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
