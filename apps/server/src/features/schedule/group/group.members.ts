import type { ClientId, GroupId, GroupMemberId, SessionId } from '@attune/contract/common/ids'
import type { ClientGroup, MemberNote } from '@attune/contract/features/schedule/group/group'
import { memberNoteLimit, membershipLimit, mostMembersFrom } from '@attune/contract/features/schedule/group/group.rules'
import { dayBounds } from '@attune/contract/common/time/time'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { describeChange } from '../../../platform/policy/audit.ts'
import { conflict, createRefusal, limitReached, notFound } from '../../../platform/policy/refusal.ts'
import { listNotesInGroup } from '../../care/note/note.ts'
import { readZone } from '../../people/profile/profile.ts'
import { addClientToSeries, removeClientFromSeriesOfGroup } from '../recurrence/recurrence.ts'
import { withCalendarLock } from '../schedule/schedule.ts'
import { inviteToSessions, declineSessionsOfMember, listClientsByIds } from '../session/session.ts'
import { lockGroup, readGroup } from './group.queries.ts'

export type NewMembership = { id: GroupMemberId; groupId: GroupId; clientId: ClientId; joinedOn: string }

/** Refuses with NOT_FOUND for a client record of another therapist, and with CLIENT_INACTIVE. */
export async function requireActiveClients(tx: Tx, ids: ClientId[]): Promise<void> {
  const clients = await listClientsByIds(tx, ids)
  if (clients.length !== ids.length) throw notFound()
  if (clients.some(({ status }) => status === 'inactive')) throw createRefusal('CLIENT_INACTIVE', 409)
}

export async function insertMemberships(tx: Tx, memberships: NewMembership[]): Promise<void> {
  if (!memberships.length) return
  const rows = memberships.map(({ id, groupId, clientId, joinedOn }) => ({
    id,
    therapist_id: tx.actor.id,
    group_id: groupId,
    client_id: clientId,
    joined_on: joinedOn,
  }))
  const { numInsertedOrUpdatedRows } = await tx.kysely
    .insertInto('client_group_member')
    .values(rows)
    .onConflict((on) => on.column('id').doNothing())
    .executeTakeFirst()
  if (numInsertedOrUpdatedRows !== BigInt(rows.length)) throw conflict()
}

/**
 * Adds a client to a group from a day on, and invites the client to the planned sessions of the group in `sessionIds`. The series of these sessions
 * include the client from then on. Repeating the same call changes nothing. Refuses with CONFLICT for the same id with other content, with NOT_FOUND,
 * CLIENT_INACTIVE and ALREADY_MEMBER, with LIMIT_REACHED and the limit if the group would have too many members on one day, and with CALL_TOO_LARGE
 * if the call of one of the sessions is in Attune and would have too many clients.
 */
export const addGroupMember = (
  tx: Tx,
  { sessionIds, ...added }: NewMembership & { sessionIds: SessionId[] },
  now: Date,
): Promise<ClientGroup> =>
  withCalendarLock(tx, tx.actor.id, async () => {
    const group = await insertMember(tx, added)
    if (!group) return readGroup(tx, added.groupId)
    if (!sessionIds.length) return group
    const from = await startOfDay(tx, added.joinedOn, now)
    const series = await inviteToSessions(tx, { ...added, from, sessionIds, act: added.id })
    await addClientToSeries(tx, series, added.clientId, now)
    return group
  })

/** Inserts a membership and returns the group; null if the same membership exists. Refuses as `addGroupMember` does, except with CALL_TOO_LARGE. */
async function insertMember(tx: Tx, added: NewMembership): Promise<ClientGroup | null> {
  const group = await lockGroup(tx, added.groupId)
  const { members } = group
  const known = members.find(({ id }) => id === added.id)
  if (known) {
    if (known.clientId !== added.clientId || known.joinedOn !== added.joinedOn) throw conflict()
    return null
  }
  await requireActiveClients(tx, [added.clientId])
  const own = members.filter(({ clientId }) => clientId === added.clientId)
  if (own.some(({ leftOn }) => leftOn === null || leftOn > added.joinedOn)) throw createRefusal('ALREADY_MEMBER', 409)
  if (members.length >= membershipLimit) throw limitReached(membershipLimit)
  if (mostMembersFrom([...members, { ...added, leftOn: null }], added.joinedOn) > group.memberLimit)
    throw limitReached(group.memberLimit)
  await insertMemberships(tx, [added])
  describeChange(tx, { after: { joinedOn: added.joinedOn } })
  return readGroup(tx, added.groupId)
}

