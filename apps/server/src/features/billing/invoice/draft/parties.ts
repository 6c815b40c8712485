import type { ClientId } from '@attune/contract/common/ids'
import { todayIn } from '@attune/contract/common/time/time'
import type { Business } from '@attune/contract/features/billing/business/business'
import type { Payer } from '@attune/contract/features/billing/payer/payer'
import { soleTraderName } from '@attune/contract/features/billing/invoice/law/invoice.late-payment.rules'
import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import type { Tx } from '../../../../platform/database/actor.ts'
import { readBusiness } from '../../business/business.ts'
import { readCurrentPayers, readPayers } from '../../payer/payer.ts'
import { readZone } from '../../../people/profile/profile.ts'
import type { InvoiceRow } from '../invoice.rows.ts'
import { readDraftedSessions, type DraftedSession } from './to-bill.ts'

/** The data, besides its own content, that is needed to print a draft. */
export type Parties = {
  business: Business | null
  therapistName: string
  /** The current day in the therapist's zone. */
  today: string
  payers: Map<string, Payer>
  clients: Map<string, ClientName>
  /** The drafted sessions by the ids of the draft and of the session, separated by a space. */
  sessions: Map<string, DraftedSession>
}
export type ClientName = { id: ClientId; name: string; initials: string; code: string }

/** Returns the parties of drafts: the business, the payer of each draft by draft id, the clients by id, and the sessions. */
export async function readParties(
  tx: Tx,
  drafts: (Pick<InvoiceRow, 'clientId' | 'payerId'> & { id: string })[],
  now: Date,
): Promise<Parties> {
  const clientIds = [...new Set(drafts.map(({ clientId }) => clientId))]
  const payerIds = drafts.flatMap(({ payerId }) => payerId ?? [])
  const [business, zone, therapistName, named, current, clients, sessions] = await Promise.all([
    readBusiness(tx),
    readZone(tx),
    readPrintedTherapistName(tx),
    readPayers(tx, payerIds, now),
    readCurrentPayers(tx, clientIds, now),
    readClientNames(tx, clientIds),
    readDraftedSessions(
      tx,
      drafts.map(({ id }) => id),
    ),
  ])
  const payers = new Map(
    drafts.flatMap(({ id, clientId, payerId }) => {
      const payer = payerId === null ? ownPayer(current.get(clientId), clients.get(clientId)) : named.get(payerId)
      return payer ? [[id, payer] as const] : []
    }),
  )
  return { business, therapistName, today: todayIn(zone, now), payers, clients, sessions }
}

/** Returns the client as payer. An address is known only if the client is the current payer. */
function ownPayer(current: Payer | undefined, client: ClientName | undefined): Payer | undefined {
  if (!current || !client) return undefined
  if (current.kind === 'client') return current
  const empty = { street: '', postalCode: '', city: '', region: '', reference: '', buyerReference: '', taxId: '' }
  return {
    ...current,
    ...empty,
    id: null,
    kind: 'client',
    organizationType: null,
    contactId: null,
    name: client.name,
    country: null,
    email: null,
    wantsDiagnosis: false,
    clientWantsDiagnosis: false,
    isGuardianOfChild: false,
  }
}

/** Returns the name and the credentials of the acting therapist as they are printed. */
export async function readPrintedTherapistName(tx: Tx): Promise<string> {
  const me = await tx.kysely
    .selectFrom('person')
    .leftJoin('therapist_credentials', 'therapist_credentials.account_id', 'person.account_id')
    .select(['first_name', 'last_name', 'credentials'])
    .where('person.account_id', '=', tx.actor.id)
    .executeTakeFirst()
  const name = `${me?.first_name ?? ''} ${me?.last_name ?? ''}`.trim()
  return me?.credentials ? `${name}, ${me.credentials}` : name
}

/** Returns the names of the acting therapist's clients by the ids of their records. Omits the ids of other therapists' records. */
export async function readClientNames(tx: Tx, clientIds: readonly ClientId[]): Promise<Map<string, ClientName>> {
  if (!clientIds.length) return new Map()
  const rows = await tx.kysely
    .selectFrom('client_label')
    .select(['id', 'first_name', 'last_name', 'code'])
    .where('therapist_id', '=', tx.actor.id)
    .where('id', 'in', clientIds)
    .execute()
  return new Map(
    rows.map(({ id, first_name, last_name, code }) => [
      id,
      {
        id,
        name: `${first_name} ${last_name}`.trim(),
        initials: [first_name, last_name].flatMap((name) => firstLetter(name)).join(' '),
        code,
      },
    ]),
  )
}

const firstLetter = (name: string) => {
  const [letter] = name.trim()
  return letter ? [`${letter.toUpperCase()}.`] : []
}

/** Returns the client's name on an invoice to another payer: the name, initials or code. A client without a code is shown by initials. */
export function personOf(client: ClientName, payer: Payer, business: Business): string | null {
  if (payer.kind === 'client') return null
  if (business.personShown === 'name') return client.name
  return business.personShown === 'code' && client.code ? client.code : client.initials
}

export const sellerOf = (business: Business, therapistName: string): InvoiceDocument['seller'] => ({
  name: business.isSoleTrader ? soleTraderName(business.name) : business.name,
  person: therapistName,
  street: business.street,
  postalCode: business.postalCode,
  city: business.city,
  region: business.region,
  // The ISO 3166 code for an unknown country. The business needs a country before an invoice can be issued.
  country: business.country ?? 'ZZ',
  phone: business.phone,
  email: business.email,
  taxId: business.taxId,
  vatId: business.vatId,
  siret: business.siret,
  rpps: business.rpps,
  npi: business.npi,
  license: business.license,
  logoSha: business.logoSha,
})

/** Returns the payer as it is printed. The default country is that of the business. */
export const buyerOf = (payer: Payer, business: Business): InvoiceDocument['buyer'] => ({
  kind: payer.kind,
  name: payer.name,
  street: payer.street,
  postalCode: payer.postalCode,
  city: payer.city,
  region: payer.region,
  country: payer.country ?? business.country ?? '',
  email: payer.email,
  reference: payer.reference,
  buyerReference: payer.buyerReference,
  taxId: payer.taxId,
})

export const bankOf = (business: Business): InvoiceDocument['bank'] => ({
  bankName: business.bankName,
  accountName: business.accountName,
  iban: business.iban,
  bic: business.bic,
  routingNumber: business.routingNumber,
  accountNumber: business.accountNumber,
})
