import { mayTakeSessionAction, type SessionAction, type SessionStatus } from '@attune/contract/features/session.states'
import type { SessionEvent } from '@attune/contract/features/session'
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/actor.ts'
import { conflict, notFound, createRefusal } from '../../platform/policy/refusal.ts'
import { cancelledAtColumn } from './session.view.queries.ts'

/** One command on a session; `command` makes a repeat harmless. */
export type SessionCommand = { id: string; command: string; reason?: string }

/** A session as a command finds it, locked. */
export type LockedSession = {
  id: string
  therapistId: string
  status: SessionStatus
  startsAt: string
  endsAt: string
  format: string
  location: string
  videoUrl: string | null
  sequence: number
  revision: number
  bookedAt: string
  deleted: boolean
  /** When the acting therapist cancelled it, if that was the last change. */
  calledOffAt: string | null
}

/** Locks a session for a command; undefined for one that the actor cannot see. */
export async function lockSession(tx: Tx, id: string): Promise<LockedSession | undefined> {
  const deleted = tx.actor.role === 'client' ? sql`false` : sql`deleted_at is not null`
  const calledOff = tx.actor.role === 'therapist' ? cancelledAtColumn(sql`session`) : sql`null`
  const { rows } = await sql<LockedSession>`
    select id, therapist_id as "therapistId", status, starts_at as "startsAt", ends_at as "endsAt", format, location,
      video_url as "videoUrl", sequence, revision, booked_at as "bookedAt", ${deleted} as deleted, ${calledOff} as "calledOffAt"
    from app.session where id = ${id} for update`.execute(tx.kysely)
  return rows[0]
}

/** Whether a command was executed before. Refuses one that was used for another session or another action. */
export async function isRepeatedSessionCommand(
  tx: Tx,
  act: SessionCommand,
  action: SessionEvent['action'],
): Promise<boolean> {
  const { rows } = await sql<{ session_id: string; action: string }>`
    select session_id, action from app.session_history where command = ${act.command}`.execute(tx.kysely)
  const before = rows[0]
  if (before && (before.session_id !== act.id || before.action !== action)) throw conflict()
  return before !== undefined
}

/**
 * Locks the session and checks that the command is new and legal; null where it was executed before. Refuses
 * NOT_FOUND, and ILLEGAL_TRANSITION with the current status.
 */
export async function beginSessionCommand(
  tx: Tx,
  action: SessionAction,
  act: SessionCommand,
  now: Date,
): Promise<LockedSession | null> {
  const found = lockSession(tx, act.id)
  const repeated = isRepeatedSessionCommand(tx, act, action)
  const own = tx.actor.role === 'client' ? ownAnswer(tx, act.id) : null
  // These two are not awaited where the session is not found; their rejections must not become unhandled.
  repeated.catch(() => {})
  own?.catch(() => {})
  const session = await found
  if (!session) throw notFound()
  if (await repeated) return null
  if (session.deleted) throw notFound()
  const viewer = tx.actor.role === 'therapist' ? 'therapist' : 'client'
  const answer = await own
  if (answer === 'declined' && session.status !== 'denied') throw illegalSessionTransition('cancelled')
  const again = action === 'accept' && answer === 'accepted'
  if (again || !mayTakeSessionAction(action, viewer, session, now)) throw illegalSessionTransition(session.status)
  return session
}

export const illegalSessionTransition = (status: SessionStatus) => createRefusal('ILLEGAL_TRANSITION', 409, { status })

/** The acting client’s answer to a session. */
export async function ownAnswer(tx: Tx, session: string): Promise<string | undefined> {
  const { rows } = await sql<{ answer: string }>`
    select answer from app.session_client where session_id = ${session}`.execute(tx.kysely)
  return rows[0]?.answer
}

type Change = Partial<{
  status: SessionStatus
  starts_at: string
  ends_at: string
  sequence: number
  format: string
  location: string
  video_url: string | null
  booked_at: Date
  booked_anyway: boolean
  deleted_at: Date
  detached: boolean
}>

/**
 * Whether the change gives this one session another time or ends it. It then no longer follows changes of its series.
 */
const isSingleChange = ({ status, starts_at, deleted_at }: Change, before: LockedSession) =>
  starts_at !== undefined ||
  deleted_at !== undefined ||
  status === 'cancelled' ||
  (status && before.status === 'cancelled')
const detached = sql<boolean>`series_id is not null`

/** Writes the change to a locked session and increments its revision. */
export async function updateSession(tx: Tx, session: LockedSession, change: Change, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('session')
    .set({
      ...(isSingleChange(change, session) && { detached }),
      ...change,
      revision: session.revision + 1,
      updated_at: now,
    })
    .where('id', '=', session.id)
    .where('revision', '=', session.revision)
    .executeTakeFirst()
  if (numUpdatedRows !== 1n) throw new Error('a locked session changed')
}

/** Sets the answers that the actor may set, except declined ones: row security limits a client to their own. */
export const setAnswers = (tx: Tx, session: string, answer: 'awaited' | 'accepted' | 'declined') =>
  tx.kysely
    .updateTable('session_client')
    .set({ answer })
    .where('session_id', '=', session)
    .where('answer', '<>', 'declined')
    .execute()

/** The participant row carries a copy of the start, so that a client’s sessions are read in order along an index. */
export const setParticipantStart = (tx: Tx, session: string, startsAt: string) =>
  tx.kysely.updateTable('session_client').set({ starts_at: startsAt }).where('session_id', '=', session).execute()

type HistoryEvent = {
  session: Pick<LockedSession, 'id' | 'therapistId' | 'startsAt'>
  action: SessionEvent['action']
  from: SessionStatus | null
  to: SessionStatus
  startsAtAfter?: string
  reason?: string | undefined
  /** Generated by the client for one command; omitted where the event follows from another command. */
  command?: string
  /** The bulk command that this event belongs to. */
  act?: string
  /** The one client whom the event concerns. */
  clientId?: string | null
  by?: 'product'
}

/** Inserts an event into the history of a session. */
export const recordSessionHistory = (tx: Tx, step: HistoryEvent) =>
  tx.kysely
    .insertInto('session_history')
    .values({
      therapist_id: step.session.therapistId,
      session_id: step.session.id,
      by_account: tx.actor.id as string,
      by_role: step.by ?? tx.actor.role,
      action: step.action,
      from_status: step.from,
      to_status: step.to,
      starts_at_before: step.from === null ? null : step.session.startsAt,
      starts_at_after: step.startsAtAfter ?? step.session.startsAt,
      reason: step.reason ?? '',
      command: step.command ?? randomUUID(),
      act: step.act ?? null,
      client_id: step.clientId ?? null,
    })
    .execute()
