import type { ClientId } from '@attune/contract/common/ids'
import { type Attendance, outcomeOf } from '@attune/contract/features/schedule/session/session.rules'
import type { SessionStatus } from '@attune/contract/features/schedule/session/session.schemas'
import type { SessionAction } from '@attune/contract/features/schedule/session/session.states'
import { sql } from 'kysely'
import type { Tx } from '../../../../platform/database/actor.ts'
import { notFound } from '../../../../platform/policy/refusal.ts'

/** The attendance that the therapist records. `absent`: clients who did not come and were not excused. */
export type RecordedAttendance = {
  absent?: readonly ClientId[]
  attendance?: readonly { clientId: ClientId; attendance: Attendance }[]
}

/** A participant with the attendance so far. `declined`: the client has declined, so attendance is not recorded. */
type Participation = { clientId: ClientId; attendance: Attendance | null; declined: boolean }

export async function listParticipations(tx: Tx, session: string): Promise<Participation[]> {
  const { rows } = await sql<Participation>`
    select client_id as "clientId", attendance, answer = 'declined' as declined
    from app.session_client where session_id = ${session}`.execute(tx.kysely)
  return rows
}

/**
 * Returns the attendance of the participants after an action on a session with this status, and the outcome of the session. Returns null if the
 * action records no attendance, or if all participants have declined. Refuses with NOT_FOUND if `recorded` contains a client who is not a
 * participant.
 */
export function attendanceAfter(
  action: SessionAction,
  status: SessionStatus,
  participations: readonly Participation[],
  { absent = [], attendance = [] }: RecordedAttendance,
) {
  const recorded = new Map<ClientId, Attendance>(absent.map((clientId) => [clientId, 'absent']))
  for (const one of attendance) recorded.set(one.clientId, one.attendance)
  const known = new Set(participations.map(({ clientId }) => clientId))
  if ([...recorded.keys()].some((clientId) => !known.has(clientId))) throw notFound()
  const expected = participations.filter(({ declined }) => !declined)
  const other = attendanceOfOthers(action, status, recorded.size > 0)
  if (!other || expected.length === 0) return null
  const keeps = action === 'correct' && recorded.size > 0
  const of = new Map(
    expected.map((one) => [one.clientId, recorded.get(one.clientId) ?? (keeps ? one.attendance : null) ?? other]),
  )
  return { of, outcome: outcomeOf([...of.values()]) }
}

/**
 * Returns the attendance of participants whose attendance neither the therapist nor an earlier action has recorded; null if the action records no
 * attendance.
 */
function attendanceOfOthers(action: SessionAction, status: SessionStatus, isPartial: boolean): Attendance | null {
  if (action === 'noShow') return 'absent'
  if (action === 'complete') return 'attended'
  if (action !== 'correct') return null
  return (status === 'completed') === isPartial ? 'attended' : 'absent'
}

/** Stores the attendance of participants of a session. */
export async function saveAttendance(tx: Tx, session: string, of: ReadonlyMap<ClientId, Attendance>): Promise<void> {
  await sql`
    update app.session_client link set attendance = new.attendance
    from unnest(${[...of.keys()]}::uuid[], ${[...of.values()]}::text[]) as new (client_id, attendance)
    where link.session_id = ${session} and link.client_id = new.client_id`.execute(tx.kysely)
}
