import { z } from 'zod'
import { byId, ClientId, ContactId, Done, EmptyInput, PayerId } from '../../../common/ids.ts'
import { Minor } from '../../../common/money/money.schemas.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { Email, nameText, text } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { isPrice } from '../service/service.rules.ts'
import { isWrongLeitwegId } from './payer.leitweg.rules.ts'
import { hasAmount, organizationTypes, payerKinds, payerLengths, splitRules } from './payer.rules.ts'
import { taxIdProblem } from './payer.tax-id.rules.ts'

const Country = z.string().regex(/^[A-Z]{2}$/)

const payerFields = {
  kind: z.enum(payerKinds),
  /** The contact of the record that is marked as a payer; null for other kinds of payers. */
  contactId: ContactId.nullable(),
  /** The name of an organization. Ignored for the client and for contacts, because their names are in the record. */
  name: nameText(payerLengths.name),
  street: nameText(payerLengths.street),
  postalCode: nameText(payerLengths.postalCode),
  city: nameText(payerLengths.city),
  region: nameText(payerLengths.region),
  /** The country of the address as its ISO 3166-1 alpha-2 code; null if it is unknown. */
  country: Country.nullable(),
  email: Email.nullable(),
  /** The number of the policy, the member or the case at the organization. */
  reference: text(payerLengths.reference),
  /** The organization's own reference, which an e-invoice must contain. */
  buyerReference: text(payerLengths.buyerReference),
  /** The tax id: VAT id, UID, or NIF in Spain. */
  taxId: nameText(payerLengths.taxId).default(''),
  /** The type of the organization; null for other kinds of payers. */
  organizationType: z.enum(organizationTypes).nullable().default(null),
  /**
   * Whether the payer wants the diagnosis on invoices. It is printed only if the client wants it too (`clientWantsDiagnosis`), and only in Germany
   * and Austria.
   */
  wantsDiagnosis: z.boolean(),
  clientWantsDiagnosis: z.boolean(),
}

const agreementViews = {
  /** Whether the payer is the guardian of a client who is a minor. Such a payer needs no agreement. */
  isGuardianOfChild: z.boolean(),
  /** The time at which the client last agreed to this payer; null if never. */
  agreedAt: z.string().nullable(),
  agreedBy: z.enum(['client', 'therapist']).nullable(),
  /** The time at which the client withdrew the agreement; null if the client has not, or has agreed again since. */
  withdrawnAt: z.string().nullable(),
}

