import type { SessionId, SessionTypeId, TherapistId } from '@attune/contract/common/ids'
import { checkOffer, listBusyTimes, type TimeSlot, slotOf, slotTakenRefusal } from '../../schedule/schedule.ts'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { sessionCreations } from '@attune/contract/features/schedule/session/session.states'
import type { Actor, Tx } from '../../../../platform/database/actor.ts'
import { enqueue } from '../../../../platform/jobs/enqueue.ts'
import { conflict, notFound, createRefusal } from '../../../../platform/policy/refusal.ts'
import { type OfferedType, findOfferedType } from '../../session-type/session-type.ts'
import { readTerms } from '../../terms/terms.ts'
import { sql } from 'kysely'
import { notifySessionTherapist } from '../notify/notifications.ts'
import { recordSessionHistory } from '../commands/command.ts'

export type SessionRequestInput = {
  id: SessionId
  therapistId: TherapistId
  startsAt: string
  durationMinutes: number
  format: Session['format']
  typeId: SessionTypeId | null
  message: string
}

/**
 * Requests a session for the acting client. A request does not take the slot. Repeating the same id and content changes nothing. Refuses with:
 * - NOT_FOUND for an unknown therapist, and for a type that is not offered to the client
 * - CONFLICT for the same id with other content
 * - THERAPIST_UNREACHABLE, CLIENT_INACTIVE and IN_THE_PAST
 * - SLOT_TAKEN and the taken times, without further data
 * - NOT_OFFERED for a time that cannot be booked, unless the therapist’s terms let clients propose other times, and for a duration or format other
 * than those of the type
 */
export async function requestSession(tx: Tx, request: SessionRequestInput, now: Date): Promise<void> {
  const slot = slotOf(request.id, request.therapistId, request)
  const type = request.typeId ? await findOfferedType(tx, request.therapistId, request.typeId) : null
  const [known, record, terms, busy, offer] = await Promise.all([
    findStoredRequest(tx, request.id),
    findOwnRecordAt(tx, request.therapistId),
    readTerms(tx, request.therapistId),
    listBusyTimes(tx, slot),
    checkOffer(tx, slot, request.format, now, { buffers: type ?? null }),
  ])
  if (known) {
    if (!isSameRequest(known, request, slot)) throw conflict()
    return
  }
  if (!record) throw notFound()
  if (request.typeId && !type) throw notFound()
  if (!record.isReachable) throw createRefusal('THERAPIST_UNREACHABLE', 409)
  if (Date.parse(slot.startsAt) <= now.getTime()) throw createRefusal('IN_THE_PAST', 409)
  const notOffered = () => createRefusal('NOT_OFFERED', 409)
  // This refusal comes before the conflict check. A client who may not propose times must not learn whether times
  // outside the availability are taken.
  if (!terms.proposeTimes && !offer.offered()) throw notOffered()
  if (busy.length) throw slotTakenRefusal(busy)
  if (!terms.proposeTimes && !(await offer.free())) throw notOffered()
  if (type && !hasContentOf(type, request)) throw notOffered()
  const { rows } = type
    ? await tx.run<{ record: string | null }>(
        'select def.request_session_of_type($1, $2, $3, $4::timestamptz, $5) as record',
        [slot.id, slot.therapistId, type.id, slot.startsAt, locationOf(type, offer.location)],
      )
    : await tx.run<{ record: string | null }>(
        'select def.request_session($1, $2, $3::timestamptz, $4::timestamptz, $5, $6) as record',
        [slot.id, slot.therapistId, slot.startsAt, slot.endsAt, request.format, offer.location],
      )
  if (!rows[0]?.record) throw createRefusal('CLIENT_INACTIVE', 409)
  const session = { ...slot, sequence: 0 }
  await Promise.all([
    recordSessionHistory(tx, {
      session,
      action: 'request',
      from: null,
      to: sessionCreations.request.to,
      reason: request.message,
      command: request.id,
    }),
    notifySessionTherapist(tx, 'session-requested', session),
    enqueueStartJob(tx, session, now),
  ])
}

type TypeContent = Pick<SessionRequestInput, 'durationMinutes' | 'format'>

/** Whether a request has the duration and format of its type. The type may have changed since the client saw it. */
export const hasContentOf = (type: TypeContent, content: TypeContent) =>
  type.durationMinutes === content.durationMinutes && type.format === content.format

/**
 * Returns the location of a session of a type. An in-person session takes place at the location of the type, or else at that of the therapist’s
 * hours. Any other session has no location.
 */
export const locationOf = (type: Pick<OfferedType, 'format' | 'location'>, ofHours: string) =>
  type.format === 'in-person' ? type.location || ofHours : ''

/** Enqueues the job that runs at the start of a session (`expireRequestsAtStart`). */
export const enqueueStartJob = (
  tx: Tx,
  { id, therapistId, startsAt }: { id: SessionId; therapistId: TherapistId; startsAt: string },
  now: Date,
) =>
  enqueue(tx, {
    name: 'session-due',
    data: { sessionId: id, therapistId },
    startAfterSeconds: Math.max(0, (Date.parse(startsAt) - now.getTime()) / 1000),
  })

type StoredRequest = { therapistId: TherapistId; startsAt: string; endsAt: string; format: string }

export async function findStoredRequest(tx: Tx, id: SessionId): Promise<StoredRequest | undefined> {
  const { rows } = await sql<StoredRequest>`
    select therapist_id as "therapistId", starts_at as "startsAt", ends_at as "endsAt", format from app.session where id = ${id}`.execute(
    tx.kysely,
  )
  return rows[0]
}

export const isSameRequest = (
  known: StoredRequest,
  request: Pick<SessionRequestInput, 'therapistId' | 'format'>,
  slot: TimeSlot,
) =>
  known.therapistId === request.therapistId &&
  known.startsAt === slot.startsAt &&
  known.endsAt === slot.endsAt &&
  known.format === request.format

/** Whether a row of `app.client_name` is that of the acting client, or of the client for whom the guardian acts. */
const isRecordOf = (actor: Actor) =>
  actor.role === 'guardian' ? sql`id = ${actor.actingFor}` : sql`account_id = ${actor.id}`

export async function findOwnRecordAt(tx: Tx, therapistId: TherapistId): Promise<{ isReachable: boolean } | undefined> {
  const { rows } = await sql<{ isReachable: boolean }>`
    select def.is_reachable(therapist_id) as "isReachable" from app.client_name where therapist_id = ${therapistId} and ${isRecordOf(tx.actor)}`.execute(
    tx.kysely,
  )
  return rows[0]
}
