import type { CallId, ClientId, PersonId, SessionId } from '@attune/contract/common/ids'
import type { InferContractRouterOutputs } from '@orpc/contract'
import type { Contract } from '@attune/contract'
import { isCallOpen } from '@attune/contract/features/schedule/call/call.rules'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { readSessionsById } from '../session/session.ts'
import { readCallTerms } from '../terms/terms.ts'
import { findNameInCall, listGuardiansInCalls, namePerson } from './call.guardians.ts'
import { presentSince } from './call.people.ts'
import { findPart, isRelayOnly, requireSession } from './call.sessions.ts'
import { standingOf, type StandingMoments } from './call.standing.ts'

type Outputs = InferContractRouterOutputs<Contract>['call']

/** Returns the data of the page before the call of a session. Refuses with NOT_FOUND. */
export async function readCallRoom(tx: Tx, sessionId: SessionId, relay: boolean, now: Date): Promise<Outputs['room']> {
  const session = await requireSession(tx, sessionId, now)
  const part = await findPart(tx, session)
  const isTherapist = tx.actor.role === 'therapist'
  const callTerms = await readCallTerms(tx, session.therapist.id)
  const { startsAt, endsAt, therapist, participants } = session
  const present = participants.filter(({ answer }) => answer !== 'declined')
  const isGuardian = tx.actor.role === 'guardian'
  const isAlone = session.therapyType === 'individual' || (isTherapist && present.length === 1)
  return {
    session: { startsAt, endsAt },
    therapist: {
      personId: therapist.id,
      firstName: therapist.name.split(' ')[0] ?? therapist.name,
      name: therapist.name,
      phone: callTerms.callPhone || null,
    },
    others: isTherapist ? await listPeople(tx, session, present) : [],
    isOpen: part !== null && isCallOpen(session, now),
    isInAttune: part !== null,
    therapistIsThere: await isTherapistThere(tx, sessionId, now),
    asksWhereabouts: !isTherapist && callTerms.asksWhereabouts,
    asksCallName: isGuardian
      ? part !== null && (await findNameInCall(tx, sessionId)) === null
      : !isTherapist && session.therapyType === 'group',
    conversationId: isAlone && !isGuardian ? (present[0]?.clientId ?? null) : null,
    guardianOf: isGuardian ? (present.find(({ clientId }) => clientId === part?.clientId)?.firstName ?? '') : null,
    relay,
    relayOnly: await isRelayOnly(tx, session),
  }
}

/**
 * Returns the people whom the therapist sees before the call: the clients of a session who have not declined, and the guardians who have joined its
 * open call, each with their answer to the question about their location.
 */
async function listPeople(
  tx: Tx,
  session: Session,
  present: readonly { clientId: ClientId }[],
): Promise<Outputs['room']['others']> {
  const { rows } = await sql<{ personId: PersonId }>`
    select p.person_id as "personId"
    from app.video_call_person p join app.video_call c on c.therapist_id = p.therapist_id and c.id = p.call_id
    where p.session_id = ${session.id} and p.client_id is not null and c.ended_at is null`.execute(tx.kysely)
  const here = new Set(rows.map(({ personId }) => personId))
  const whereabouts = await readWhereabouts(tx, session.id, 'open call')
  const guardians = await listGuardiansInCalls(tx, [session.id])
  const joined = guardians.filter(({ id }) => here.has(id))
  return [...present.map(({ clientId }) => ({ id: clientId, clientId })), ...joined].map(({ id, clientId }) => ({
    personId: id,
    clientId,
    ...namePerson(session, guardians, id),
    whereabouts: whereabouts.get(id) ?? null,
  }))
}

/**
 * Returns the latest answers of the clients and guardians of a session to the question about their location. Only the therapist may read them;
 * returns no answers to any other actor.
 */
async function readWhereabouts(
  tx: Tx,
  sessionId: SessionId,
  of: 'open call' | 'all calls',
): Promise<Map<PersonId, string>> {
  if (tx.actor.role !== 'therapist') return new Map()
  const { rows } = await sql<{ personId: PersonId; whereabouts: string }>`
    select p.person_id as "personId", p.whereabouts
    from app.video_call_person p join app.video_call c on c.therapist_id = p.therapist_id and c.id = p.call_id
    where p.session_id = ${sessionId} and p.whereabouts is not null and (c.ended_at is null or ${of === 'all calls'})
    order by p.seen_at`.execute(tx.kysely)
  return new Map(rows.map(({ personId, whereabouts }) => [personId, whereabouts]))
}

