import type { ClientId, GroupId, SessionId } from '@attune/contract/common/ids'
import { slotHoldingStatuses } from '@attune/contract/features/schedule/session/session.states'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import { lateness } from '@attune/contract/features/schedule/terms/terms.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import { readTerms } from '../../terms/terms.ts'
import { expireChangeRequestsOf } from '../change-requests/rows.ts'
import { notifyOfBulkCommand } from '../notify/bulk-notifications.ts'
import { recordHistoryEvents } from '../commands/history-events.ts'
import { requireFittingCall } from '../commands/call-place.ts'

type PlannedSession = {
  id: SessionId
  seriesId: string | null
  status: SessionStatus
  startsAt: string
  bookedAt: string
  /** The client's answer; null if the client does not take part. */
  answer: string | null
  /** The number of other participants who have not declined. */
  others: number
  /** Whether the call of the session is in Attune. */
  callInAttune: boolean
}

type OfMember = { groupId: GroupId; clientId: ClientId; from: string }

/** Locks the planned sessions of a group of the acting therapist from an instant on, sorted by id, each with the answer of one client. */
async function lockPlannedSessions(tx: Tx, { groupId, clientId, from }: OfMember): Promise<PlannedSession[]> {
  const { rows } = await sql<PlannedSession>`
    select s.id, s.series_id as "seriesId", s.status, s.starts_at as "startsAt", s.booked_at as "bookedAt",
      (select c.answer from app.session_client c
        where c.therapist_id = s.therapist_id and c.session_id = s.id and c.client_id = ${clientId}) as answer,
      (select count(*)::int from app.session_client c
        where c.therapist_id = s.therapist_id and c.session_id = s.id and c.client_id <> ${clientId} and c.answer <> 'declined') as others,
      s.in_attune as "callInAttune"
    from app.session s where s.therapist_id = ${tx.actor.id} and s.group_id = ${groupId} and s.starts_at >= ${from} and s.deleted_at is null
      and s.status = any (${[...slotHoldingStatuses]}::text[]) order by s.id for update of s`.execute(tx.kysely)
  return rows
}

/**
 * Invites a client to planned sessions of a group, with one notification for all of them. In a confirmed session the client counts as accepted. The
 * caller holds the lock of the calendar. Returns the series of the sessions. Refuses with NOT_FOUND if an id does not belong to a planned session of
 * the group, and with CALL_TOO_LARGE if the call of a session is in Attune and would have too many clients.
 */
export async function inviteToSessions(
  tx: Tx,
  invited: OfMember & { sessionIds: SessionId[]; act: string },
): Promise<string[]> {
  const planned = await lockPlannedSessions(tx, invited)
  const sessions = planned.filter(({ id }) => invited.sessionIds.includes(id))
  if (sessions.length !== new Set(invited.sessionIds).size) throw notFound()
  const added = sessions.filter(({ answer }) => answer === null || answer === 'declined')
  if (!added.length) return []
  for (const session of added) requireFittingCall(session, session.others + 1)
  const rows = added.map(({ id, startsAt, status }) => ({
    therapist_id: tx.actor.id,
    session_id: id,
    client_id: invited.clientId,
    starts_at: startsAt,
    answer: status === 'confirmed' ? 'accepted' : 'awaited',
  }))
  await tx.kysely
    .insertInto('session_client')
    .values(rows)
    .onConflict((on) =>
      on
        .columns(['session_id', 'client_id'])
        .doUpdateSet({ answer: sql`excluded.answer`, late_cancel: false, starts_at: sql`excluded.starts_at` }),
    )
    .execute()
  await recordHistoryEvents(
    tx,
    invited.act,
    added.map((one) => membershipEventOf(one, 'create', one.status, invited.clientId)),
  )
  await notifyOfBulkCommand(tx, 'series-planned', invited.act, plannedIdsOf(added), 0, invited.clientId)
  return seriesOf(added)
}

/**
 * Declines the planned sessions of a group from an instant on for one client, with one notification for all of them. A session without other
 * participants is cancelled. With `isLateCounted`, a cancellation that is late by the terms is marked as late. The caller holds the lock of the
 * calendar.
 */
export async function declineSessionsOfMember(
  tx: Tx,
  left: OfMember & { act: string; isLateCounted: boolean },
  now: Date,
): Promise<void> {
  const [planned, terms] = await Promise.all([lockPlannedSessions(tx, left), readTerms(tx, tx.actor.id)])
  const sessions = planned.filter(({ answer }) => answer !== null && answer !== 'declined')
  if (!sessions.length) return
  const ended = sessions.filter(({ others }) => others === 0)
  const late = sessions.filter((one) => left.isLateCounted && lateness(terms.cancel, one, now) !== 'free')
  // The notification goes to the participants who have not declined, so it is created before the client's answer changes to declined.
  await notifyOfBulkCommand(tx, 'sessions-cancelled', left.act, plannedIdsOf(sessions), 0, left.clientId)
  await sql`
    update app.session_client set answer = 'declined', late_cancel = session_id = any (${plannedIdsOf(late)}::uuid[])
    where therapist_id = ${tx.actor.id} and client_id = ${left.clientId} and session_id = any (${plannedIdsOf(sessions)}::uuid[])`.execute(
    tx.kysely,
  )
  await sql`
    update app.session set revision = revision + 1, updated_at = ${now},
      status = case when id = any (${plannedIdsOf(ended)}::uuid[]) then 'cancelled' else status end
    where therapist_id = ${tx.actor.id} and id = any (${plannedIdsOf(sessions)}::uuid[])`.execute(tx.kysely)
  const events = sessions.map((one) =>
    membershipEventOf(
      one,
      'cancel',
      ended.includes(one) ? 'cancelled' : one.status,
      ended.includes(one) ? null : left.clientId,
    ),
  )
  await recordHistoryEvents(tx, left.act, events)
  await expireChangeRequestsOf(tx, plannedIdsOf(sessions), now, left.clientId)
}

const plannedIdsOf = (sessions: PlannedSession[]) => sessions.map(({ id }) => id)
const seriesOf = (sessions: PlannedSession[]) => [...new Set(sessions.flatMap(({ seriesId }) => seriesId ?? []))]

const membershipEventOf = (
  { id, status, startsAt }: PlannedSession,
  action: 'create' | 'cancel',
  to: SessionStatus,
  clientId: ClientId | null,
) => ({ sessionId: id, action, from: status, to, before: startsAt, after: startsAt, clientId })
