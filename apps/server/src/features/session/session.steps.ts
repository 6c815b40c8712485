import { type SessionAction, type SessionStatus, stateAfter } from '@attune/contract/features/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { notFound } from '../../platform/policy/refusal.ts'
import { endOpenChanges } from './session.changes.ts'
import { afterthoughtSeconds, clientsIn, ownName, tellClients, tellTherapist } from './session.news.ts'
import { type Act, beginStep, type Known, note, setAnswers, setSession } from './session.record.ts'

/** The steps that need no time: those of the therapist. */
type TherapistStep = Extract<SessionAction, 'deny' | 'acceptOnBehalf' | 'cancel' | 'complete' | 'noShow' | 'correct'>
type ClientStep = Extract<SessionAction, 'withdraw' | 'accept' | 'decline'>

/** Takes a step of the acting therapist. Refuses NOT_FOUND, also of an absent client who has no part in it, and ILLEGAL_TRANSITION with the state of now. */
export async function takeStep(
  tx: Tx,
  action: TherapistStep,
  act: Act & { absent?: string[] },
  now: Date,
): Promise<void> {
  const [session, clients, name] = await Promise.all([
    beginStep(tx, action, act, now),
    clientsIn(tx, act.id),
    ownName(tx),
  ])
  if (!session) return
  const to = stateAfter(action, session.status)
  const absent = new Set(act.absent)
  if (absent.size > 0 && (await countIn(tx, session.id, [...absent])) < absent.size) throw notFound()
  await Promise.all([
    setSession(tx, session, { status: to }, now),
    action === 'acceptOnBehalf' && setAnswers(tx, session.id, 'accepted'),
    attend(tx, action, session, to, [...absent]),
    note(tx, { session, action, from: session.status, to, reason: act.reason, command: act.command }),
    ends(action) && endOpenChanges(tx, session.id, now),
    action === 'cancel' && tellClients(tx, 'session-cancelled', session, clients, { name }, afterthoughtSeconds),
    action === 'deny' && tellClients(tx, 'session-denied', session, clients, { name }),
    action === 'acceptOnBehalf' && tellClients(tx, 'session-accepted', session, clients, { name }),
  ])
}

const ends = (action: TherapistStep) => action === 'cancel' || action === 'complete' || action === 'noShow'

/** How many of these clients have a part in a session, whatever they answered. */
async function countIn(tx: Tx, session: string, clients: string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.session_client
    where session_id = ${session} and client_id = any (${clients}::uuid[])`.execute(tx.kysely)
  return rows[0]?.count ?? 0
}

/** Who was there: everybody but the absent, nobody, or after a correction the other of the two. */
function attend(tx: Tx, action: TherapistStep, session: Known, to: SessionStatus, absent: string[]) {
  if (action !== 'complete' && action !== 'noShow' && action !== 'correct') return null
  const attendance =
    to === 'no-show'
      ? sql<string>`'absent'`
      : sql<string>`case when client_id = any(${absent}::uuid[]) then 'absent' else 'attended' end`
  return tx.kysely
    .updateTable('session_client')
    .set({ attendance })
    .where('session_id', '=', session.id)
    .where('answer', '<>', 'declined')
    .execute()
}

/**
 * Takes a step of the acting client. With others the session is confirmed when the last who is awaited accepts, and
 * called off when nobody is left; until then only the own answer changes.
 */
export async function answerSession(tx: Tx, action: ClientStep, act: Act, now: Date): Promise<void> {
  const [session, others, record] = await Promise.all([
    beginStep(tx, action, act, now),
    othersIn(tx, act.id),
    ownRecordIn(tx, act.id),
  ])
  if (!session) return
  const whole =
    action === 'withdraw' || (action === 'accept' ? others.awaited === 0 : others.awaited + others.accepted === 0)
  const to = whole ? stateAfter(action, session.status) : session.status
  const alone = others.awaited + others.accepted === 0
  await Promise.all([
    setSession(tx, session, { status: to }, now),
    action !== 'withdraw' && setAnswers(tx, session.id, action === 'accept' ? 'accepted' : 'declined'),
    note(tx, {
      session,
      action,
      from: session.status,
      to,
      reason: act.reason,
      command: act.command,
      clientId: alone ? null : record,
    }),
    action === 'decline' && withdrawOpenChange(tx, session.id, now),
    tellTherapist(tx, toldAs[action], session),
  ])
}

const toldAs = { withdraw: 'session-withdrawn', accept: 'session-accepted', decline: 'session-declined' } as const

/** Whoever leaves a session asks nothing of it any more. */
const withdrawOpenChange = (tx: Tx, session: string, now: Date) =>
  tx.kysely
    .updateTable('change_request')
    .set({ state: 'withdrawn', answered_at: now })
    .where('session_id', '=', session)
    .where('state', 'in', ['open', 'countered'])
    .execute()

/** How the others of a session stand to it, which the acting client cannot see. To be asked under the lock of the session. */
export async function othersIn(tx: Tx, session: string): Promise<{ awaited: number; accepted: number }> {
  const { rows } = await sql<{ awaited: number; accepted: number }>`
    select awaited, accepted from def.others_in(${session})`.execute(tx.kysely)
  return rows[0] ?? { awaited: 0, accepted: 0 }
}

/** The record with which the acting client takes part. */
export async function ownRecordIn(tx: Tx, session: string): Promise<string | null> {
  const { rows } = await sql<{ client_id: string }>`
    select client_id from app.session_client where session_id = ${session}`.execute(tx.kysely)
  return rows[0]?.client_id ?? null
}
