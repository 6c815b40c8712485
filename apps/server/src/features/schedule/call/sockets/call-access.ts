import type { CallId } from '@attune/contract/common/ids'
import type { callCloseCodes } from '@attune/contract/features/schedule/call/call.rules'
import type { AppContext } from '../../../../platform/app-context.ts'
import type { PersonActor, Tx } from '../../../../platform/database/actor.ts'
import { findOwnRow, type OwnRow } from '../call.people.ts'
import { findPart, findSession } from '../call.sessions.ts'
import { standingOf } from '../call.standing.ts'

/** The place of a person in a call, or the reason why they may not be in it. */
export type Access =
  | { refused: keyof typeof callCloseCodes }
  | { refused?: never; row: OwnRow; isAdmitted: boolean; isAskedToWait: boolean; name: string }

/** Reads whether the actor may be in a call now, and where they stand. Null if they have never joined it. */
export const readAccess = (
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  actor: PersonActor,
  call: CallId,
): Promise<Access | null> => db.asActor(actor, (tx) => accessOf(tx, call, clock.now()))

async function accessOf(tx: Tx, call: CallId, now: Date): Promise<Access | null> {
  const row = await findOwnRow(tx, call)
  if (!row) return null
  const session = await findSession(tx, row.sessionId, now)
  const part = session && (await findPart(tx, session))
  if (!part) return { refused: 'notAllowed' }
  const standing = standingOf(row, now)
  if (standing === 'removed') return { refused: 'removed' }
  if (row.endedAt !== null) return { refused: 'ended' }
  const { askedToWaitAt, waitingSince } = row
  return {
    row,
    isAdmitted: standing === 'admitted',
    isAskedToWait: askedToWaitAt !== null && waitingSince !== null && askedToWaitAt >= waitingSince,
    name: nameOf(),
  }

  /** A client is known by the first name, and in a group by the name that they have chosen for the call. */
  function nameOf() {
    if (!part || part.clientId === null) return session?.therapist.name ?? ''
    if (session?.therapyType === 'group') return row?.callName ?? ''
    return session?.participants.find(({ clientId }) => clientId === part.clientId)?.firstName ?? ''
  }
}
