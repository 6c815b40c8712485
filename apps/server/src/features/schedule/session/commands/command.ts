import type { ClientId, SessionId, TherapistId } from '@attune/contract/common/ids'
import { createDatedId } from '@attune/contract/common/dated-id'
import {
  mayTakeSessionAction,
  type SessionAction,
  holdsTime,
} from '@attune/contract/features/schedule/session/session.states'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import type { SessionEvent } from '@attune/contract/features/schedule/session/session'
import { sql } from 'kysely'
import type { RowCommand, CommandTarget } from '../../../../platform/command/run-command.ts'
import { type Actor, actsForClient, type Tx } from '../../../../platform/database/actor.ts'
import { illegalTransition } from '../../../../platform/policy/refusal.ts'
import { markReadAbout } from '../../../messages/notification/notification.ts'
import { cancelledAtColumn } from '../read/view.queries.ts'

export type SessionCommand = {
  id: SessionId
  /** The id of the command. Sending it again changes nothing; an id that was used for another session or action is refused with CONFLICT. */
  command: string
  reason?: string
}

/** A session as read by a command that has locked it. */
export type LockedSession = {
  id: SessionId
  therapistId: TherapistId
  status: SessionStatus
  startsAt: string
  endsAt: string
  format: string
  location: string
  videoUrl: string | null
  callInAttune: boolean
  sequence: number
  revision: number
  bookedAt: string
  deleted: boolean
  /** The time at which the acting therapist cancelled the session; null if this cancellation was not the last change. */
  calledOffAt: string | null
}

/** Locks and returns a session for a command. Returns undefined if the actor cannot see the session. */
export async function lockSession(tx: Tx, id: SessionId): Promise<LockedSession | undefined> {
  const deleted = actsForClient(tx.actor) ? sql`false` : sql`deleted_at is not null`
  const calledOff = tx.actor.role === 'therapist' ? cancelledAtColumn(sql`session`) : sql`null`
  const { rows } = await sql<LockedSession>`
    select id, therapist_id as "therapistId", status, starts_at as "startsAt", ends_at as "endsAt", format, location,
      video_url as "videoUrl", in_attune as "callInAttune", sequence, revision, booked_at as "bookedAt", ${deleted} as deleted, ${calledOff} as "calledOffAt"
    from app.session where id = ${id} for update`.execute(tx.kysely)
  return rows[0]
}

/** Returns the session and the action for which a command id was used. Returns undefined for a new command. */
async function findSessionEvent(tx: Tx, command: string): Promise<{ id: SessionId; action: string } | undefined> {
  const { rows } = await sql<{ id: SessionId; action: string }>`
    select session_id as id, action from app.session_history where command = ${command}`.execute(tx.kysely)
  return rows[0]
}

/** Returns the acting client’s answer to a session. */
export async function findOwnAnswer(tx: Tx, session: string): Promise<string | undefined> {
  const { rows } = await sql<{ answer: string }>`
    select answer from app.session_client where session_id = ${session}`.execute(tx.kysely)
  return rows[0]?.answer
}

/** Locks and returns a session, with the acting client’s answer. */
async function lockWithAnswer(tx: Tx, { id }: { id: SessionId }) {
  const [session, answer] = await Promise.all([
    lockSession(tx, id),
    actsForClient(tx.actor) ? findOwnAnswer(tx, id) : undefined,
  ])
  return session && { ...session, answer }
}

type AnsweredSession = LockedSession & { answer: string | undefined }

/** Returns the status that the actor sees. A client who has declined sees the session as cancelled. */
const visibleStatus = ({ answer, status }: AnsweredSession): SessionStatus =>
  answer === 'declined' && status !== 'denied' ? 'cancelled' : status

function isLegal(session: AnsweredSession, { action, now }: SessionInput, { role }: Actor): boolean {
  if (visibleStatus(session) !== session.status) return false
  if (action === 'edit') return role === 'therapist' && holdsTime(session)
  if (action === 'accept' && session.answer === 'accepted') return false
  return mayTakeSessionAction(action, role === 'therapist' ? 'therapist' : 'client', session, now)
}

/** The values that an action adds to the history event of its command. */
export type SessionCommandEvent = Pick<HistoryEvent, 'to' | 'startsAtAfter' | 'clientId'>

/**
 * Finds and records commands on sessions in the history, for `runCommand`. Also marks the actor’s notifications about
 * the session as read, because the command answers them.
 */
