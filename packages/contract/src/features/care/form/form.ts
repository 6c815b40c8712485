import { z } from 'zod'
import {
  byId,
  ClientId,
  Command,
  Done,
  EmptyInput,
  FileId,
  FormFieldId,
  FormId,
  Id,
  PaperSignatureId,
  SentFormId,
} from '../../../common/ids.ts'
import { read, write } from '../../../common/procedure.ts'
import { limitRefusal } from '../../../common/refusals.ts'
import { Language, nameText, requiredName } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { formLimits } from './form.rules.ts'
import {
  FormAnswers,
  FormContent,
  FormItem,
  FormTemplate,
  FormVersion,
  FormView,
  MissingForm,
  OwnForm,
  OwnFormView,
  SentForm,
  SentFormView,
  Sha256,
} from './form.schemas.ts'
import { signHere } from './form.here.ts'
import { signLinks } from './form.links.ts'
import { formTickets } from './form.tickets.ts'

const OfClient = z.strictObject({ clientId: ClientId })
const VersionOf = z.strictObject({ id: FormId, version: FormVersion })
const SentOf = z.strictObject({ clientId: ClientId, id: SentFormId })

/** The form has changed since `version`; `data` is its current content. */
const CHANGED = { CHANGED: { status: 409, data: FormView } } as const
/** The therapist has not confirmed the current text. */
const NOT_CONFIRMED = { NOT_CONFIRMED: { status: 409 } } as const
/** The form is in a state in which the action is not possible, such as signed or cancelled; `data.state` is its state. */
const ILLEGAL_TRANSITION = { ILLEGAL_TRANSITION: { status: 409, data: z.object({ state: z.string() }) } } as const
/** The form was replaced by a newer version, or its content differs from what the client saw; `data` is the current content. */
const OUTDATED = { OUTDATED: { status: 409, data: OwnFormView } } as const

