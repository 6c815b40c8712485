import type { NewSession } from '@attune/contract/features/session'
import {
  maySession,
  type SessionAction,
  sessionSteps,
  type SessionStatus,
} from '@attune/contract/features/session.states'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { Tx } from '../../platform/database/actor.ts'
import { conflict, notFound, refuse } from '../../platform/policy/refusal.ts'
import { clientsIn, clientsOf, ownName, tellClients, tellTherapist } from './session.news.ts'
import { conflictsWith, lockCalendar, type Slot } from './session.slot.ts'

export { sessionsById } from './session.by-id.ts'
export { remindAnew } from './session.reminders.ts'

export type Plan = z.output<typeof NewSession>
/** One act upon a session; `command` makes a repeat harmless. */
export type Act = { id: string; command: string; reason?: string }
export type Move = Act & { startsAt: string; durationMinutes: number; agreed: boolean }

const minutes = (count: number) => count * 60_000
/** A mail of a move or a cancel waits this long: a further move within it takes its place. */
const afterthoughtSeconds = 60

/**
 * Plans a session of the acting therapist. The same id with the same content again changes nothing.
 * Refuses SLOT_TAKEN with what is in the way, CLIENT_INACTIVE, NOT_FOUND for a record that is not the therapist's.
 * An id that another therapist has taken cannot be seen here: it ends in a violation of `session_pkey`.
 */
export async function planSession(tx: Tx, plan: Plan): Promise<void> {
  const therapistId = tx.actor.id as string
  const slot: Slot = {
    id: plan.id,
    therapistId,
    startsAt: plan.startsAt,
    endsAt: endOf(plan.startsAt, plan.durationMinutes),
  }
  const [, conflicts, clients, known, name] = await Promise.all([
    lockCalendar(tx, therapistId),
    conflictsWith(tx, slot),
    clientsOf(tx, plan.clientIds),
    tx.kysely
      .selectFrom('session')
      .select(['starts_at', 'ends_at', 'format', 'location'])
      .where('id', '=', plan.id)
      .executeTakeFirst(),
    ownName(tx),
  ])
  if (known) {
    const same =
      known.starts_at === slot.startsAt &&
      known.ends_at === slot.endsAt &&
      known.format === plan.format &&
      known.location === plan.location
    if (!same) throw conflict()
    return
  }
  if (clients.length !== plan.clientIds.length) throw notFound()
  if (clients.some((client) => client.status === 'inactive')) throw refuse('CLIENT_INACTIVE', 409)
  if (conflicts.length) throw refuse('SLOT_TAKEN', 409, { conflicts })

  const status: SessionStatus = plan.agreed ? 'confirmed' : 'scheduled'
  const answer = plan.agreed ? 'accepted' : 'awaited'
  const inserted = tx.kysely
    .insertInto('session')
    .values({
      id: plan.id,
      therapist_id: therapistId,
      starts_at: slot.startsAt,
      ends_at: slot.endsAt,
      format: plan.format,
      therapy_type: plan.therapyType,
      location: plan.location,
      status,
    })
    .execute()
  const joined = tx.kysely
    .insertInto('session_client')
    .values(
      clients.map(({ id }) => ({
        therapist_id: therapistId,
        session_id: plan.id,
        client_id: id,
        starts_at: slot.startsAt,
        answer,
      })),
    )
    .execute()
  const noted = note(
    tx,
    { id: plan.id, command: plan.id },
    { therapistId, action: 'create', from: null, to: status, before: null, after: slot.startsAt },
  )
  const subject = { id: plan.id, therapistId, sequence: 0, startsAt: slot.startsAt }
  const told = tellClients(tx, 'session-planned', subject, clients, { name })
  await Promise.all([inserted, joined, noted, told])
}

/** Takes one step of the state machine that needs no new time. Refuses NOT_FOUND and ILLEGAL_TRANSITION with the state of now. */
export async function takeStep(tx: Tx, action: Exclude<SessionAction, 'move'>, act: Act, now: Date): Promise<void> {
  const byTherapist = action === 'cancel' || action === 'acceptOnBehalf'
  const [session, clients, name] = await Promise.all([
    beginStep(tx, action, act, now),
    byTherapist ? clientsIn(tx, act.id) : [],
    byTherapist ? ownName(tx) : '',
  ])
  if (!session) return
  const to = sessionSteps[action].to
  const answer = { accept: 'accepted', acceptOnBehalf: 'accepted', decline: 'declined', cancel: null }[action]
  await Promise.all([
    setState(tx, act.id, session.status, { status: to, updated_at: now }),
    answer && setAnswers(tx, act.id, { answer }),
    note(tx, act, {
      therapistId: session.therapistId,
      action,
      from: session.status,
      to,
      before: session.startsAt,
      after: session.startsAt,
    }),
    action === 'cancel' && tellClients(tx, 'session-cancelled', session, clients, { name }, afterthoughtSeconds),
    action === 'acceptOnBehalf' && tellClients(tx, 'session-accepted', session, clients, { name }),
    (action === 'accept' || action === 'decline') && tellTherapist(tx, action, session),
  ])
}

