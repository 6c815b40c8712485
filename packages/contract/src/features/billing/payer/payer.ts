import { z } from 'zod'
import { ById, ClientId, Done, EmptyInput, Id } from '../../../common/ids.ts'
import { Minor } from '../../../common/money/money.schemas.ts'
import { read, write } from '../../../common/procedure.ts'
import type { RealtimeTables } from '../../../common/realtime.ts'
import { Email, nameText, text } from '../../../common/text/text.schemas.ts'
import { Day } from '../../../common/time/time.schemas.ts'
import { isPrice } from '../service/service.rules.ts'
import { hasAmount, payerKinds, payerLengths, splitRules } from './payer.rules.ts'

const Country = z.string().regex(/^[A-Z]{2}$/)

const payerFields = {
  kind: z.enum(payerKinds),
  /** The contact of the record with the payer flag; null for another kind. */
  contactId: Id.nullable(),
  /** The name of an organization; ignored for the client and a contact, whose names are in the record. */
  name: nameText(payerLengths.name),
  street: nameText(payerLengths.street),
  postalCode: nameText(payerLengths.postalCode),
  city: nameText(payerLengths.city),
  region: nameText(payerLengths.region),
  /** ISO 3166-1 alpha-2. */
  country: Country.nullable(),
  email: Email.nullable(),
  /** The number of the policy, the member or the case at an organization. */
  reference: text(payerLengths.reference),
  /** The organization's own reference, which an electronic invoice has to name. */
  buyerReference: text(payerLengths.buyerReference),
  /** Whether the payer and the client want the diagnosis on the invoice. It is printed only if both do, in Germany and Austria. */
  wantsDiagnosis: z.boolean(),
  clientWantsDiagnosis: z.boolean(),
}

const agreementViews = {
  /** Whether the payer is the guardian of a client who is a child, who needs no agreement. */
  isGuardianOfChild: z.boolean(),
  /** When the client last agreed to this payer; null if the client has not. */
  agreedAt: z.string().nullable(),
  agreedBy: z.enum(['client', 'therapist']).nullable(),
  /** When the client withdrew the agreement; null if the client has not, or has agreed again. */
  withdrawnAt: z.string().nullable(),
}

/** The payer of a client. */
export const Payer = z.strictObject({
  /** Null for a client for whom nothing was saved, who pays for themself. */
  id: Id.nullable(),
  clientId: ClientId,
  kind: z.enum(payerKinds),
  contactId: Id.nullable(),
  name: z.string(),
  street: z.string(),
  postalCode: z.string(),
  city: z.string(),
  region: z.string(),
  country: z.string().nullable(),
  email: z.string().nullable(),
  reference: z.string(),
  buyerReference: z.string(),
  wantsDiagnosis: z.boolean(),
  clientWantsDiagnosis: z.boolean(),
  ...agreementViews,
  /** The number of changes; 0 if nothing was saved. A change sends the version that it is based on. */
  version: z.number(),
})
export type Payer = z.infer<typeof Payer>

const EditedPayer = z.strictObject({
  /** The client record. */
  id: Id,
  version: z.int().min(0),
  ...payerFields,
})
export type EditedPayer = z.output<typeof EditedPayer>

/** How the client shares the price of their joint sessions with another client, from the client's point of view. */
const ClientSplit = z.strictObject({
  withId: Id,
  withName: z.string(),
  /** `one` is the client of the record, `other` the other client. */
  rule: z.enum(splitRules),
  /** In the smallest unit of the currency; null unless the rule has an amount. */
  amountMinor: z.string().nullable(),
})
export type ClientSplit = z.infer<typeof ClientSplit>

export const ClientBilling = z.strictObject({
  payer: Payer,
  /** The contacts of the record with the payer flag. */
  contacts: z.array(z.strictObject({ id: Id, name: z.string(), email: z.string().nullable() })),
  /** The other clients with whom the client had or has sessions. */
  splits: z.array(ClientSplit),
})
export type ClientBilling = z.infer<typeof ClientBilling>

const SplitChange = z
  .strictObject({ id: Id, withId: Id, rule: z.enum(splitRules), amountMinor: Minor.nullable() })
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
  /** The client record. */
  clientId: ClientId,
  therapistName: z.string(),
  payerId: Id,
  kind: z.enum(payerKinds),
  name: z.string(),
  reference: z.string(),
  ...agreementViews,
})
export type OwnPayer = z.infer<typeof OwnPayer>

const PayerOfRecord = z.strictObject({
  /** The client record. */
  id: Id,
  /** The payer that the caller has seen. Another payer of the record stays as it is. */
  payerId: Id,
})

/** The agreement is to the payer of this name. A contact that was renamed meanwhile needs another one. */
const NamedPayer = z.strictObject({ ...PayerOfRecord.shape, name: z.string().max(payerLengths.name) })

/** The tables of this feature that a browser can subscribe to. */
export const payerTables = {
  payers: { table: 'payer', filters: ['client_id'] },
} as const satisfies RealtimeTables

/**
 * The payer of a client. An invoice goes to a contact or an organization only after the client's agreement to this payer is recorded; the
 * guardian of a child needs none. After the client withdraws it, nothing new goes to that payer, until the client agrees again. An agreement
 * ends when the contact is renamed or removed.
 */
export const payer = {
  /** The payer of a client record, and the client's shares of joint sessions. */
  get: read.input(ById).output(ClientBilling),
  /**
   * Saves who pays. Another person or organization than before needs an agreement of its own. Refuses with:
   * - CHANGED and the current payer, if it has changed since `version`
   * - NOT_A_PAYER if the contact is not one of the record with the payer flag
   */
  save: write
    .input(EditedPayer)
    .output(Payer)
    .errors({ CHANGED: { status: 409, data: z.object({ payer: Payer }) }, NOT_A_PAYER: { status: 409 } }),
  /**
   * Records that the client agreed to the payer on a day, on the client's word. Refuses with:
   * - CHANGED if the record has another payer
   * - IN_FUTURE for a day after today in the therapist's zone
   * - WITHDRAWN unless the day is today or after the day on which the client withdrew an agreement to this payer
   */
  recordAgreement: write
    .input(z.strictObject({ ...NamedPayer.shape, day: Day }))
    .output(Payer)
    .errors({ CHANGED: { status: 409 }, IN_FUTURE: { status: 409 }, WITHDRAWN: { status: 409 } }),
  /** Saves how the client shares the price of joint sessions with another client. */
  saveSplit: write.input(SplitChange).output(Done),
  /** The contacts and organizations that pay for the client's own records. */
  mine: read.input(EmptyInput).output(z.strictObject({ items: z.array(OwnPayer) })),
  /** The client agrees to the payer of an own record. Refuses with CHANGED if the record has another payer by now. */
  agree: write
    .input(NamedPayer)
    .output(Done)
    .errors({ CHANGED: { status: 409 } }),
  /**
   * Withdraws the agreement: the client in the app, or the therapist on the client's word. Repeating the call changes nothing. Refuses with
   * CHANGED if the record has another payer by now.
   */
  withdraw: write
    .input(PayerOfRecord)
    .output(Done)
    .errors({ CHANGED: { status: 409 } }),
}
