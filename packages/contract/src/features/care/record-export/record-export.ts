import { z } from 'zod'
import { ClientId, SessionId } from '../../../common/ids.ts'
import { read } from '../../../common/procedure.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { namesInRecordLimits, recordExportFormats, recordParts } from './record-export.rules.ts'

/** The id of a place in a text at which a name is. It changes with the text. */
const NamePlaceId = z.string().regex(/^[\w-]{8}$/)

const content = {
  clientId: ClientId,
  parts: z.array(z.enum(recordParts)).min(1).max(recordParts.length),
  from: Day.nullable(),
  until: Day.nullable(),
  /** Whether the shared parts of notes on sessions with several clients are included, which concern the other clients too. */
  withShared: z.boolean().optional(),
}
type Content = { parts: string[]; from: string | null; until: string | null }
const isOnce = ({ parts }: Content) => new Set(parts).size === parts.length
const isOrdered = ({ from, until }: Content) => !from || !until || from <= until
const [twice, unordered] = [
  { error: 'TWICE', path: ['parts'] },
  { error: 'ORDER', path: ['until'] },
]

/** The parts of a client's record to export, and the period. Both days are included and in the therapist's time zone; null means no limit. */
export const RecordExportOrder = z
  .strictObject({
    ...content,
    as: z.enum(recordExportFormats),
    /**
     * The places at which names of other clients of a session are kept in notes, objectives and next steps; all other such names are removed. If it
     * is omitted, all such names are removed.
     */
    keptNames: z.union([z.literal('all'), z.array(NamePlaceId).max(namesInRecordLimits.places)]).optional(),
    /** Whether the export has the phone numbers and email addresses of guardians, and the invoices that are addressed to a guardian. */
    withGuardianAddresses: z.boolean().optional(),
  })
  .refine(isOnce, twice)
  .refine(isOrdered, unordered)
export type RecordExportOrder = z.output<typeof RecordExportOrder>

/** A place in an exported text with the name of another client of the session, and the words before and after it. */
export const NamePlace = z.strictObject({
  id: NamePlaceId,
  startsAt: z.string(),
  source: z.enum(['note', 'shared-note', 'session']),
  before: z.string(),
  name: z.string(),
  after: z.string(),
})
export type NamePlace = z.infer<typeof NamePlace>

export const recordExport = {
  /**
   * Returns the places in the chosen parts with names of other clients of the same session, by the time of the session, at most
   * `namesInRecordLimits.places`, and the names of the other people whom shared parts in the period concern. `isComplete` is false if there are more
   * places, or more texts than `namesInRecordLimits.texts`.
   */
  names: read
    .input(z.strictObject(content).refine(isOnce, twice).refine(isOrdered, unordered))
    .output(z.strictObject({ sharedWith: z.array(z.string()), places: z.array(NamePlace), isComplete: z.boolean() })),
  /**
   * Returns the sessions in which the shared part of the note contains a first or last name of this client, latest first, at most
   * `namesInRecordLimits.places`. A signed part can no longer be changed.
   */
  sharedParts: read.input(z.strictObject({ clientId: ClientId })).output(
    z.strictObject({
      items: z.array(z.strictObject({ sessionId: SessionId, startsAt: z.string(), isSigned: z.boolean() })),
    }),
  ),
  /**
   * Returns the URL of an export, valid once and for one minute. Each call adds a line to the client's access log and an audit row. Refuses with
   * BUSY while the caller, or too many other people, export a PDF. Refuses with TOO_MANY after 60 exports within an hour.
   */
  start: read
    .input(RecordExportOrder)
    .output(z.strictObject({ url: z.string(), expiresAt: z.string() }))
    .errors({ BUSY: { status: 409 } }),
}
