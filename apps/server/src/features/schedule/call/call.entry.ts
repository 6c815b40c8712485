import type { CallId, PersonId, SessionId } from '@attune/contract/common/ids'
import { randomUUID } from 'node:crypto'
import { isCallOpen, maxLiveCalls } from '@attune/contract/features/schedule/call/call.rules'
import type { Session } from '@attune/contract/features/schedule/session/session'
import type { Tx } from '../../../platform/database/actor.ts'
import { describeChange } from '../../../platform/policy/audit.ts'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import { findOwnRow, presentSince } from './call.people.ts'
import { findPart, isRelayOnly, type Part, requireSession } from './call.sessions.ts'
import { standingOf } from './call.standing.ts'

type Entry = { sessionId: SessionId; whereabouts?: string | undefined; callName?: string | undefined }
type Joined = { callId: CallId; personId: PersonId; relayOnly: boolean }

/**
 * Starts the call of a session, or joins it. A client or guardian then waits in the waiting room, unless the therapist let them in within the last
 * minutes. Refuses with the errors of `call.join`.
 */
export async function joinCallOfSession(tx: Tx, entry: Entry, hasRelay: boolean, now: Date): Promise<Joined> {
  const session = await requireSession(tx, entry.sessionId, now)
  const part = await requirePart(tx, session, now)
  const relayOnly = await isRelayOnly(tx, session)
  if (relayOnly && !hasRelay) throw createRefusal('NO_RELAY', 409)
  await requireNotRemoved(tx, session)
  const callId = await openCall(tx, session, now)
  await enter(tx, { ...part, callId, session, entry }, now)
  describeChange(tx, { resourceId: callId, after: { sessionId: session.id } })
  return { callId, personId: part.guardianId ?? part.clientId ?? session.therapist.id, relayOnly }
}

async function requirePart(tx: Tx, session: Session, now: Date): Promise<Part> {
  const part = await findPart(tx, session)
  if (!part) throw createRefusal('NO_CALL', 409)
  if (isCallOpen(session, now)) return part
  throw createRefusal(now < new Date(session.startsAt) ? 'NOT_OPEN_YET' : 'OVER', 409)
}

/** Refuses a person whom the therapist has removed from a call of the session. */
async function requireNotRemoved(tx: Tx, { id }: Session): Promise<void> {
  if (tx.actor.role === 'therapist') return
  const removed = await tx.kysely
    .selectFrom('video_call_person')
    .select('person_id')
    .where('session_id', '=', id)
    .where('client_id', 'is not', null)
    .where('removed_at', 'is not', null)
    .executeTakeFirst()
  if (removed) throw createRefusal('REMOVED', 409)
}

/**
 * Returns the open call of a session, or starts a call. Two people who join at the same time get the same call. Refuses with TOO_MANY_CALLS, and with
 * OVER if another person has started and ended the call in the meantime.
 */
async function openCall(tx: Tx, session: Session, now: Date): Promise<CallId> {
  const find = () =>
    tx.kysely
      .selectFrom('video_call')
      .select('id')
      .where('session_id', '=', session.id)
      .where('ended_at', 'is', null)
      .executeTakeFirst()
  const known = await find()
  if (known) return known.id
  const { rows } = await tx.run<{ may: boolean }>('select def.may_start_call($1, $2, $3) as may', [
    session.id,
    presentSince(now),
    maxLiveCalls,
  ])
  if (!rows[0]?.may) throw createRefusal('TOO_MANY_CALLS', 409)
  await tx.kysely
    .insertInto('video_call')
    .values({ id: randomUUID(), therapist_id: session.therapist.id, session_id: session.id, started_at: now })
    .onConflict((on) => on.columns(['therapist_id', 'session_id']).where('ended_at', 'is', null).doNothing())
    .execute()
  const started = await find()
  // Another person has started and ended the call in the meantime.
  if (!started) throw createRefusal('OVER', 409)
  return started.id
}

type Entering = Part & { callId: CallId; session: Session; entry: Entry }

async function enter(tx: Tx, { callId, clientId, guardianId, session, entry }: Entering, now: Date): Promise<void> {
  const common = { call_id: callId, therapist_id: session.therapist.id, session_id: session.id, seen_at: now }
  if (tx.actor.role === 'therapist') {
    await tx.kysely
      .insertInto('video_call_person')
      .values({ ...common, admitted_at: now })
      .onConflict((on) => on.columns(['call_id', 'person_id']).doUpdateSet({ seen_at: now, admitted_at: now }))
      .execute()
    return
  }
  const own = await findOwnRow(tx, callId)
  const isStill = own !== undefined && standingOf(own, now) === 'admitted'
  const said = {
    ...(entry.whereabouts !== undefined && { whereabouts: entry.whereabouts || null }),
    ...(entry.callName !== undefined && { call_name: entry.callName }),
  }
  await tx.kysely
    .insertInto('video_call_person')
    .values({
      ...common,
      client_id: clientId,
      ...(guardianId && { guardian_id: guardianId }),
      waiting_since: now,
      ...said,
    })
    .onConflict((on) =>
      on
        .columns(['call_id', 'person_id'])
        .doUpdateSet({ seen_at: now, ...(!isStill && { waiting_since: now }), ...said }),
    )
    .execute()
}
