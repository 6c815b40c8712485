import { z } from 'zod'
import { byId, ClientId, DocumentId, Done, EmptyInput, FileId, RecordRequestId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { requiredText } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { File } from '../file/file.ts'
import { recordAnswerLength, recordRequestStates } from './record-request.rules.ts'

/** A client's request for a copy of the record that a therapist keeps about them (GDPR article 15). */
export const RecordRequest = z.strictObject({
  id: RecordRequestId,
  state: z.enum(recordRequestStates),
  askedAt: z.string(),
  /** The last day for the answer, in the therapist's time zone: one calendar month after the request. */
  dueOn: Day,
  /** Whether the request is still open after `dueOn`. */
  isOverdue: z.boolean(),
  /** The time of the answer, the refusal or the withdrawal; null while the request is open. */
  endedAt: z.string().nullable(),
  /**
   * The therapist's description of the handover of the copy, or the reason for a refusal. Empty if the copy was shared as a document, and in any
   * other state.
   */
  answer: z.string(),
  /** The copy, if it was shared as a document that the reader can still open; null otherwise. */
  file: File.nullable(),
})
export type RecordRequest = z.infer<typeof RecordRequest>

/** A therapist who has a record about the caller, and the caller's requests to this therapist, latest first. */
export const RecordHolder = z.strictObject({
  clientId: ClientId,
  therapistName: z.string(),
  /** Whether the therapist's account is closed or disabled, so that only the practice can answer. */
  isClosed: z.boolean(),
  mayAsk: z.boolean(),
  requests: z.array(RecordRequest),
})
export type RecordHolder = z.infer<typeof RecordHolder>

/** The tables of this feature that a browser can subscribe to. */
export const recordRequestTables = {
  record_requests: { table: 'record_request', filters: ['id', 'client_id', 'therapist_id'] },
} as const satisfies RealtimeTables

const OfClient = z.strictObject({ clientId: ClientId, id: RecordRequestId })

/** The request has already ended in another way. */
const ENDED = { ENDED: { status: 409 } } as const
/** The file failed the file check, or is not a PDF; `data.id` is its id. */
const FILE_REFUSED = { FILE_REFUSED: { status: 409, data: z.object({ id: FileId }) } } as const

/** Requests of clients for a copy of their record. A record has at most one open request. */
export const recordRequest = {
  /** The therapists who have or had the caller as a client, with the caller's requests. */
  mine: read.input(EmptyInput).output(z.strictObject({ items: z.array(RecordHolder) })),
  /**
   * Asks the therapist of a record for a copy, and notifies them. Repeating the call changes nothing. Refuses with NOT_FOUND for a record that is not
   * the caller's, with ALREADY_ASKED while another request is open, with CLOSED if the therapist's account is closed or disabled, and with TOO_MANY
   * after 10 requests within an hour.
   */
  ask: write
    .input(z.strictObject({ ...byId(RecordRequestId).shape, clientId: ClientId }))
    .output(Done)
    .errors({ ALREADY_ASKED: { status: 409 }, CLOSED: { status: 409 } }),
  /** Withdraws an open request of the caller, and notifies the therapist. Repeating the call changes nothing. Refuses with NOT_FOUND and ENDED. */
  withdraw: write.input(byId(RecordRequestId)).output(Done).errors(ENDED),

  /** The requests of a client of the therapist, latest first. `isReachable` is false if the client has no account, so that no copy can be shared. */
  ofClient: read
    .input(z.strictObject({ clientId: ClientId }))
    .output(z.strictObject({ isReachable: z.boolean(), items: z.array(RecordRequest) })),
  /**
   * Answers an open request with a copy that the therapist has exported and uploaded. Adds the PDF to the record as a document that is shared with
   * the client, and notifies the client. `documentId` is the id of the new document. Repeating the call changes nothing. Refuses with NOT_FOUND,
   * ENDED, NO_ACCOUNT if the client has no account, FILE_REFUSED and LIMIT_REACHED.
   */
  share: write
    .input(z.strictObject({ ...OfClient.shape, documentId: DocumentId, fileId: FileId }))
    .output(Done)
    .errors({ ...ENDED, ...FILE_REFUSED, ...limitRefusal, NO_ACCOUNT: { status: 409 } }),
  /**
   * Answers an open request whose copy was handed over outside Attune, and notifies the client. `how` is shown to the client. Repeating the call
   * changes nothing. Refuses with NOT_FOUND and ENDED.
   */
  answer: write
    .input(z.strictObject({ ...OfClient.shape, how: requiredText(recordAnswerLength) }))
    .output(Done)
    .errors(ENDED),
  /**
   * Refuses an open request with a reason, which is shown to the client, and notifies the client. Repeating the call changes nothing. Refuses with
   * NOT_FOUND and ENDED.
   */
  refuse: write
    .input(z.strictObject({ ...OfClient.shape, reason: requiredText(recordAnswerLength) }))
    .output(Done)
    .errors(ENDED),
}