/** Returns the start of a day, or `now` if that is later. Planned sessions from this instant on are on that day or on a later day. */
async function startOfDay(tx: Tx, day: string, now: Date): Promise<string> {
  const { from } = dayBounds(day, await readZone(tx))
  return from > now.toISOString() ? from : now.toISOString()
}

/**
 * Ends a membership. The client declines the planned sessions of the group from that day on, and the series of the group no longer include the
 * client. `isLateCounted` is true if the terms of cancellation apply. Repeating the call changes nothing. Refuses with NOT_FOUND, with BEFORE_JOINED,
 * and with CONFLICT if the membership ended on another day.
 */
export const removeGroupMember = (
  tx: Tx,
  { id, leftOn, isLateCounted }: { id: GroupMemberId; leftOn: string; isLateCounted: boolean },
  now: Date,
): Promise<ClientGroup> =>
  withCalendarLock(tx, tx.actor.id, async () => {
    const { group, member, isRepeat } = await endMembership(tx, { id, leftOn })
    if (isRepeat) return group
    const from = await startOfDay(tx, leftOn, now)
    const left = { groupId: group.id, clientId: member.clientId, from, act: id, isLateCounted }
    await declineSessionsOfMember(tx, left, now)
    await removeClientFromSeriesOfGroup(tx, group.id, member.clientId, now)
    return group
  })

/** Sets the day on which a membership ends. `isRepeat` is true if it already ends on that day. Refuses as `removeGroupMember` does. */
async function endMembership(tx: Tx, { id, leftOn }: { id: GroupMemberId; leftOn: string }) {
  const { groupId } = await findMembership(tx, id)
  const group = await lockGroup(tx, groupId)
  const known = group.members.find((member) => member.id === id)
  if (!known) throw notFound()
  if (known.leftOn === leftOn) return { group, member: known, isRepeat: true }
  if (known.leftOn !== null) throw conflict()
  if (leftOn < known.joinedOn) throw createRefusal('BEFORE_JOINED', 409)
  await tx.kysely.updateTable('client_group_member').set({ left_on: leftOn }).where('id', '=', id).execute()
  describeChange(tx, { after: { leftOn } })
  return { group: await readGroup(tx, group.id), member: known, isRepeat: false }
}

/** Returns the sessions of the group that have a note with text about a member. Refuses with NOT_FOUND. */
export async function listMemberNotes(tx: Tx, id: GroupMemberId): Promise<{ items: MemberNote[]; total: number }> {
  return listNotesInGroup(tx, { ...(await findMembership(tx, id)), limit: memberNoteLimit })
}

async function findMembership(tx: Tx, id: GroupMemberId): Promise<{ groupId: GroupId; clientId: ClientId }> {
  const row = await tx.kysely
    .selectFrom('client_group_member')
    .select(['group_id as groupId', 'client_id as clientId'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/**
 * Gives the memberships of the client record `from` to the record `into`, except in groups of which `into` is or was a member. The caller merges the
 * two records.
 */
export async function moveMemberships(tx: Tx, { from, into }: { from: ClientId; into: ClientId }): Promise<void> {
  await sql`
    insert into app.client_group_member (id, therapist_id, group_id, client_id, joined_on)
    select gen_random_uuid(), m.therapist_id, m.group_id, ${into}, m.joined_on from app.client_group_member m
    where m.therapist_id = ${tx.actor.id} and m.client_id = ${from} and m.left_on is null
      and not exists (select from app.client_group_member o where o.group_id = m.group_id and o.client_id = ${into})`.execute(
    tx.kysely,
  )
}
