import { z } from 'zod'
import { ClientId, Command, FormFieldId, SentFormId } from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { nameText } from '../../../common/text/text.schemas.ts'
import { formLimits, formSigners } from '../../care/form/form.rules.ts'
import { FormAnswers, FormVersion, OwnForm, OwnFormView, Sha256 } from '../../care/form/form.schemas.ts'

const signing = {
  /** Null until the form is signed. */
  signedBy: z.enum(formSigners).nullable(),
  /** The name of the other guardian who signed; empty if the caller must not know it. */
  signerName: z.string(),
  /** Whether the form becomes valid only when the other guardians have signed their copies, and at least one of them has not signed yet. */
  waitsForAnother: z.boolean(),
  /** Whether the caller signed this consent and can withdraw it. */
  mayWithdraw: z.boolean(),
}

/** A form as a guardian sees it in lists. */
export const GuardianFormItem = z.strictObject({ ...OwnForm.shape, ...signing })
export type GuardianFormItem = z.infer<typeof GuardianFormItem>

/**
 * A form as a guardian fills it in or reads it. A form that another guardian signed has neither answers nor signature, unless the therapist lets the
 * guardians know of each other.
 */
export const GuardianFormView = z.strictObject({
  ...OwnFormView.shape,
  ...signing,
  /** The first name of the client for whom the guardian acts. */
  firstName: z.string(),
})
export type GuardianFormView = z.infer<typeof GuardianFormView>

const ActingFor = z.strictObject({ actingFor: ClientId })
const OfForm = z.strictObject({ ...ActingFor.shape, id: SentFormId })
const ILLEGAL_TRANSITION = { ILLEGAL_TRANSITION: { status: 409, data: z.object({ state: z.string() }) } } as const

/** Procedures with which a guardian fills in and signs the forms of a client. */
export const guardianForms = {
  /** The forms that guardians fill in and sign for the client, open ones first. */
  forms: read.input(ActingFor).output(z.strictObject({ items: z.array(GuardianFormItem) })),
  /** A form: an open form to fill in, or a signed form as it was signed. The client's access log records the opening. */
  form: read.input(OfForm).output(GuardianFormView),
  /**
   * Saves the caller's answers to a form. `draftVersion` is the version of the draft on which the change is based; 0 creates a draft. Refuses with
   * CHANGED and the saved draft if the draft has another version.
   */
  saveFormAnswers: write
    .input(z.strictObject({ ...OfForm.shape, draftVersion: z.int().min(0).max(2_000_000_000), answers: FormAnswers }))
    .output(z.strictObject({ draftVersion: z.number(), savedAt: z.string() }))
    .errors({
      CHANGED: { status: 409, data: z.object({ answers: FormAnswers, draftVersion: z.number() }) },
      ...ILLEGAL_TRANSITION,
    }),
  /**
   * Signs a version of a form as a guardian, or submits it if it has no signature field. `sha256` is the hash of the text that was shown. Repeating
   * the command changes nothing. Refuses with OUTDATED and the current form, and with INCOMPLETE and the missing fields.
   */
  signForm: write
    .input(
      z.strictObject({
        ...OfForm.shape,
        version: FormVersion,
        sha256: Sha256,
        answers: FormAnswers,
        typedName: nameText(formLimits.signer),
        command: Command,
      }),
    )
    .output(GuardianFormView)
    .errors({
      OUTDATED: { status: 409, data: GuardianFormView },
      ...ILLEGAL_TRANSITION,
      INCOMPLETE: { status: 409, data: z.object({ missing: z.array(FormFieldId), needsName: z.boolean() }) },
    }),
  /** Withdraws a consent that the caller signed, and notifies the therapist. The signed form is kept. Repeating the call changes nothing. */
  withdrawForm: write.input(OfForm).output(GuardianFormView).errors(ILLEGAL_TRANSITION),
}
