import { z } from 'zod'
import { byId, ClientId, EmptyInput, InvoiceId, SessionId, SuperbillId } from '../../../common/ids.ts'
import { Currency, Minor } from '../../../common/money/money.schemas.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { nameText } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { missingScripts } from '../invoice/invoice.letters.rules.ts'
import { isPrintable } from '../invoice/invoice.rules.ts'
import { SessionFormat } from '../../schedule/session/session.schemas.ts'
import {
  cptPattern,
  diagnosisLetters,
  icd10Pattern,
  modifierPattern,
  placesOfService,
  plainCode,
  superbillBusinessFields,
  superbillClientFields,
  superbillLimits,
  superbillWithdrawals,
} from './superbill.rules.ts'

const code = (form: RegExp) => z.string().max(20).transform(plainCode).pipe(z.string().regex(form))

/** A session of a client on a paid invoice. Amounts are in minor units of `currency`. */
const PaidSession = z.strictObject({
  sessionId: SessionId,
  invoiceId: InvoiceId,
  invoiceNumber: z.string(),
  serviceOn: Day,
  /** The duration; null if the invoice does not show it. */
  minutes: z.int().nullable(),
  /** The code of the invoice line; empty if it has none. */
  code: z.string(),
  /** The text of the invoice line. */
  text: z.string(),
  format: SessionFormat,
  /** The net amount of the line. */
  feeMinor: Minor,
  /** The amount paid for the session: the fee minus its share of a discount on the invoice. */
  paidMinor: Minor,
  currency: Currency,
  /** The valid superbill that already contains the session; null if there is none. */
  superbillId: SuperbillId.nullable(),
})
export type PaidSession = z.infer<typeof PaidSession>

/** A diagnosis from the client's treatment plan whose code is valid on a superbill. */
const PlanDiagnosis = z.strictObject({
  code: z.string(),
  text: z.string(),
  from: Day,
  /** The last day; null if the diagnosis still applies. */
  until: Day.nullable(),
})
export type PlanDiagnosis = z.infer<typeof PlanDiagnosis>

/**
 * The reasons why no superbill can be made yet: missing business settings, missing fields of the client's record, and letters that PDFs cannot show.
 */
const SuperbillMissing = z.strictObject({
  business: z.array(z.enum(superbillBusinessFields)),
  client: z.array(z.enum(superbillClientFields)),
  /** The places with letters of a script that PDFs cannot show, which the therapist must replace. */
  letters: z.array(z.strictObject({ of: z.enum(['business', 'client', 'service']), script: z.enum(missingScripts) })),
})
export type SuperbillMissing = z.infer<typeof SuperbillMissing>

/** A line of a new superbill. */
const SuperbillLine = z.strictObject({
  sessionId: SessionId,
  /** The CPT or HCPCS code. */
  code: code(cptPattern),
  modifiers: z.array(code(modifierPattern)).max(superbillLimits.modifiers),
  placeOfService: z.enum(placesOfService),
  /** The letters of the diagnoses that the service treated. */
  diagnoses: z.array(z.enum(diagnosisLetters)).min(1).max(superbillLimits.diagnoses),
})

const NewSuperbill = z
  .strictObject({
    id: SuperbillId,
    clientId: ClientId,
    /** The ICD-10-CM codes. The first has the letter A. */
    diagnoses: z
      .array(
        z.strictObject({
          code: code(icd10Pattern),
          text: nameText(superbillLimits.diagnosisText).refine(isPrintable, 'UNPRINTABLE_TEXT'),
        }),
      )
      .min(1)
      .max(superbillLimits.diagnoses),
    lines: z.array(SuperbillLine).min(1).max(superbillLimits.lines),
  })
  .refine(({ lines }) => new Set(lines.map(({ sessionId }) => sessionId)).size === lines.length, 'SESSION_TWICE')
  .refine(
    ({ diagnoses, lines }) =>
      lines.every((line) => line.diagnoses.every((letter) => diagnosisLetters.indexOf(letter) < diagnoses.length)),
    'UNKNOWN_DIAGNOSIS',
  )
export type NewSuperbill = z.infer<typeof NewSuperbill>

/** A superbill in a list. Contains neither services nor diagnoses. */
const SuperbillItem = z.strictObject({
  id: SuperbillId,
  clientId: ClientId,
  madeOn: Day,
  /** The first day of service. */
  from: Day,
  /** The last day of service. */
  to: Day,
  /** The number of sessions. */
  sessions: z.int(),
  paidMinor: Minor,
  currency: Currency,
  /** Whether the PDF is stored. `GET /api/superbill/<id>/pdf` returns it unless the superbill was withdrawn. */
  ready: z.boolean(),
  /** Null if the superbill is valid. */
  withdrawn: z.strictObject({ at: z.string(), reason: z.enum(superbillWithdrawals) }).nullable(),
})
export type SuperbillItem = z.infer<typeof SuperbillItem>

export const OwnSuperbill = SuperbillItem.extend({
  businessName: z.string(),
  /** The name of the client in the record. */
  name: z.string(),
})
export type OwnSuperbill = z.infer<typeof OwnSuperbill>

const Superbills = z.strictObject({ items: z.array(SuperbillItem) })

/** The tables of this feature that a browser can subscribe to. */
export const superbillTables = {
  superbills: { table: 'superbill', filters: ['id', 'client_id', 'therapist_id'] },
  superbill_documents: { table: 'superbill_document', filters: ['id', 'client_id', 'therapist_id'] },
  superbill_withdrawals: { table: 'superbill_withdrawal', filters: ['id', 'client_id', 'therapist_id'] },
} as const satisfies RealtimeTables

/** Receipts for a client's insurer in the United States. Amounts are in minor units of their currency. */
export const superbill = {
  /**
   * Everything that is needed to make a superbill: the paid sessions of a client (latest first, at most 500), the diagnoses of the treatment plan,
   * and the missing fields. Refuses with NOT_IN_US.
   */
  prepare: read
    .input(z.strictObject({ clientId: ClientId }))
    .output(
      z.strictObject({
        missing: SuperbillMissing,
        sessions: z.array(PaidSession),
        diagnoses: z.array(PlanDiagnosis),
      }),
    )
    .errors({ NOT_IN_US: { status: 409 } }),
  /**
   * Makes a superbill, which never changes. The PDF is generated afterwards, and the client is notified. Repeating the call with the same id and
   * content changes nothing; with other content, it is refused with CONFLICT. Refuses with NOT_IN_US, INCOMPLETE and the missing fields, NOT_PAID,
   * and ALREADY_MADE if a session is on another valid superbill.
   */
  make: write
    .input(NewSuperbill)
    .output(SuperbillItem)
    .errors({
      NOT_IN_US: { status: 409 },
      INCOMPLETE: { status: 409, data: z.object({ missing: SuperbillMissing }) },
      NOT_PAID: { status: 409 },
      ALREADY_MADE: { status: 409 },
    }),
  /** Withdraws a superbill. Its sessions can then be on another one. Repeating the call changes nothing. */
  withdraw: write.input(byId(SuperbillId)).output(SuperbillItem),
  /** The superbills of a client, latest first, including withdrawn ones. */
  list: read.input(z.strictObject({ clientId: ClientId })).output(Superbills),
  /** The superbills for the caller, latest first. Also works after a disconnect. */
  mine: read.input(EmptyInput).output(z.strictObject({ items: z.array(OwnSuperbill) })),
}
