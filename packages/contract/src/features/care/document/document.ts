import { z } from 'zod'
import { byId, ClientId, DocumentId, DocumentRequestId, Done, EmptyInput, FileId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { heldRefusal, limitRefusal } from '../../../common/refusals.ts'
import { requiredName } from '../../../common/text/text.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { documentLimits } from './document.rules.ts'
import { File } from '../file/file.ts'

const OfClient = z.strictObject({ clientId: ClientId })
const DocumentOf = z.strictObject({ clientId: ClientId, id: DocumentId })
const RequestOf = z.strictObject({ clientId: ClientId, id: DocumentRequestId })

export const ClientDocument = z.strictObject({
  id: DocumentId,
  file: File,
  /** Whether the client added the document. Otherwise the therapist did. */
  isFromClient: z.boolean(),
  /** Whether the client can see the document. */
  isShared: z.boolean(),
  addedAt: z.string(),
})
export type ClientDocument = z.infer<typeof ClientDocument>

/** A therapist's request for a document, until the client uploads it. */
export const DocumentRequest = z.strictObject({ id: DocumentRequestId, title: z.string(), askedAt: z.string() })
export type DocumentRequest = z.infer<typeof DocumentRequest>

export const OwnDocument = z.strictObject({ ...ClientDocument.shape, therapistName: z.string() })
export const OwnRequest = z.strictObject({ ...DocumentRequest.shape, therapistName: z.string() })
export type OwnDocument = z.infer<typeof OwnDocument>
export type OwnRequest = z.infer<typeof OwnRequest>

/** The file failed the file check; `data.id` is its id. */
const FILE_REFUSED = { FILE_REFUSED: { status: 409, data: z.object({ id: FileId }) } } as const

/** The tables of this feature that a browser can subscribe to. */
export const documentTables = {
  documents: { table: 'document', filters: ['id', 'client_id', 'therapist_id'] },
  document_requests: { table: 'document_request', filters: ['id', 'client_id', 'therapist_id'] },
} as const satisfies RealtimeTables

/** The documents in clients' records. */
export const document = {
  /** The documents of a client and the open document requests, newest first. */
  ofClient: read
    .input(OfClient)
    .output(z.strictObject({ items: z.array(ClientDocument), requests: z.array(DocumentRequest) })),
  /**
   * Adds an uploaded file of the therapist to a client's record. Notifies the client if the file is shared. Repeating the call changes nothing.
   * Refuses with FILE_REFUSED and LIMIT_REACHED.
   */
  add: write
    .input(z.strictObject({ ...DocumentOf.shape, fileId: FileId, isShared: z.boolean() }))
    .output(Done)
    .errors({ ...FILE_REFUSED, ...limitRefusal }),
  /** Shares a document of the therapist with the client, or stops sharing it. A document that the client uploaded stays shared. */
  share: write.input(z.strictObject({ ...DocumentOf.shape, isShared: z.boolean() })).output(Done),
  /** Deletes a document, which can be restored for 30 days. Refuses with NOT_FOUND, and with HELD while the record has a legal hold. */
  remove: write.input(DocumentOf).output(Done).errors(heldRefusal),
  /** Restores a deleted document. Refuses with NOT_FOUND and LIMIT_REACHED. */
  restore: write.input(DocumentOf).output(Done).errors(limitRefusal),
  /**
   * Requests a document from a client and notifies them. Repeating the call changes nothing. Refuses with LIMIT_REACHED, and with INACTIVE if the
   * record is inactive.
   */
  ask: write
    .input(z.strictObject({ ...RequestOf.shape, title: requiredName(documentLimits.title) }))
    .output(Done)
    .errors({ ...limitRefusal, INACTIVE: { status: 409 } }),
  cancelRequest: write.input(RequestOf).output(Done),

  /** The documents that the caller uploaded, the documents that therapists shared with the caller, and the open requests. */
  mine: read.input(EmptyInput).output(z.strictObject({ items: z.array(OwnDocument), requests: z.array(OwnRequest) })),
  /**
   * Answers a therapist's request with an uploaded document, which ends the request. Notifies the therapist. `id` is the id of the new document.
   * Repeating the call changes nothing. Refuses with FILE_REFUSED and LIMIT_REACHED.
   */
  answer: write
    .input(z.strictObject({ ...byId(DocumentId).shape, requestId: DocumentRequestId, fileId: FileId }))
    .output(Done)
    .errors({ ...FILE_REFUSED, ...limitRefusal }),
}
