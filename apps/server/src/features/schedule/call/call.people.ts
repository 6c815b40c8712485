import type { CallId, PersonId, SessionId, TherapistId } from '@attune/contract/common/ids'
import { sql } from 'kysely'
import type { AnyActor, PersonActor, Tx } from '../../../platform/database/actor.ts'
import { maxPeople } from '@attune/contract/features/schedule/call/call.rules'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { storeSeconds, type StandingMoments } from './call.standing.ts'

/** Returns the start of the period in which a person must have been seen to count as present at `now`. */
export const presentSince = (now: Date): string => new Date(now.getTime() - 3 * storeSeconds * 1_000).toISOString()

export type OwnRow = StandingMoments & {
  personId: PersonId
  sessionId: SessionId
  therapistId: TherapistId
  callName: string | null
  askedToWaitAt: string | null
  endedAt: string | null
  clientsShare: boolean
}

/** Returns the actor's own row in a call, with the state of the call; undefined if the actor has not joined it. */
export async function findOwnRow(tx: Tx, callId: CallId): Promise<OwnRow | undefined> {
  const { rows } = await sql<OwnRow>`
    select p.person_id as "personId", p.session_id as "sessionId", p.therapist_id as "therapistId", p.call_name as "callName",
      p.waiting_since as "waitingSince", p.asked_to_wait_at as "askedToWaitAt", p.admitted_at as "admittedAt", p.seen_at as "seenAt",
      p.removed_at as "removedAt", p.last_left_at as "lastLeftAt", c.ended_at as "endedAt", c.clients_share as "clientsShare"
    from app.video_call c join app.video_call_person p on p.therapist_id = c.therapist_id and p.call_id = c.id
    where c.id = ${callId} and (p.client_id is null) = ${isTherapist(tx.actor)}`.execute(tx.kysely)
  return rows[0]
}

const isTherapist = ({ role }: { role: string }) => role === 'therapist'

/** The part of a stay that is not stored yet. */
export type Stay = { isAdmitted: boolean; seconds: number; hasLeft: boolean }

/** Stores that the actor was seen in a call at `now`, with the seconds since the last such record, and whether the person has left. */
export async function storeStay(tx: Tx, callId: CallId, { isAdmitted, seconds, hasLeft }: Stay, now: Date) {
  await tx.kysely
    .updateTable('video_call_person')
    .set((on) => ({
      seen_at: now,
      ...(isAdmitted && { first_joined_at: on.fn.coalesce('first_joined_at', on.val(now)), last_left_at: null }),
      ...(seconds > 0 && { seconds: on('seconds', '+', seconds) }),
      ...(hasLeft && { last_left_at: now }),
    }))
    .where('call_id', '=', callId)
    .where('removed_at', 'is', null)
    .where('client_id', isTherapist(tx.actor) ? 'is' : 'is not', null)
    .execute()
}

/** Stores that a guardian has left a call, even if their right to be in it has ended. */
export async function storeLeaveOfGuardian(
  tx: Tx<AnyActor>,
  { call, person, seconds }: { call: CallId; person: PersonId; seconds: number },
  now: Date,
): Promise<void> {
  await tx.run('select def.leave_call_of_guardian($1, $2, $3, $4)', [call, person, seconds, now])
}

/** Changes the row of a client or guardian in the acting therapist's call. Refuses with NOT_FOUND if the person has not joined or was removed. */
async function updatePerson(
  tx: Tx<PersonActor>,
  { callId, personId }: { callId: CallId; personId: PersonId },
  change: { admitted_at: Date } | { asked_to_wait_at: Date } | { removed_at: Date },
): Promise<void> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('video_call_person')
    .set(change)
    .where('call_id', '=', callId)
    .where('person_id', '=', personId)
    .where('client_id', 'is not', null)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}
type Person = { callId: CallId; personId: PersonId }

/**
 * Lets a person into the acting therapist's call. Refuses with NOT_FOUND, and with FULL if `maxPeople` are in it; one place is the therapist's own.
 * Locks the row of the call, so that of two admissions at the same time the second one counts the first.
 */
export async function saveAdmission(tx: Tx<PersonActor>, person: Person, now: Date): Promise<void> {
  await tx.kysely.selectFrom('video_call').select('id').where('id', '=', person.callId).forUpdate().execute()
  const { count } = await tx.kysely
    .selectFrom('video_call_person')
    .select((on) => on.fn.countAll<number>().as('count'))
    .where('call_id', '=', person.callId)
    .where('person_id', '<>', person.personId)
    .where('client_id', 'is not', null)
    .where('admitted_at', 'is not', null)
    .where('removed_at', 'is', null)
    .where('seen_at', '>', presentSince(now))
    .executeTakeFirstOrThrow()
  if (Number(count) >= maxPeople - 1) throw createRefusal('FULL', 409)
  await updatePerson(tx, person, { admitted_at: now })
}
export const askPersonToWait = (tx: Tx<PersonActor>, person: Person, now: Date) =>
  updatePerson(tx, person, { asked_to_wait_at: now })
export const removePerson = (tx: Tx<PersonActor>, person: Person, now: Date) =>
  updatePerson(tx, person, { removed_at: now })

/** Changes the acting therapist's call while it lasts. Refuses with NOT_FOUND. */
export async function changeCall(
  tx: Tx<PersonActor>,
  callId: CallId,
  change: { ended_at: Date } | { clients_share: boolean },
): Promise<void> {
  const { numUpdatedRows } = await tx.kysely
    .updateTable('video_call')
    .set(change)
    .where('id', '=', callId)
    .where('ended_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound()
}
