import { z } from 'zod'
import { ClientId, Done, EmptyInput, RecordHoldId, TherapistId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { requiredText } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { endingStates, maxShownEndings } from './record-ending.rules.ts'
import { holdEndings, holdReasonLength, retentionStarts } from './record-retention.rules.ts'

/** A legal hold of a record. While it lasts, the therapist can't delete parts of the record, and the record can't be merged into another one. */
export const RecordHold = z.strictObject({
  id: RecordHoldId,
  reason: z.string(),
  placedAt: z.string(),
  /** The last day of the hold, in the therapist's time zone, unless the hold is renewed. It is at least a month after the reminder. */
  untilOn: Day,
  /** Null while the hold lasts. */
  endedAt: z.string().nullable(),
  ending: z.enum(holdEndings).nullable(),
})
export type RecordHold = z.infer<typeof RecordHold>

/** The retention of a record, and its legal holds. */
export const RecordRetention = z.strictObject({
  /** The last day on which the practice keeps the record by its setting. It moves when a session is added or moved. */
  keptUntil: Day,
  /** The kind of day from which the years count. */
  from: z.enum(retentionStarts),
  years: z.int(),
  /** The hold that lasts; null if there is none. */
  hold: RecordHold.nullable(),
  /** Holds that have ended, latest first. */
  earlier: z.array(RecordHold),
  /**
   * The entry of the record in the list of records whose retention ends: the time at which it was added, and the time at which the erasure was
   * confirmed. Null if the record is not on the list.
   */
  ending: z.strictObject({ listedAt: z.string(), confirmedAt: z.string().nullable() }).nullable(),
})
export type RecordRetention = z.infer<typeof RecordRetention>

/** A record whose retention ends within a month or has ended. */
export const RecordEnding = z.strictObject({
  clientId: ClientId,
  name: z.string(),
  /** The start of the latest session that was not cancelled; null without a session. */
  lastSessionAt: z.string().nullable(),
  keptUntil: Day,
  from: z.enum(retentionStarts),
  years: z.int(),
  listedAt: z.string(),
  state: z.enum(endingStates),
})
export type RecordEnding = z.infer<typeof RecordEnding>

/** The list of records whose retention ends: open entries first, then confirmed ones, then held ones, each by the end of the retention. */
export const RecordEndings = z.strictObject({
  /** At most `maxShownEndings`. */
  items: z.array(RecordEnding),
  /** The numbers of all entries by state. */
  counts: z.strictObject({ open: z.int(), confirmed: z.int(), held: z.int() }),
})
export type RecordEndings = z.infer<typeof RecordEndings>

/** The number of records of a closed account that are on the list, and the first and last end of their retention. Names no client. */
export const ClosedEndings = z.strictObject({
  therapistId: TherapistId,
  /** The name of the therapist; empty if the account has none. */
  name: z.string(),
  records: z.int(),
  firstOn: Day,
  lastOn: Day,
})
export type ClosedEndings = z.infer<typeof ClosedEndings>

/** The tables of this feature that a browser can subscribe to. */
export const recordRetentionTables = {
  record_endings: { table: 'record_ending', filters: ['client_id', 'therapist_id'] },
  record_holds: { table: 'record_hold', filters: ['client_id', 'therapist_id'] },
} as const satisfies RealtimeTables

const OfClient = z.strictObject({ clientId: ClientId })
const OfHold = z.strictObject({ clientId: ClientId, id: RecordHoldId })

/** The hold has already ended. */
const ENDED = { ENDED: { status: 409 } } as const

/** The retention of records, and legal holds. A record has at most one hold at a time. The client does not learn of it. */
export const recordRetention = {
  /** The retention of a client's record, and its holds. Refuses with NOT_FOUND. */
  ofClient: read.input(OfClient).output(RecordRetention),
  /**
   * Places a legal hold on a record, for a year. Repeating the call changes nothing. Refuses with NOT_FOUND, and with ALREADY_HELD if the record has
   * another hold.
   */
  placeHold: write
    .input(z.strictObject({ ...OfHold.shape, reason: requiredText(holdReasonLength) }))
    .output(Done)
    .errors({ ALREADY_HELD: { status: 409 } }),
  /** Renews a hold for a year from today. Repeating the call on the same day changes nothing. Refuses with NOT_FOUND and ENDED. */
  renewHold: write.input(OfHold).output(Done).errors(ENDED),
  /** Ends a hold. Repeating the call changes nothing. Refuses with NOT_FOUND, and with ENDED if its year was over. */
  endHold: write.input(OfHold).output(Done).errors(ENDED),
  /** The records of the therapist whose retention ends. */
  endings: read.input(EmptyInput).output(RecordEndings),
  /**
   * Confirms that records on the list are erased at their end. Repeating the call changes nothing. Refuses with NOT_FOUND if one of the records is
   * not on the list, and with CHANGED if one has a legal hold or an end that differs from the end that the caller saw. If it refuses, no record is
   * confirmed.
   */
  confirmEndings: write
    .input(
      z.strictObject({
        records: z
          .array(z.strictObject({ clientId: ClientId, keptUntil: Day }))
          .min(1)
          .max(maxShownEndings),
      }),
    )
    .output(Done)
    .errors({ CHANGED: { status: 409 } }),
  /** Takes a confirmation back. Repeating the call changes nothing. Refuses with NOT_FOUND if the record is not on the list or was erased. */
  undoEnding: write.input(OfClient).output(Done),
  /** The numbers of entries on the list, by state. */
  endingCounts: read.input(EmptyInput).output(RecordEndings.shape.counts),
  /**
   * The country of the practice, from which the proposed retention follows, and the number of records of closed accounts on the list, by therapist.
   */
  ofPractice: read.input(EmptyInput).output(
    z.strictObject({
      /** The country of most businesses of the practice; null if none has entered one. */
      country: z.string().nullable(),
      closed: z.array(ClosedEndings),
    }),
  ),
  /**
   * Keeps the listed records of a closed account for another year. Refuses with NOT_FOUND if the list has no record of the account whose retention
   * ends within two months.
   */
  keepClosedRecords: write.input(z.strictObject({ id: TherapistId })).output(Done),
}
