import { z } from 'zod'
import { FormFieldId, FormId, Id, PaperSignatureId, SentFormId } from '../../../common/ids.ts'
import { Language, text } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { File } from '../file/file.ts'
import { formFieldTypes, formLimits, formProblems, formTemplates, signatureMethods } from './form.rules.ts'

/** A field of a form. */
export const FormElement = z.strictObject({
  id: FormFieldId,
  type: z.enum(formFieldTypes),
  /** The question, the heading or the paragraph. May be empty in a draft. */
  label: text(formLimits.paragraph),
  /** A hint below the question; empty for none. */
  hint: text(formLimits.hint),
  /** Whether the client must answer the question. */
  required: z.boolean(),
  options: z.array(text(formLimits.option)).max(formLimits.options),
  /** The options that indicate a danger: a client who chooses one sees the emergency numbers, and the therapist must review the form. */
  safetyOptions: z.array(text(formLimits.option)).max(formLimits.options).optional(),
  /** Whether a guardian must sign, whatever the age of the client. */
  isForGuardian: z.boolean().optional(),
})
export type FormElement = z.infer<typeof FormElement>

const unique = (fields: { id: string }[]) => new Set(fields.map(({ id }) => id)).size === fields.length

/** The text of a form. */
export const FormContent = z.strictObject({
  title: text(formLimits.title),
  /** The language of the form's text. */
  language: Language,
  /** Whether signing gives a consent, which the client can withdraw later. */
  isConsent: z.boolean(),
  fields: z.array(FormElement).max(formLimits.fields).refine(unique, 'TWICE'),
})
export type FormContent = z.infer<typeof FormContent>

/** The answers by the id of their field. An answer may be missing while the client fills in the form. */
export const FormAnswers = z.record(
  z.uuid(),
  z.union([
    text(formLimits.answer),
    z.array(text(formLimits.option)).max(formLimits.options),
    z.int().min(0).max(10),
    z.null(),
  ]),
)
export type FormAnswers = z.infer<typeof FormAnswers>

export const FormVersion = z.int().min(1).max(2_000_000_000)
export const Sha256 = z.string().regex(/^[0-9a-f]{64}$/)
export const FormTemplate = z.enum(formTemplates)
/** A problem of a form. `fieldId` is the field with the problem; null for a problem of the whole form. */
export const FormProblem = z.strictObject({ problem: z.enum(formProblems), fieldId: FormFieldId.nullable() })

const formHead = {
  id: FormId,
  title: z.string(),
  /** The template from which the form was made; null for a form that began empty. */
  template: FormTemplate.nullable(),
  isConsent: z.boolean(),
  /** The version of the text. An edit sends the version on which it is based. */
  version: FormVersion,
  /** The version that the therapist confirmed last; null if none. Only this version can be sent. */
  confirmedVersion: FormVersion.nullable(),
  /** The time of the last confirmation; null if there was none. */
  confirmedAt: z.string().nullable(),
  /** Whether each client who joins the practice receives the form. */
  isSentOnJoining: z.boolean(),
}

export const FormItem = z.strictObject(formHead)
export type FormItem = z.infer<typeof FormItem>

/** A form of the therapist, with its text. */
export const FormView = z.strictObject({
  ...formHead,
  content: FormContent,
  /** The problems that prevent the text from being confirmed. */
  problems: z.array(FormProblem),
})
export type FormView = z.infer<typeof FormView>

/**
 * `open`: sent, not signed. `signed`: signed, or submitted if the form has no signature field. `withdrawn`: a signed consent that the client
 * withdrew.
 */
export const sentFormStates = ['open', 'signed', 'withdrawn', 'cancelled'] as const

/** A signature on paper that the therapist recorded. `signerName` and `signedOn` are copied from the paper. */
export const PaperSignature = z.strictObject({ id: PaperSignatureId, signerName: z.string(), signedOn: Day })
export type PaperSignature = z.infer<typeof PaperSignature>

const sentHead = {
  id: SentFormId,
  title: z.string(),
  isConsent: z.boolean(),
  state: z.enum(sentFormStates),
  /** The confirmed version that was sent. */
  version: FormVersion,
  sentAt: z.string(),
  /** The time at which a newer version replaced the open form; null if none did. */
  replacedAt: z.string().nullable(),
  /** The day by which the client should sign; null for none. */
  dueDay: Day.nullable(),
  /** Null until the form is signed or submitted. */
  signedAt: z.string().nullable(),
  /** The time at which the client withdrew the consent; null if the client has not. */
  withdrawnAt: z.string().nullable(),
  /** Whether the form has a signature field. Without a signature field, the state `signed` means that the form was submitted. */
  hasSignature: z.boolean(),
  /** Whether the PDF of the signed form can be downloaded. A form signed on paper has none. */
  isReady: z.boolean(),
  /** Null unless the form was signed on paper. */
  paper: PaperSignature.nullable(),
  /** Whether the form is open and needs the signature of a guardian. */
  needsGuardian: z.boolean(),
}

