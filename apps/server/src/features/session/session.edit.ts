import type { Tx } from '../../platform/database/actor.ts'
import { notFound, refuse } from '../../platform/policy/refusal.ts'
import { holdingStatuses, maySession, stateAfter } from '@attune/contract/features/session.states'
import { sql } from 'kysely'
import { endOpenChanges } from './session.changes.ts'
import { afterthoughtSeconds, clientsIn, ownName, tellClients } from './session.news.ts'
import { type Act, illegal, isRepeat, lockSession, note, setSession } from './session.record.ts'
import { roomFor } from './session.room.ts'
import { refuseChanged } from './session.times.ts'

export type Edit = Act & { format: string; location: string; videoUrl: string | null; revision: number }

/**
 * Changes the format, location and video link of a session; notifies the clients if the session has not started.
 * Refuses NOT_FOUND, ILLEGAL_TRANSITION for a cancelled or finished session, CHANGED with the current session.
 */
export async function editSession(tx: Tx, edit: Edit, now: Date): Promise<void> {
  const [session, repeated, clients, name] = await Promise.all([
    lockSession(tx, edit.id),
    isRepeat(tx, edit, 'edit'),
    clientsIn(tx, edit.id),
    ownName(tx),
  ])
  if (!session || (session.deleted && !repeated)) throw notFound()
  if (repeated) return
  if (!mayEdit(session.status)) throw illegal(session.status)
  await refuseChanged(tx, session, edit.revision, now)
  const video_url = await roomFor(tx, edit.format, edit.videoUrl)
  const isUpcoming = now.getTime() < Date.parse(session.startsAt)
  await Promise.all([
    setSession(tx, session, { format: edit.format, location: edit.location, video_url }, now),
    note(tx, { session, action: 'edit', from: session.status, to: session.status, command: edit.command }),
    isUpcoming && tellClients(tx, 'session-edited', session, clients, { name }),
  ])
}

const mayEdit = (status: string) => (holdingStatuses as readonly string[]).includes(status)

/**
 * Deletes a session before it starts. For the clients a scheduled session is cancelled, with the notification of a
 * cancellation. Refuses NOT_FOUND, ILLEGAL_TRANSITION after the start, HAS_NOTES where something was written on it.
 */
export async function deleteSession(tx: Tx, act: Act, now: Date): Promise<void> {
  const [session, repeated, clients, name, hasNotes] = await Promise.all([
    lockSession(tx, act.id),
    isRepeat(tx, act, 'delete'),
    clientsIn(tx, act.id),
    ownName(tx),
    hasWriting(tx, act.id),
  ])
  if (!session || (session.deleted && !repeated)) throw notFound()
  if (repeated) return
  if (!maySession('delete', 'therapist', session, now)) throw illegal(session.status)
  if (hasNotes) throw refuse('HAS_NOTES', 409)
  const to = stateAfter('delete', session.status)
  const notifies = to !== session.status
  await Promise.all([
    setSession(tx, session, { status: to, deleted_at: now }, now),
    endOpenChanges(tx, session.id, now),
    note(tx, { session, action: 'delete', from: session.status, to, reason: act.reason, command: act.command }),
    notifies && tellClients(tx, 'session-cancelled', session, clients, { name }, afterthoughtSeconds),
  ])
}

/** Whether a session has a note with text or a signature, or a text for the client. */
async function hasWriting(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await sql<{ written: boolean }>`
    select exists (select from app.session_note n where n.therapist_id = ${tx.actor.id} and n.session_id = ${id} and (n.text <> '' or n.signed_at is not null))
      or exists (select from app.session_text x where x.therapist_id = ${tx.actor.id} and x.session_id = ${id} and x.text <> '') as written`.execute(
    tx.kysely,
  )
  return rows[0]?.written ?? true
}
