import { z } from 'zod'
import { byId, ClientId, Done, type IdOf, idOf, SessionId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { heldRefusal } from '../../../common/refusals.ts'
import { RichText } from '../../../common/rich-text/rich-text.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { clientFieldViews } from '../../people/client/client.fields.ts'
import { FormAnswers, FormContent, FormVersion } from '../form/form.schemas.ts'
import type { RecordCopyKind } from './record-copy.rules.ts'

export const RecordCopyId = idOf<'record-copy'>()
export type RecordCopyId = IdOf<'record-copy'>

const { notes: _, ...profileFields } = clientFieldViews
const CopiedAddendum = z.strictObject({ text: z.string(), at: z.string() })

/** The content of a copy, by its kind. */
export const copiedContents = {
  'session-note': z.strictObject({
    text: z.string(),
    /** The document; null if the note is not formatted. */
    content: RichText.nullable(),
    signedAt: z.string().nullable(),
    addenda: z.array(CopiedAddendum),
    objectives: z.string(),
    nextSteps: z.string(),
  }),
  'client-note': z.strictObject({ text: z.string(), content: RichText.nullable() }),
  profile: z.strictObject(profileFields),
  form: z.strictObject({
    content: FormContent,
    version: FormVersion,
    sentAt: z.string(),
    signedAt: z.string().nullable(),
    /** Null unless the form was signed in Attune. */
    answers: FormAnswers.nullable(),
    /** The name of the person who signed, in Attune or on paper; empty if the form has no signature. */
    signerName: z.string(),
  }),
} as const satisfies Record<RecordCopyKind, z.ZodType>

type CopiedContent<Kind extends RecordCopyKind> = z.infer<(typeof copiedContents)[Kind]>

/** A record in its state at the moment `dataOf`. The host restored it from a backup at `madeAt`. */
const copyOf = <Content extends z.ZodType>(content: Content) =>
  z.strictObject({ id: RecordCopyId, dataOf: z.string(), madeAt: z.string(), copied: content })
const copiesOf = <Content extends z.ZodType>(content: Content) => z.strictObject({ items: z.array(copyOf(content)) })
const OfClient = z.strictObject({ clientId: ClientId })

/** A copy of a part of a record, as it was in a backup. */
export type RecordCopy<Kind extends RecordCopyKind> = {
  id: RecordCopyId
  /** The copy shows the record as it was at this time. */
  dataOf: string
  /** The time at which the host brought the copy back. */
  madeAt: string
  copied: CopiedContent<Kind>
}

/** The tables of this feature that a browser can subscribe to. */
export const recordCopyTables = {
  record_copies: { table: 'record_copy', filters: ['id', 'therapist_id'] },
} as const satisfies RealtimeTables

/** Copies of records that the host has brought back from a backup. A copy exists beside the present record and never replaces it. */
export const recordCopy = {
  /** The copies of the note on a session, the latest state first. The lists of other copies have the same order. */
  ofSession: read.input(z.strictObject({ sessionId: SessionId })).output(copiesOf(copiedContents['session-note'])),
  /** The copies of the note about a client. */
  notesOfClient: read.input(OfClient).output(copiesOf(copiedContents['client-note'])),
  /** The copies of the details of a client. */
  profilesOfClient: read.input(OfClient).output(copiesOf(copiedContents.profile)),
  /** The copies of forms that were sent to a client. */
  formsOfClient: read.input(OfClient).output(copiesOf(copiedContents.form)),
  /** Deletes a copy. The present record is kept. */
  delete: write.input(byId(RecordCopyId)).output(Done).errors(heldRefusal),
}
