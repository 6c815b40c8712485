import type { Session } from './session.schemas.ts'
import { holdsTime, sessionStatuses, type ViewerRole } from './session.states.ts'

export const shownStatuses = [...sessionStatuses, 'change-requested', 'time-proposed'] as const
/** The status of a session that every page shows: that of its change request while the request awaits an answer, or else its own. */
export type ShownStatus = (typeof shownStatuses)[number]

type StatusFacts = Pick<Session, 'status' | 'change'>

/** Returns the status to show. A session that no longer takes place keeps its own status, whatever was requested before. */
export function shownStatusOf(session: StatusFacts): ShownStatus {
  if (!session.change || !holdsTime(session)) return session.status
  return session.change === 'open' ? 'change-requested' : 'time-proposed'
}

/** The role that must answer a session with this status. */
const awaitedRoles: Partial<Record<ShownStatus, ViewerRole>> = {
  pending: 'therapist',
  scheduled: 'client',
  rescheduled: 'client',
  'change-requested': 'therapist',
  'time-proposed': 'client',
}

/** Whether the session or its change request awaits the viewer’s answer. A client who has accepted a session need not answer it again. */
export function awaitsViewer(
  session: StatusFacts & { may?: Pick<Session['may'], 'accept'> },
  viewer: ViewerRole,
): boolean {
  const shown = shownStatusOf(session)
  if (awaitedRoles[shown] !== viewer) return false
  return viewer === 'therapist' || shown === 'time-proposed' || session.may?.accept !== false
}
