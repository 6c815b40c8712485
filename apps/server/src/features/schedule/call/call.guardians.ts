import type { ClientId, GuardianId, PersonId, SessionId } from '@attune/contract/common/ids'
import type { Session } from '@attune/contract/features/schedule/session/session'
import type { Tx } from '../../../platform/database/actor.ts'

/** Returns the id under which the acting account is a guardian of the client for whom it acts; null without the right to the client's sessions. */
export async function findGuardianship(tx: Tx): Promise<GuardianId | null> {
  const { rows } = await tx.run<{ ids: GuardianId[] }>('select def.my_guardianships() as ids')
  return rows[0]?.ids[0] ?? null
}

/**
 * Returns the first name of the acting guardian. Returns null if a person who may join the call may not learn the name; the guardian then chooses a
 * name for the call.
 */
export async function findNameInCall(tx: Tx, sessionId: SessionId): Promise<string | null> {
  const { rows } = await tx.run<{ name: string | null }>('select def.my_name_in_call($1) as name', [sessionId])
  return rows[0]?.name ?? null
}

/** Whether anyone other than the acting guardian and the therapist may join the call of a session. */
export async function hasOthersInCall(tx: Tx, sessionId: SessionId): Promise<boolean> {
  const { rows } = await tx.run<{ people: number }>('select def.people_of_call($1) as people', [sessionId])
  return Number(rows[0]?.people) > 1
}

/** A guardian who has joined a call, and the client for whom they joined. */
export type GuardianInCall = { id: PersonId; clientId: ClientId; name: string }

/** Returns the guardians who have joined calls of these sessions. A guardian gets only themself, and a client gets none. */
export async function listGuardiansInCalls(tx: Tx, sessions: readonly SessionId[]): Promise<GuardianInCall[]> {
  if (tx.actor.role === 'client') return []
  const { rows } = await tx.run<GuardianInCall>(
    `select guardian_id as id, client_id as "clientId", name from def.guardians_in_calls($1) order by name, guardian_id`,
    [sessions],
  )
  return rows
}

/** Returns the name of the client or guardian with this id in the call of a session, and for a guardian the first name of the represented client. */
export function namePerson(
  session: Session | undefined,
  guardians: readonly GuardianInCall[],
  personId: PersonId,
): { name: string; guardianOf: string | null } {
  const client = (id: PersonId) => session?.participants.find(({ clientId }) => clientId === id)
  const guardian = guardians.find(({ id }) => id === personId)
  if (guardian) return { name: guardian.name, guardianOf: client(guardian.clientId)?.firstName ?? '' }
  const participant = client(personId)
  return { name: participant ? `${participant.firstName} ${participant.lastName}`.trim() : '', guardianOf: null }
}
