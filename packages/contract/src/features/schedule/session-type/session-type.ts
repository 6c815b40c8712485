import { z } from 'zod'
import { EmptyInput, ServiceId, SessionTypeId, TherapistId } from '../../../common/ids.ts'
import { textLengths } from '../../../common/text/lengths.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import { requiredText, text } from '../../../common/text/text.schemas.ts'
import { Duration, SessionFormat } from '../session/session.schemas.ts'
import {
  bookingModes,
  longestBuffer,
  sessionTypeColors,
  sessionTypeLimit,
  sessionTypeNameLength,
} from './session-type.rules.ts'

const Buffer = z.int().min(0).max(longestBuffer).nullable()

const NewSessionType = z.strictObject({
  id: SessionTypeId,
  name: requiredText(sessionTypeNameLength),
  durationMinutes: Duration,
  format: SessionFormat,
  /** The location of sessions of this type; empty for the usual location. */
  location: text(textLengths.location),
  color: z.enum(sessionTypeColors),
  /** Free minutes before and after a session of this type; null for the buffers in the booking rules. */
  bufferBefore: Buffer,
  bufferAfter: Buffer,
  /** The service that an invoice proposes for a session of this type; null for the default service of the format. */
  serviceId: ServiceId.nullable(),
  /** The permission of clients without a completed session. 'book' applies only to their first session; further ones are requests. */
  newClients: z.enum(bookingModes),
  /** The permission of all other active clients. */
  knownClients: z.enum(bookingModes),
})
export type NewSessionType = z.output<typeof NewSessionType>

const EditedSessionType = z.strictObject({ ...NewSessionType.shape, version: z.int().positive() })
export type EditedSessionType = z.output<typeof EditedSessionType>

export const SessionType = z.strictObject({
  ...NewSessionType.shape,
  name: z.string(),
  location: z.string(),
  isArchived: z.boolean(),
  /** The number of edits. An edit sends the version that it is based on. */
  version: z.number(),
})
export type SessionType = z.infer<typeof SessionType>

/** A session type as a client may request or book it. */
export const OfferedSessionType = z.strictObject({
  id: SessionTypeId,
  name: z.string(),
  durationMinutes: z.number(),
  format: SessionFormat,
  /** Whether a booking is confirmed at once. Otherwise the client sends a request that the therapist answers. */
  isInstant: z.boolean(),
})
export type OfferedSessionType = z.infer<typeof OfferedSessionType>

/** The tables of this feature that a browser can subscribe to. */
export const sessionTypeTables = {
  session_types: { table: 'session_type', filters: ['id', 'therapist_id'] },
} as const satisfies RealtimeTables

/** The types of sessions that a therapist offers, such as a first session. A change applies only to sessions that are scheduled later. */
export const sessionType = {
  /** All types of the therapist in the therapist's order, archived ones included. */
  list: read.input(EmptyInput).output(z.strictObject({ items: z.array(SessionType) })),
  /** Adds a type at the end of the list. Repeating the call changes nothing. */
  add: write.input(NewSessionType).output(SessionType).errors(limitRefusal),
  /** Saves an edit. Refuses with CHANGED and the current type if it has changed since `version`. */
  edit: write
    .input(EditedSessionType)
    .output(SessionType)
    .errors({ CHANGED: { status: 409, data: z.object({ type: SessionType }) } }),
  /** Archives a type, so that it is no longer offered, or restores it. Its sessions are not affected. */
  setArchived: write.input(z.strictObject({ id: SessionTypeId, isArchived: z.boolean() })).output(SessionType),
  /** Sorts the types. Types that are not in `ids` follow in their previous order. */
  sort: write
    .input(z.strictObject({ ids: z.array(SessionTypeId).min(1).max(sessionTypeLimit) }))
    .output(z.strictObject({ items: z.array(SessionType) })),
  /** The types that the client may request or book with a connected therapist now. */
  offered: read
    .input(z.strictObject({ therapistId: TherapistId }))
    .output(z.strictObject({ items: z.array(OfferedSessionType) })),
}
