import type { ClientId } from '@attune/contract/common/ids'
import type { Attendance } from '@attune/contract/features/schedule/session/session.rules'
import type { Session } from '@attune/contract/features/schedule/session/session'

type Participant = Session['participants'][number]

/** The content of a cell of the grid: the recorded attendance, or the reason why there is none. */
export type AttendanceCell = Attendance | 'declined' | 'late-cancel' | 'open' | 'none'

/** Returns the content of the cell for a client and a past session. */
export function attendanceOf(session: Pick<Session, 'participants'>, clientId: ClientId): AttendanceCell {
  const participant = session.participants.find((one) => one.clientId === clientId)
  if (!participant) return 'none'
  if (participant.lateCancel) return 'late-cancel'
  if (participant.answer === 'declined') return 'declined'
  return participant.attendance ?? 'open'
}

/** Returns the participants of the sessions, also those who declined or did not come, each once, sorted by name. */
export function participantsOf(sessions: readonly Session[], language: string): Participant[] {
  const byId = new Map(sessions.flatMap(({ participants }) => participants).map((one) => [one.clientId, one]))
  return [...byId.values()].toSorted(
    (a, b) => a.lastName.localeCompare(b.lastName, language) || a.firstName.localeCompare(b.firstName, language),
  )
}