/** The copies of a form that all guardians must sign are valid together. `missing` are the names of those who have not signed. */
export const FormAgreement = z.strictObject({ id: SentFormId, missing: z.array(z.string()) })

/** A form that was sent to a client, as its therapist sees it in lists. */
export const SentForm = z.strictObject({
  ...sentHead,
  formId: FormId,
  /** The time at which the therapist withdrew the open form; null if the therapist has not. */
  cancelledAt: z.string().nullable(),
  /** The confirmed version that can replace an open form; null if the form has the latest version or was deleted. */
  newerVersion: FormVersion.nullable(),
  /** Whether an answer indicates a danger that the therapist must review ('raised') or has reviewed ('acknowledged'). */
  flag: z.enum(['none', 'raised', 'acknowledged']),
  /** The name of the guardian who signed in Attune, or for whom this copy is; empty if there is none. */
  guardianName: z.string(),
  /** Null until the form is signed in Attune. */
  method: z.enum(signatureMethods).nullable(),
  /** Whether the therapist keeps the form from guardians. */
  isKept: z.boolean(),
  /** Whether guardians fill in and sign the form, or did so. */
  isForGuardians: z.boolean(),
  /** The names of the guardians who can sign the open form with their accounts. */
  waitsFor: z.array(z.string()),
  /** Null unless all guardians must sign. */
  agreement: FormAgreement.nullable(),
})
export type SentForm = z.infer<typeof SentForm>

/** A simple electronic signature. */
export const FormSignature = z.strictObject({
  /** The name that the signing person typed. */
  typedName: z.string(),
  /** The name of the guardian who signed; empty if the client signed. */
  guardianName: z.string(),
  /** The relation of the guardian to the client; empty if the client signed. */
  guardianRelation: z.string(),
  signedAt: z.string(),
  /** The version of the form that was signed. */
  version: FormVersion,
  /** The SHA-256 of the text that was shown when it was signed. */
  sha256: Sha256,
  method: z.enum(signatureMethods),
})
export type FormSignature = z.infer<typeof FormSignature>

/** A form that was sent to a client, as its therapist sees it. */
export const SentFormView = z.strictObject({
  ...SentForm.shape,
  content: FormContent,
  /** The scan of the signature on paper; null if there is none. */
  scan: File.nullable(),
  /** Null until the form is signed in Attune. */
  answers: FormAnswers.nullable(),
  /** Null until the form is signed in Attune. */
  signature: FormSignature.nullable(),
})
export type SentFormView = z.infer<typeof SentFormView>

export const OwnForm = z.strictObject({
  ...sentHead,
  therapistName: z.string(),
  /** Whether a guardian signed in their own account. The client then sees neither the answers nor the PDF. */
  isSignedByGuardian: z.boolean(),
})
export type OwnForm = z.infer<typeof OwnForm>

/** A form as the client fills it in or reads it. */
export const OwnFormView = z.strictObject({
  ...OwnForm.shape,
  content: FormContent,
  /** The scan of the signature on paper; null if there is none. */
  scan: File.nullable(),
  /** The signed answers; otherwise the caller's draft, without answers that are no longer valid for the fields. */
  answers: FormAnswers,
  /** The version of the draft; 0 if there is none. */
  draftVersion: z.int().min(0),
  /** The time at which the draft was saved; null if there is none. */
  savedAt: z.string().nullable(),
  /** Null until the form is signed in Attune. */
  signature: FormSignature.nullable(),
  /** Whether a guardian must sign. The client cannot sign for the guardian. */
  isForMinor: z.boolean(),
  /** Always empty. Apps from before decision 108 offer a signature to the people listed here. */
  guardians: z.array(z.strictObject({ id: Id, name: z.string() })),
})
export type OwnFormView = z.infer<typeof OwnFormView>

/**
 * A form that is missing in a client's record. `unsigned`: it was sent and is open. `withdrawn`: the consent was withdrawn and not given again.
 * `unsent`: it is sent to everyone who joins, but was never sent to this client.
 */
export const missingFormReasons = ['unsigned', 'withdrawn', 'unsent'] as const
export const MissingForm = z.strictObject({
  reason: z.enum(missingFormReasons),
  formId: FormId,
  /** Null for a form that was never sent. */
  sentFormId: SentFormId.nullable(),
  title: z.string(),
  /** The time at which the form was sent or withdrawn; null if it was never sent. */
  since: z.string().nullable(),
  /** The day by which the client should sign; null for none. */
  dueDay: Day.nullable(),
})
export type MissingForm = z.infer<typeof MissingForm>

/** The tables of this feature that a browser can subscribe to. */
export const formTables = {
  forms: { table: 'form', filters: ['id', 'therapist_id'] },
  sent_forms: { table: 'sent_form', filters: ['id', 'client_id', 'therapist_id'] },
  form_documents: { table: 'form_document', filters: ['sent_form_id', 'therapist_id'] },
} as const satisfies RealtimeTables
