import type { SessionTypeId, TherapistId } from '@attune/contract/common/ids'
import type { Session } from '@attune/contract/features/schedule/session/session'
import { type RawBuilder, sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { readBookingAccess } from '../schedule/schedule.ts'
import { readSessionType } from './session-type.settings.ts'

/** A session type that the acting client may request. */
export type OfferedType = {
  id: SessionTypeId
  name: string
  durationMinutes: number
  format: Session['format']
  location: string
  /** In minutes; null for the buffer of the booking rules. */
  bufferBefore: number | null
  /** In minutes; null for the buffer of the booking rules. */
  bufferAfter: number | null
  /** The rule that confirms a booking at once; null if the client can only send a request. */
  ruleId: string | null
}

/**
 * Returns the session types that the acting client may request with a therapist. Refuses with NOT_FOUND without a connection, and with
 * CLIENT_INACTIVE.
 */
export async function listOfferedTypes(tx: Tx, therapistId: TherapistId): Promise<OfferedType[]> {
  const [access, offered] = await Promise.all([readBookingAccess(tx, therapistId), readOffered(tx, therapistId)])
  if (access === 'none') throw notFound()
  if (access === 'inactive') throw createRefusal('CLIENT_INACTIVE', 409)
  return offered
}

/** Returns a type that is offered to the acting client; undefined for any other type. */
export async function findOfferedType(
  tx: Tx,
  therapistId: TherapistId,
  id: SessionTypeId,
): Promise<OfferedType | undefined> {
  return (await readOffered(tx, therapistId)).find((one) => one.id === id)
}

async function readOffered(tx: Tx, therapistId: TherapistId): Promise<OfferedType[]> {
  const { rows } = await sql<OfferedType>`
    select id, name, duration_minutes as "durationMinutes", format, location, buffer_before as "bufferBefore",
      buffer_after as "bufferAfter", rule_id as "ruleId"
    from def.offered_session_types(${therapistId})`.execute(tx.kysely)
  return rows
}

/**
 * Returns the duration, format and buffers of a session type for finding free times: one of the therapist's own types, or one offered to the
 * client. Refuses with NOT_FOUND for any other type.
 */
export async function readTypeForFreeTimes(
  tx: Tx,
  therapistId: TherapistId,
  id: SessionTypeId,
): Promise<Pick<OfferedType, 'durationMinutes' | 'format' | 'bufferBefore' | 'bufferAfter'>> {
  const found = tx.actor.role === 'client' ? await findOfferedType(tx, therapistId, id) : await readSessionType(tx, id)
  if (!found) throw notFound()
  return found
}

/** SQL condition that is true if a therapist has types of sessions. `therapist` is an expression for the id of the account. */
export const hasSessionTypesSql = (therapist: RawBuilder<unknown>) => sql<boolean>`
  exists (select from app.session_type y where y.therapist_id = ${therapist})`