async function isTherapistThere(tx: Tx, sessionId: SessionId, now: Date): Promise<boolean> {
  const since = presentSince(now)
  if (tx.actor.role !== 'therapist') {
    const { rows } = await tx.run<{ is: boolean }>('select def.is_therapist_in_call($1, $2) as is', [sessionId, since])
    return rows[0]?.is === true
  }
  const row = await tx.kysely
    .selectFrom('video_call_person as p')
    .innerJoin('video_call as c', (on) =>
      on.onRef('c.therapist_id', '=', 'p.therapist_id').onRef('c.id', '=', 'p.call_id'),
    )
    .select('p.person_id')
    .where('p.session_id', '=', sessionId)
    .where('p.client_id', 'is', null)
    .where('p.seen_at', '>', since)
    .where('p.last_left_at', 'is', null)
    .where('c.ended_at', 'is', null)
    .executeTakeFirst()
  return row !== undefined
}

type PersonRow = StandingMoments & {
  callId: CallId
  sessionId: SessionId
  personId: PersonId
  whereabouts: string | null
}

/** Returns the clients and guardians who wait for the acting therapist, the longest waiting first. */
export async function listWaiting(tx: Tx, now: Date): Promise<Outputs['waiting']> {
  const { rows } = await sql<PersonRow>`
    select p.call_id as "callId", p.session_id as "sessionId", p.person_id as "personId", p.whereabouts, p.waiting_since as "waitingSince",
      p.admitted_at as "admittedAt", p.seen_at as "seenAt", p.removed_at as "removedAt", p.last_left_at as "lastLeftAt"
    from app.video_call_person p join app.video_call c on c.therapist_id = p.therapist_id and c.id = p.call_id
    where p.therapist_id = ${tx.actor.id} and p.waiting_since is not null and p.seen_at > ${presentSince(now)} and c.ended_at is null
    order by p.waiting_since, p.person_id`.execute(tx.kysely)
  const waiting = rows.filter((row) => standingOf(row, now) === 'waiting')
  const ids = [...new Set(waiting.map(({ sessionId }) => sessionId))]
  const sessions = await readSessionsById(tx, ids, now)
  const guardians = await listGuardiansInCalls(tx, ids)
  return {
    items: waiting.map(({ callId, sessionId, personId, whereabouts, waitingSince }) => ({
      callId,
      sessionId,
      personId,
      ...namePerson(sessions.get(sessionId), guardians, personId),
      since: waitingSince ?? '',
      whereabouts,
    })),
  }
}

type TimeRow = { personId: PersonId; isTherapist: boolean; joinedAt: string; leftAt: string | null; seconds: number }

/**
 * Returns the times that people have spent in the calls of a session: the times of everyone for the therapist, and only the actor's own times for a
 * client or guardian. Refuses with NOT_FOUND.
 */
export async function listTimesInCall(tx: Tx, sessionId: SessionId, now: Date): Promise<Outputs['ofSession']> {
  const session = await requireSession(tx, sessionId, now)
  const { rows } = await sql<TimeRow>`
    select p.person_id as "personId", p.client_id is null as "isTherapist", min(p.first_joined_at) as "joinedAt",
      case when bool_or(c.ended_at is null and p.last_left_at is null and p.seen_at > ${presentSince(now)}) then null
        else max(coalesce(p.last_left_at, p.seen_at)) end as "leftAt", sum(p.seconds)::int as seconds
    from app.video_call_person p join app.video_call c on c.therapist_id = p.therapist_id and c.id = p.call_id
    where p.session_id = ${sessionId} and p.first_joined_at is not null and (${tx.actor.role === 'therapist'} or p.client_id is not null)
    group by p.person_id, p.client_id is null order by min(p.first_joined_at)`.execute(tx.kysely)
  const guardians = await listGuardiansInCalls(tx, [sessionId])
  const whereabouts = await readWhereabouts(tx, sessionId, 'all calls')
  return {
    items: rows.map(({ seconds, ...row }) => ({
      ...row,
      ...(row.isTherapist
        ? { name: session.therapist.name, guardianOf: null }
        : namePerson(session, guardians, row.personId)),
      minutes: Math.round(seconds / 60),
      whereabouts: whereabouts.get(row.personId) ?? null,
    })),
  }
}
