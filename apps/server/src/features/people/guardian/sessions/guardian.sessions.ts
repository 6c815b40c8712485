import type { ClientId, SessionId, TherapistId } from '@attune/contract/common/ids'
import type {
  GuardedChange,
  GuardedSession,
  GuardianHome,
} from '@attune/contract/features/people/guardian/guardian.sessions'
import type { GuardianRight } from '@attune/contract/features/people/guardian/guardian.rules'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { mayRequestChange } from '@attune/contract/features/schedule/session/session.states'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'
import {
  type ChangeRequestRow,
  countAwaitedSessions,
  findSessionRow,
  listAwaitedSessions,
  listChangeRequestsOfSession,
  listGuardedHistory,
  listGuardedSessions,
  readSessionsById,
  sessionCursorOf,
  toChangeRequest,
  toSession,
} from '../../../schedule/session/session.ts'
import { readTerms } from '../../../schedule/terms/terms.ts'

/** The client for whom a guardian acts, with the rights that are in force. */
export type ActedFor = { clientId: ClientId; therapistId: TherapistId; rights: ReadonlySet<GuardianRight> }

/** Returns the client for whom the guardian acts. Refuses with NOT_FOUND unless the guardian has all of `needed`. */
export async function requireRights(tx: Tx, clientId: ClientId, ...needed: GuardianRight[]): Promise<ActedFor> {
  const { rows } = await tx.run<{ therapistId: TherapistId; kind: GuardianRight }>(
    `select r.therapist_id as "therapistId", r.kind from app.guardian_right r where r.account_id = $1 and r.client_id = $2`,
    [tx.actor.id, clientId],
  )
  const rights = new Set(rows.map(({ kind }) => kind))
  const [first] = rows
  if (!first || !needed.every((kind) => rights.has(kind))) throw notFound()
  return { clientId, therapistId: first.therapistId, rights }
}

/** Returns a session as the guardian sees it, with the actions that the guardian may take. */
function toGuardedSession(session: Session, { rights }: ActedFor, now: Date): GuardedSession {
  const { id, startsAt, endsAt, durationMinutes, format, location, videoUrl, callInAttune } = session
  const { status, therapist, change, may } = session
  const mayAsk = rights.has('requests') && change === null && mayRequestChange(session, now)
  return {
    id,
    startsAt,
    endsAt,
    durationMinutes,
    format,
    location,
    videoUrl,
    callInAttune,
    status,
    therapist,
    change,
    may: {
      accept: may.accept,
      decline: may.decline,
      move: mayAsk,
      cancel: mayAsk,
      withdraw: may.withdraw && rights.has('requests'),
    },
  }
}

/** Returns one session as the guardian sees it. Refuses with NOT_FOUND. */
export async function readGuardedSession(tx: Tx, id: SessionId, acted: ActedFor, now: Date): Promise<GuardedSession> {
  const row = await findSessionRow(tx, id)
  if (!row) throw notFound()
  return toGuardedSession(toSession(row, tx.actor.role, now), acted, now)
}

type Page = { actingFor: ClientId; which: 'upcoming' | 'history'; after?: string | undefined; limit: number }

/** Returns one page of the sessions of a client. */
export async function listSessionsFor(tx: Tx, { actingFor, which, after, limit }: Page, now: Date) {
  const acted = await requireRights(tx, actingFor, 'sessions')
  const cursor = sessionCursorOf(after)
  const page = await listGuardedSessions(tx, actingFor, { which, limit, ...(cursor && { after: cursor }) }, now)
  return { ...page, items: page.items.map((session) => toGuardedSession(session, acted, now)) }
}

/** Returns a session with its history and change requests. */
export async function readSessionFor(tx: Tx, { actingFor, id }: { actingFor: ClientId; id: SessionId }, now: Date) {
  const acted = await requireRights(tx, actingFor, 'sessions')
  const [session, history, changes, terms] = await Promise.all([
    readGuardedSession(tx, id, acted, now),
    listGuardedHistory(tx, id, actingFor),
    listChangeRequestsOfSession(tx, id),
    readTerms(tx, acted.therapistId),
  ])
  return { session, history, changes: changes.map((row) => toGuardedChange(row, acted, now)), terms }
}

function toGuardedChange(row: ChangeRequestRow, { rights }: ActedFor, now: Date): GuardedChange {
  const { id, kind, state, late, proposedStartsAt, proposedEndsAt, counterStartsAt, counterEndsAt, may } =
    toChangeRequest(row, 'guardian', now)
  return {
    id,
    kind,
    state,
    late,
    proposedStartsAt,
    proposedEndsAt,
    counterStartsAt,
    counterEndsAt,
    may: {
      withdraw: may.withdraw && rights.has('requests'),
      acceptCounter: may.acceptCounter,
      declineCounter: may.declineCounter,
    },
  }
}

const shownUpcoming = 3

/** Returns the home page of a guardian: the counts of all clients and, if `actingFor` is set, the sessions of that client. */
export async function readGuardianHome(tx: Tx, actingFor: ClientId | undefined, now: Date): Promise<GuardianHome> {
  if (!actingFor) return { clients: await listCounts(tx, now), awaiting: [], upcoming: [] }
  const acted = await requireRights(tx, actingFor, 'sessions')
  const [clients, awaited] = await Promise.all([listCounts(tx, now), listAwaitedSessions(tx, [actingFor], now)])
  const ids = new Set(awaited)
  const [sessions, { items }] = await Promise.all([
    readSessionsById(tx, awaited, now),
    listGuardedSessions(tx, actingFor, { which: 'upcoming', limit: shownUpcoming + ids.size }, now),
  ])
  const shown = (list: readonly (Session | undefined)[]) =>
    list.flatMap((session) => (session ? [toGuardedSession(session, acted, now)] : []))
  return {
    clients,
    awaiting: shown(awaited.map((id) => sessions.get(id))),
    upcoming: shown(items.filter(({ id }) => !ids.has(id)).slice(0, shownUpcoming)),
  }
}

/** Returns, for each client of the guardian, the number of session times that await an answer and the start of the next session. */
async function listCounts(tx: Tx, now: Date): Promise<GuardianHome['clients']> {
  const { rows } = await tx.run<{ id: ClientId }>(
    `select c.id from app.guardian_right r join app.client_name c on c.therapist_id = r.therapist_id and c.id = r.client_id
     where r.account_id = $1 and r.kind = 'sessions' order by c.first_name, c.last_name, c.id`,
    [tx.actor.id],
  )
  const ids = rows.map(({ id }) => id)
  return countAwaitedSessions(tx, ids, now)
}