/** Forms that a therapist builds and sends, and that clients fill in and sign. */
export const form = {
  /** The therapist's forms without deleted ones, sorted by title. */
  list: read.input(EmptyInput).output(z.strictObject({ items: z.array(FormItem) })),
  get: read.input(byId(FormId)).output(FormView),
  /** Creates a form, either empty or from one of the product's drafts. Repeating the call returns the form. */
  create: write
    .input(z.strictObject({ id: FormId, template: FormTemplate.nullable(), language: Language }))
    .output(FormView)
    .errors(limitRefusal),
  /** Saves a form. `version` is the version that the change is based on. */
  save: write
    .input(z.strictObject({ id: FormId, version: FormVersion, content: FormContent }))
    .output(FormView)
    .errors(CHANGED),
  /**
   * Confirms the text of a version, so that it can be sent. Repeating the call changes nothing. Refuses with CHANGED, and with INCOMPLETE if the text
   * has problems.
   */
  confirm: write
    .input(VersionOf)
    .output(FormView)
    .errors({ ...CHANGED, INCOMPLETE: { status: 409 } }),
  /** Sets whether each client who joins receives the form. */
  setOnJoining: write
    .input(z.strictObject({ id: FormId, isSentOnJoining: z.boolean() }))
    .output(FormView)
    .errors(NOT_CONFIRMED),
  /** Deletes a form. Copies that were sent remain. */
  remove: write.input(byId(FormId)).output(Done),
  /** Restores a deleted form. Refuses with LIMIT_REACHED. */
  restore: write.input(byId(FormId)).output(Done).errors(limitRefusal),

  /** The forms that were sent to a client, latest first. `signers` are the names of the guardians who can sign forms with their accounts. */
  ofClient: read.input(OfClient).output(z.strictObject({ items: z.array(SentForm), signers: z.array(z.string()) })),
  /** The forms that are missing in a client's record. */
  missing: read.input(OfClient).output(z.strictObject({ items: z.array(MissingForm) })),
  /** A sent form with the answers once it is signed. */
  sent: read.input(SentOf).output(SentFormView),
  /**
   * Sends the confirmed version to a client and notifies them. The client is reminded after `remindAfterDays` days (null for no reminder). Repeating
   * the call with the same id changes nothing. Refuses with NOT_CONFIRMED, with ALREADY_SENT if the client has an open copy, and with INACTIVE if the
   * record is inactive. Refuses `needsAllGuardians` with TOO_FEW_GUARDIANS if fewer than two guardians have the
   * right to sign forms, or if the form needs no guardian.
   */
  send: write
    .input(
      z.strictObject({
        id: SentFormId,
        ...OfClient.shape,
        formId: FormId,
        version: FormVersion,
        remindAfterDays: z.int().min(1).max(formLimits.reminderDays).nullable(),
        /** Whether each guardian with the right to sign forms gets a copy, and the copies are valid only together. */
        needsAllGuardians: z.boolean().optional(),
      }),
    )
    .output(SentForm)
    .errors({
      ...NOT_CONFIRMED,
      ALREADY_SENT: { status: 409 },
      INACTIVE: { status: 409 },
      TOO_FEW_GUARDIANS: { status: 409 },
    }),
  /** Replaces an open form by a newer confirmed version, and notifies the client. Repeating the call changes nothing. */
  replace: write
    .input(z.strictObject({ ...SentOf.shape, version: FormVersion }))
    .output(SentForm)
    .errors({ ...NOT_CONFIRMED, ...ILLEGAL_TRANSITION }),
  /** Keeps a sent form from guardians, or shows it to them again. Nothing that guardians receive contains a form that is kept from them. */
  keep: write.input(z.strictObject({ ...SentOf.shape, isKept: z.boolean() })).output(SentForm),
  /** Cancels an open form that was sent to a client, with all copies for its guardians. Repeating the call changes nothing. */
  cancel: write.input(SentOf).output(Done).errors(ILLEGAL_TRANSITION),
  /** Marks the answers that indicate a danger as reviewed. Repeating the call changes nothing. */
  acknowledge: write.input(SentOf).output(Done),
  /**
   * Records that an open form was signed on paper, with an uploaded scan. With `replacesId`, corrects an earlier record of the signature. Repeating
   * the call changes nothing. Refuses with:
   * - ILLEGAL_TRANSITION if the form is not open, or if `replacesId` is not its current signature
   * - FILE_REFUSED if the scan failed the file check, and NOT_READY if it has not passed it yet
   * - FUTURE if the day of the signature is after today
   */
  signOnPaper: write
    .input(
      z.strictObject({
        ...SentOf.shape,
        signatureId: PaperSignatureId,
        replacesId: PaperSignatureId.nullable(),
        fileId: FileId,
        signerName: requiredName(formLimits.signer),
        signedOn: Day,
      }),
    )
    .output(SentFormView)
    .errors({
      ...ILLEGAL_TRANSITION,
      FILE_REFUSED: { status: 409, data: z.object({ id: FileId }) },
      NOT_READY: { status: 409 },
      FUTURE: { status: 409 },
    }),
  /**
   * Removes a signature on paper that was recorded by mistake. The form is open again. Repeating the call changes nothing. Refuses with
   * ILLEGAL_TRANSITION if the form is not signed with this signature, and with ALREADY_SENT if the client has another open copy of the form.
   */
  removePaperSignature: write
    .input(z.strictObject({ ...SentOf.shape, signatureId: PaperSignatureId }))
    .output(SentFormView)
    .errors({ ...ILLEGAL_TRANSITION, ALREADY_SENT: { status: 409 } }),
  /**
   * Records the withdrawal of a consent that was signed on paper or by a guardian without an account. The signed form is kept. Repeating the call
   * changes nothing. Refuses with ILLEGAL_TRANSITION if the form is not such a consent.
   */
  withdrawOnPaper: write.input(SentOf).output(SentFormView).errors(ILLEGAL_TRANSITION),

  /** The forms of the acting client, open ones first. */
  mine: read.input(EmptyInput).output(z.strictObject({ items: z.array(OwnForm) })),
  /** A form of the caller, to be filled in or as it was signed. */
  open: read.input(byId(SentFormId)).output(OwnFormView),
  /**
   * Saves the client's answers to a form. `draftVersion` is the version of the draft on which the change is based; 0 creates a draft. Refuses with
   * CHANGED and the saved draft if that has another version, and with ILLEGAL_TRANSITION if the form is not open.
   */
  saveAnswers: write
    .input(z.strictObject({ id: SentFormId, draftVersion: z.int().min(0).max(2_000_000_000), answers: FormAnswers }))
    .output(z.strictObject({ draftVersion: z.number(), savedAt: z.string() }))
    .errors({
      CHANGED: { status: 409, data: z.object({ answers: FormAnswers, draftVersion: z.number() }) },
      ...ILLEGAL_TRANSITION,
    }),
  /**
   * Signs a version of a form, or submits it if it has no signature field. `sha256` is the hash of the text that was shown. Repeating the command
   * changes nothing. Refuses with ILLEGAL_TRANSITION if the form is not open, with OUTDATED, with INCOMPLETE and the missing fields, and with
   * NEEDS_GUARDIAN if a guardian must sign.
   */
  sign: write
    .input(
      z.strictObject({
        id: SentFormId,
        version: FormVersion,
        sha256: Sha256,
        answers: FormAnswers,
        typedName: nameText(200),
        /** Sent by apps from before decision 108; ignored. */
        guardianId: Id.nullable().optional(),
        command: Command,
      }),
    )
    .output(OwnFormView)
    .errors({
      ...OUTDATED,
      ...ILLEGAL_TRANSITION,
      INCOMPLETE: { status: 409, data: z.object({ missing: z.array(FormFieldId), needsName: z.boolean() }) },
      NEEDS_GUARDIAN: { status: 409 },
    }),
  /** Withdraws a signed consent, and notifies the therapist. The signed form is kept. Repeating the call changes nothing. */
  withdraw: write.input(byId(SentFormId)).output(OwnFormView).errors(ILLEGAL_TRANSITION),
  ...signLinks,
  ...signHere,
  ...formTickets,
}
