import type { SessionId } from '@attune/contract/common/ids'
import { runCommand } from '../../../../platform/command/run-command.ts'
import type { Tx } from '../../../../platform/database/actor.ts'
import { createRefusal } from '../../../../platform/policy/refusal.ts'
import { readTherapistName } from '../../../people/profile/profile.ts'
import { sessionStatusAfter } from '@attune/contract/features/schedule/session/session.states'
import { sql } from 'kysely'
import { expireChangeRequests } from '../change-requests/rows.ts'
import { undoWindowSeconds, listParticipants, notifyParticipants } from '../notify/notifications.ts'
import { type SessionCommand, sessionTarget, updateSession } from './command.ts'
import { editedDetailValues, type EditedDetail, type SessionDetails } from '../session.fields.ts'
import { isInAttuneAfter, readCallPlace, requireFittingCall } from './call-place.ts'
import { assertRevision } from './time-changes.ts'

export type SessionEdit = SessionCommand &
  Pick<SessionDetails, EditedDetail> & {
    videoUrl: string | null
    callInAttune?: boolean | undefined
    revision: number
  }

/**
 * Changes the format, location and place of the video call of a session. Notifies the clients if the session has not
 * started. Refuses with NOT_FOUND for an unknown session and with ILLEGAL_TRANSITION for a cancelled or finished one.
 * Refuses with CHANGED and the current session if the edit is based on another revision, and with CALL_TOO_LARGE if the
 * session has too many clients for a call in Attune.
 */
export async function editSession(tx: Tx, edit: SessionEdit, now: Date): Promise<void> {
  const load = () => Promise.all([listParticipants(tx, edit.id), readTherapistName(tx)])
  const command = { ...edit, action: 'edit', now } as const
  await runCommand(tx, { ...sessionTarget, load }, command, async (session, record, [clients, name]) => {
    await assertRevision(tx, session, edit.revision, now)
    const callInAttune = isInAttuneAfter(edit, session)
    requireFittingCall({ callInAttune }, clients.length)
    const place = await readCallPlace(tx, { ...edit, callInAttune, clients: clients.length })
    const isUpcoming = now.getTime() < Date.parse(session.startsAt)
    await Promise.all([
      updateSession(tx, session, { ...editedDetailValues(edit), ...place }, now),
      record({ to: session.status }),
      isUpcoming && notifyParticipants(tx, 'session-edited', session, clients, { name }),
    ])
  })
}

/**
 * Deletes a session before its start. Clients then see the session as cancelled and are notified of a cancellation,
 * unless it was already cancelled or denied. Refuses with NOT_FOUND for an unknown session, with ILLEGAL_TRANSITION
 * after the start, and with HAS_NOTES if the session has a note, objectives or next steps.
 */
export async function deleteSession(tx: Tx, act: SessionCommand, now: Date): Promise<void> {
  const load = () => Promise.all([listParticipants(tx, act.id), readTherapistName(tx), hasWriting(tx, act.id)])
  const command = { ...act, action: 'delete', now } as const
  await runCommand(tx, { ...sessionTarget, load }, command, async (session, record, [clients, name, hasNotes]) => {
    if (hasNotes) throw createRefusal('HAS_NOTES', 409)
    const to = sessionStatusAfter('delete', session.status)
    const notifies = to !== session.status
    await Promise.all([
      updateSession(tx, session, { status: to, deleted_at: now }, now),
      expireChangeRequests(tx, session.id, now),
      record({ to }),
      notifies && notifyParticipants(tx, 'session-cancelled', session, clients, { name }, undoWindowSeconds),
    ])
  })
}

/** Returns whether a session has a note with text or a signature, or objectives or next steps. */
async function hasWriting(tx: Tx, id: SessionId): Promise<boolean> {
  const { rows } = await sql<{ written: boolean }>`
    select exists (select from app.session_note n where n.therapist_id = ${tx.actor.id} and n.session_id = ${id} and (n.text <> '' or n.signed_at is not null))
      or exists (select from app.session_text x where x.therapist_id = ${tx.actor.id} and x.session_id = ${id} and x.text <> '') as written`.execute(
    tx.kysely,
  )
  return rows[0]?.written ?? true
}