/** The payer of a client as it is saved. */
export const Payer = z.strictObject({
  /** The id of the payer; null if no payer was saved, in which case the client pays. */
  id: PayerId.nullable(),
  clientId: ClientId,
  kind: z.enum(payerKinds),
  contactId: ContactId.nullable(),
  name: z.string(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  region: z.string(),
  /** The country of the address as its ISO 3166-1 alpha-2 code; null if it is unknown. */
  country: z.string().nullable(),
  email: z.string().nullable(),
  /** The number of the policy, the member or the case at the organization; empty if there is none. */
  reference: z.string(),
  /** The organization's own reference, which an e-invoice must contain; empty if there is none. */
  buyerReference: z.string(),
  /** The tax id with the code of its country, which can be absent in Spain; empty if there is no tax id. */
  taxId: z.string(),
  /** The type of the organization; null for other kinds of payers, and for an organization that was saved without a type. */
  organizationType: z.enum(organizationTypes).nullable(),
  /** Whether the payer wants the diagnosis on invoices. */
  wantsDiagnosis: z.boolean(),
  /** Whether the client wants the diagnosis on invoices. */
  clientWantsDiagnosis: z.boolean(),
  ...agreementViews,
  /** The number of changes; 0 if nothing was saved. A change sends the version on which it is based. */
  version: z.number(),
})
export type Payer = z.infer<typeof Payer>

const EditedPayer = z
  .strictObject({
    /** The id of the client record. */
    id: ClientId,
    version: z.int().min(0),
    ...payerFields,
  })
  .refine((payer) => payer.kind !== 'organization' || !isWrongLeitwegId(payer.buyerReference, payer.country), {
    error: 'LEITWEG_ID',
    path: ['buyerReference'],
  })
  .refine(({ taxId, country }) => taxIdProblem(taxId, country) === null, { error: 'TAX_ID', path: ['taxId'] })
export type EditedPayer = z.output<typeof EditedPayer>

/** The rule by which the client shares the price of joint sessions with another client, from the perspective of this client. */
const ClientSplit = z.strictObject({
  withId: ClientId,
  withName: z.string(),
  /** `one` is this client, `other` the other client. */
  rule: z.enum(splitRules),
  /** The amount in minor units of the currency; null unless the rule includes an amount. */
  amountMinor: z.string().nullable(),
})
export type ClientSplit = z.infer<typeof ClientSplit>

/** The facts about the billing of a client. */
export const ClientBilling = z.strictObject({
  payer: Payer,
  /** The contacts of the record that are marked as payers. */
  contacts: z.array(z.strictObject({ id: ContactId, name: z.string(), email: z.string().nullable() })),
  /** The rules by which the client shares the price of joint sessions, one for each client with whom the client has or had joint sessions. */
  splits: z.array(ClientSplit),
})
export type ClientBilling = z.infer<typeof ClientBilling>

const SplitChange = z
  .strictObject({ id: ClientId, withId: ClientId, rule: z.enum(splitRules), amountMinor: Minor.nullable() })
  .refine(({ id, withId }) => id !== withId, { error: 'SAME_CLIENT', path: ['withId'] })
  .refine(({ rule, amountMinor }) => hasAmount(rule) === (amountMinor !== null), {
    error: 'AMOUNT',
    path: ['amountMinor'],
  })
  .refine(({ amountMinor }) => amountMinor === null || isPrice(amountMinor), {
    error: 'AMOUNT',
    path: ['amountMinor'],
  })
export type SplitChange = z.output<typeof SplitChange>

/** The payer of a client, as the client sees it. */
const OwnPayer = z.strictObject({
  clientId: ClientId,
  therapistName: z.string(),
  payerId: PayerId,
  kind: z.enum(payerKinds),
  name: z.string(),
  reference: z.string(),
  ...agreementViews,
})
export type OwnPayer = z.infer<typeof OwnPayer>

const PayerOfRecord = z.strictObject({
  /** The id of the client record. */
  id: ClientId,
  /** The payer that the caller has seen. The call changes no other payer of the record. */
  payerId: PayerId,
})

/** The name of the payer to whom the client agrees. If the contact was renamed in the meantime, a new agreement is needed. */
const NamedPayer = z.strictObject({ ...PayerOfRecord.shape, name: z.string().max(payerLengths.name) })

/** The tables of this feature that a browser can subscribe to. */
export const payerTables = {
  payers: { table: 'payer', filters: ['client_id'] },
} as const satisfies RealtimeTables

/**
 * The payer of a client. A contact or organization receives invoices only after the client's agreement to this payer is recorded; the guardian of a
 * minor needs none. If the client withdraws the agreement, the payer receives nothing new until the client agrees again. Renaming or removing the
 * contact ends the agreement.
 */
export const payer = {
  /** The payer of a client record, and the client's shares of joint sessions. */
  get: read.input(byId(ClientId)).output(ClientBilling),
  /**
   * Saves the payer. A different person or organization needs a new agreement. Refuses with:
   * - CHANGED and the current payer, if it has changed since `version`
   * - NOT_A_PAYER if the contact does not belong to the record or is not marked as a payer
   */
  save: write
    .input(EditedPayer)
    .output(Payer)
    .errors({ CHANGED: { status: 409, data: z.object({ payer: Payer }) }, NOT_A_PAYER: { status: 409 } }),
  /**
   * Records that the client agreed to the payer on a day and told the therapist so. Refuses with:
   * - CHANGED if the record has another payer
   * - IN_FUTURE for a day after today in the therapist's zone
   * - WITHDRAWN if the client withdrew an agreement to this payer on this day or later, unless the day is today
   */
  recordAgreement: write
    .input(z.strictObject({ ...NamedPayer.shape, day: Day }))
    .output(Payer)
    .errors({ CHANGED: { status: 409 }, IN_FUTURE: { status: 409 }, WITHDRAWN: { status: 409 } }),
  /** Saves the rule by which the client shares the price of joint sessions with another client. */
  saveSplit: write.input(SplitChange).output(Done),
  /** The contacts and organizations that pay for the client's own records. */
  mine: read.input(EmptyInput).output(z.strictObject({ items: z.array(OwnPayer) })),
  /** Agrees to the payer of the caller's record. Refuses with CHANGED if the record now has another payer. */
  agree: write
    .input(NamedPayer)
    .output(Done)
    .errors({ CHANGED: { status: 409 } }),
  /**
   * Withdraws the agreement: by the client in the app, or by the therapist on the client's behalf. Repeating the call changes nothing. Refuses with
   * CHANGED if the record now has another payer.
   */
  withdraw: write
    .input(PayerOfRecord)
    .output(Done)
    .errors({ CHANGED: { status: 409 } }),
}
