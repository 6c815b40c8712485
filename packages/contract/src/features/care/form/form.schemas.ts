import { z } from 'zod'
import { Id } from '../../../common/ids.ts'
import { Language, text } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { File } from '../file/file.ts'
import { formFieldTypes, formLimits, formProblems, formTemplates } from './form.rules.ts'

/**
 * A field of a form. `label` is the question, the heading or the paragraph itself. `options` are those of a choice. A
 * draft may have empty labels. `safetyOptions` are the options that indicate a danger: a client who chooses one sees the
 * emergency numbers, and the therapist has to review the form. Without it, no option does. `isForGuardian`: a parent or
 * guardian gives the signature, whatever the age of the client.
 */
export const FormElement = z.strictObject({
  id: Id,
  type: z.enum(formFieldTypes),
  label: text(formLimits.paragraph),
  hint: text(formLimits.hint),
  required: z.boolean(),
  options: z.array(text(formLimits.option)).max(formLimits.options),
  safetyOptions: z.array(text(formLimits.option)).max(formLimits.options).optional(),
  isForGuardian: z.boolean().optional(),
})
export type FormElement = z.infer<typeof FormElement>

const unique = (fields: { id: string }[]) => new Set(fields.map(({ id }) => id)).size === fields.length

export const FormContent = z.strictObject({
  title: text(formLimits.title),
  /** The language of the text. */
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
export const FormProblem = z.strictObject({ problem: z.enum(formProblems), fieldId: Id.nullable() })

const formHead = {
  id: Id,
  title: z.string(),
  template: FormTemplate.nullable(),
  isConsent: z.boolean(),
  version: FormVersion,
  /** The version of the text that the therapist has confirmed last; null if none. Only this version is sent. */
  confirmedVersion: FormVersion.nullable(),
  confirmedAt: z.string().nullable(),
  /** Whether each client who joins gets the form. */
  isSentOnJoining: z.boolean(),
}

export const FormItem = z.strictObject(formHead)
export type FormItem = z.infer<typeof FormItem>

export const FormView = z.strictObject({
  ...formHead,
  content: FormContent,
  /** The problems that prevent the text from being confirmed. */
  problems: z.array(FormProblem),
})
export type FormView = z.infer<typeof FormView>

/** `open`: sent, not signed. `withdrawn`: a signed consent that the client withdrew. `signed`: without a signature field, submitted. */
export const sentFormStates = ['open', 'signed', 'withdrawn', 'cancelled'] as const

/** A signature on paper that the therapist recorded. `signerName` and `signedOn` are as the paper says. */
export const PaperSignature = z.strictObject({ id: Id, signerName: z.string(), signedOn: Day })
export type PaperSignature = z.infer<typeof PaperSignature>

const sentHead = {
  id: Id,
  title: z.string(),
  isConsent: z.boolean(),
  state: z.enum(sentFormStates),
  version: FormVersion,
  sentAt: z.string(),
  replacedAt: z.string().nullable(),
  dueDay: Day.nullable(),
  signedAt: z.string().nullable(),
  withdrawnAt: z.string().nullable(),
  /** Whether the PDF of the signed form can be downloaded. A form that was signed on paper has none. */
  isReady: z.boolean(),
  /** Null unless the form was signed on paper. */
  paper: PaperSignature.nullable(),
}

/** A form that was sent to a client, as its therapist sees it in lists. */
export const SentForm = z.strictObject({
  ...sentHead,
  formId: Id,
  cancelledAt: z.string().nullable(),
  /** The confirmed version with which an open form can be replaced; null if it is the latest or its form is deleted. */
  newerVersion: FormVersion.nullable(),
  /** Whether the therapist has to review an answer that indicates a danger ('raised'), or has ('acknowledged'). */
  flag: z.enum(['none', 'raised', 'acknowledged']),
  /** Whether the form is signed, not only submitted. */
  hasSignature: z.boolean(),
  /** Whether the form is open and a parent or guardian has to sign it, which they do on paper. */
  needsGuardian: z.boolean(),
})
export type SentForm = z.infer<typeof SentForm>

/** A simple electronic signature. `guardianName` and `guardianRelation` are empty if the client signed. */
export const FormSignature = z.strictObject({
  typedName: z.string(),
  guardianName: z.string(),
  guardianRelation: z.string(),
  signedAt: z.string(),
  version: FormVersion,
  /** Of the text that was shown when it was signed. */
  sha256: Sha256,
})
export type FormSignature = z.infer<typeof FormSignature>

export const SentFormView = z.strictObject({
  ...SentForm.shape,
  content: FormContent,
  /** The scan of the signature on paper. */
  scan: File.nullable(),
  /** Null until the form is signed in Attune. */
  answers: FormAnswers.nullable(),
  signature: FormSignature.nullable(),
})
export type SentFormView = z.infer<typeof SentFormView>

export const OwnForm = z.strictObject({ ...sentHead, therapistName: z.string() })
export type OwnForm = z.infer<typeof OwnForm>

export const OwnFormView = z.strictObject({
  ...OwnForm.shape,
  content: FormContent,
  scan: File.nullable(),
  /** The signed answers; else the draft of the acting client, reduced to what fits the fields. */
  answers: FormAnswers,
  /** The version of the draft; 0 if there is none. */
  draftVersion: z.int().min(0),
  savedAt: z.string().nullable(),
  signature: FormSignature.nullable(),
  /** Whether a parent or guardian has to sign. The client's login cannot do so for them. */
  isForMinor: z.boolean(),
  /** Always empty. Apps from before decision 108 offer a signature for those who are listed here. */
  guardians: z.array(z.strictObject({ id: Id, name: z.string() })),
})
export type OwnFormView = z.infer<typeof OwnFormView>

/**
 * A form that a client's record lacks. `unsigned`: a sent form is open. `withdrawn`: a consent was withdrawn and not given again.
 * `unsent`: a form for everyone who joins was never sent.
 */
export const missingFormReasons = ['unsigned', 'withdrawn', 'unsent'] as const
export const MissingForm = z.strictObject({
  reason: z.enum(missingFormReasons),
  formId: Id,
  /** Null for a form that was never sent. */
  sentFormId: Id.nullable(),
  title: z.string(),
  /** When it was sent or withdrawn; null for a form that was never sent. */
  since: z.string().nullable(),
  dueDay: Day.nullable(),
})
export type MissingForm = z.infer<typeof MissingForm>

/** The tables of this feature that a browser can subscribe to. */
export const formTables = {
  forms: { table: 'form', filters: ['id', 'therapist_id'] },
  sent_forms: { table: 'sent_form', filters: ['id', 'client_id', 'therapist_id'] },
  form_documents: { table: 'form_document', filters: ['sent_form_id', 'therapist_id'] },
} as const satisfies RealtimeTables