export const sessionCommandHistory = {
  find: findSessionEvent,
  record: (
    tx: Tx,
    session: LockedSession,
    { action, command, reason, now }: Pick<HistoryEvent, 'action' | 'command' | 'reason'> & { now: Date },
    event: SessionCommandEvent,
  ) =>
    Promise.all([
      recordSessionHistory(tx, { session, action, from: session.status, reason, command, ...event }),
      markReadAbout(tx, { type: 'session', ids: [session.id] }, now),
    ]),
}

type SessionInput = RowCommand<SessionAction | 'edit'> & { reason?: string }

/** Defines how `runCommand` locks a session, checks the action and records the command. */
export const sessionTarget: CommandTarget<AnsweredSession, SessionInput, SessionCommandEvent> = {
  lock: lockWithAnswer,
  machine: {
    isGone: ({ deleted }) => deleted,
    isLegal,
    refusal: (session) => illegalTransition({ status: visibleStatus(session) }),
  },
  history: sessionCommandHistory,
}

type Change = Partial<{
  status: SessionStatus
  starts_at: string
  ends_at: string
  sequence: number
  format: string
  location: string
  video_url: string | null
  in_attune: boolean
  booked_at: Date
  booked_anyway: boolean
  deleted_at: Date
  detached: boolean
}>

/**
 * Returns whether a change moves, cancels, deletes or restores a single session. `updateSession` then sets `detached`
 * if the session belongs to a series. A detached session does not follow changes of its series.
 */
const isSingleChange = ({ status, starts_at, deleted_at }: Change, before: LockedSession) =>
  starts_at !== undefined ||
  deleted_at !== undefined ||
  status === 'cancelled' ||
  (status && before.status === 'cancelled')
const detached = sql<boolean>`series_id is not null`

/** Writes a change to a locked session and increments its revision. Throws if the stored revision differs. */
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

/**
 * Sets the answers of all participants who have not declined. For a client, row security limits the update to their own
 * answer.
 */
export const setAnswers = (tx: Tx, session: string, answer: 'awaited' | 'accepted' | 'declined') =>
  tx.kysely
    .updateTable('session_client')
    .set({ answer })
    .where('session_id', '=', session)
    .where('answer', '<>', 'declined')
    .execute()

export const setParticipantAnswer = (
  tx: Tx,
  session: string,
  client: string,
  set: { answer: string; late_cancel?: boolean },
) =>
  tx.kysely
    .updateTable('session_client')
    .set(set)
    .where('session_id', '=', session)
    .where('client_id', '=', client)
    .execute()

/**
 * Copies the start of a session to its participant rows. An index on these rows then returns a client’s sessions in
 * order.
 */
export const setParticipantStart = (tx: Tx, session: string, startsAt: string) =>
  tx.kysely.updateTable('session_client').set({ starts_at: startsAt }).where('session_id', '=', session).execute()

type HistoryEvent = {
  session: Pick<LockedSession, 'id' | 'therapistId' | 'startsAt'>
  action: SessionEvent['action']
  from: SessionStatus | null
  to: SessionStatus
  startsAtAfter?: string
  reason?: string | undefined
  /** The id that the browser generated for the command. Absent if the event results from another command. */
  command?: string
  /** The id of the bulk command to which this event belongs. */
  act?: string
  /** The client record, if the event concerns only one of several participants. */
  clientId?: ClientId | null
  /** The therapist's rule for instant booking by which a client has booked. */
  ruleId?: string
  by?: 'product'
}

export const recordSessionHistory = (tx: Tx, step: HistoryEvent) => buildSessionHistoryInsert(tx, step).execute()

/** The client for whom a guardian takes a step. It is stored with each step, because the session may have other participants. */
const clientOfGuardian = (actor: Actor, { by }: HistoryEvent) =>
  actor.role === 'guardian' && by === undefined ? actor.actingFor : null

/** The statement that inserts an event into the history of a session. */
export const buildSessionHistoryInsert = (tx: Tx, step: HistoryEvent) =>
  tx.kysely.insertInto('session_history').values({
    therapist_id: step.session.therapistId,
    session_id: step.session.id,
    by_account: tx.actor.id,
    by_role: step.by ?? tx.actor.role,
    action: step.action,
    from_status: step.from,
    to_status: step.to,
    starts_at_before: step.from === null ? null : step.session.startsAt,
    starts_at_after: step.startsAtAfter ?? step.session.startsAt,
    reason: step.reason ?? '',
    command: step.command ?? createDatedId(),
    act: step.act ?? null,
    client_id: step.clientId ?? clientOfGuardian(tx.actor, step),
    ...(step.ruleId && { rule_id: step.ruleId }),
  })