/** Moves a session to another time after a fresh look for conflicts; the row, its history and its id stay. */
export async function moveSession(tx: Tx, move: Move, now: Date): Promise<void> {
  const therapistId = tx.actor.id as string
  const slot: Slot = {
    id: move.id,
    therapistId,
    startsAt: move.startsAt,
    endsAt: endOf(move.startsAt, move.durationMinutes),
  }
  const [, conflicts, session, clients, name] = await Promise.all([
    lockCalendar(tx, therapistId),
    conflictsWith(tx, slot),
    beginStep(tx, 'move', move, now),
    clientsIn(tx, move.id),
    ownName(tx),
  ])
  if (!session) return
  if (conflicts.length) throw refuse('SLOT_TAKEN', 409, { conflicts })
  const to: SessionStatus = move.agreed ? 'confirmed' : sessionSteps.move.to
  const moved = { ...session, startsAt: slot.startsAt, sequence: session.sequence + 1 }
  await Promise.all([
    setState(tx, move.id, session.status, {
      status: to,
      starts_at: slot.startsAt,
      ends_at: slot.endsAt,
      sequence: moved.sequence,
      updated_at: now,
    }),
    setAnswers(tx, move.id, { starts_at: slot.startsAt, answer: move.agreed ? 'accepted' : 'awaited' }),
    note(tx, move, {
      therapistId,
      action: 'move',
      from: session.status,
      to,
      before: session.startsAt,
      after: slot.startsAt,
    }),
    tellClients(tx, 'session-moved', moved, clients, { name, startsAtBefore: session.startsAt }, afterthoughtSeconds),
  ])
}

type Known = { id: string; therapistId: string; status: SessionStatus; startsAt: string; sequence: number }

/** Locks the session and finds out whether the act is new and legal; null where it has taken effect before. */
async function beginStep(tx: Tx, action: SessionAction, act: Act, now: Date): Promise<Known | null> {
  const found = sql<Known>`
    select id, therapist_id as "therapistId", status, starts_at as "startsAt", sequence from app.session
    where id = ${act.id} for update`.execute(tx.kysely)
  const repeated = sql<{ session_id: string; action: string }>`
    select session_id, action from app.session_history where command = ${act.command}`.execute(tx.kysely)
  const session = (await found).rows[0]
  if (!session) throw notFound()
  const before = (await repeated).rows[0]
  if (before) {
    if (before.session_id !== act.id || before.action !== action) throw conflict()
    return null
  }
  const viewer = tx.actor.role === 'therapist' ? 'therapist' : 'client'
  if (!maySession(action, viewer, session, now)) throw refuse('ILLEGAL_TRANSITION', 409, { status: session.status })
  return session
}

type Change = Partial<{ status: SessionStatus; starts_at: string; ends_at: string; sequence: number }> & {
  updated_at: Date
}

async function setState(tx: Tx, id: string, expected: SessionStatus, change: Change) {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('session')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', expected)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('a locked session changed its state')
}

/** Sets the answers that the actor may set: row security leaves a client only its own. */
const setAnswers = (tx: Tx, session: string, set: { answer: string; starts_at?: string }) =>
  tx.kysely.updateTable('session_client').set(set).where('session_id', '=', session).execute()

type Step = {
  therapistId: string
  action: string
  from: SessionStatus | null
  to: SessionStatus
  before: string | null
  after: string
}

const note = (tx: Tx, act: Act, step: Step) =>
  tx.kysely
    .insertInto('session_history')
    .values({
      therapist_id: step.therapistId,
      session_id: act.id,
      by_account: tx.actor.id as string,
      by_role: tx.actor.role,
      action: step.action,
      from_status: step.from,
      to_status: step.to,
      starts_at_before: step.before,
      starts_at_after: step.after,
      reason: act.reason ?? '',
      command: act.command,
    })
    .execute()

const endOf = (startsAt: string, durationMinutes: number) =>
  new Date(Date.parse(startsAt) + minutes(durationMinutes)).toISOString()
