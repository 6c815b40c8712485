import type { ClientId } from '@attune/contract/common/ids'
import { isFilled } from '@attune/contract/common/text/text'
import type { Business } from '@attune/contract/features/billing/business/business'
import {
  missingScriptOf,
  recipientTexts,
  senderTexts,
} from '@attune/contract/features/billing/invoice/invoice.letters.rules'
import type { SuperbillMissing } from '@attune/contract/features/billing/superbill/superbill'
import { superbillBusinessFields } from '@attune/contract/features/billing/superbill/superbill.rules'
import { sql } from 'kysely'
import type { Tx } from '../../../platform/database/actor.ts'
import { createRefusal, notFound } from '../../../platform/policy/refusal.ts'
import { readBusiness } from '../business/business.ts'
import type { SuperbillDocument } from '../billing-document/billing-document.ts'
import { sellerOf, readPrintedTherapistName } from '../invoice/invoice.ts'
import { readCurrentPayers } from '../payer/payer.ts'

/** The data that is needed to print a superbill, besides its lines and diagnoses. */
export type SuperbillParties = {
  business: Business
  therapistName: string
  buyer: SuperbillDocument['buyer']
  /** The date of birth as `YYYY-MM-DD`; null if the record has none. */
  dateOfBirth: string | null
  missing: SuperbillMissing
}

type ClientRow = { name: string; dateOfBirth: string | null; address: string }

/**
 * Returns the parties of a superbill for a client of the acting therapist. Refuses with NOT_FOUND, and with NOT_IN_US outside of the United
 * States.
 */
export async function readSuperbillParties(tx: Tx, clientId: ClientId, now: Date): Promise<SuperbillParties> {
  const { rows } = await sql<ClientRow>`
    select trim(first_name || ' ' || last_name) as name, date_of_birth::text as "dateOfBirth", address
    from app.client where therapist_id = ${tx.actor.id} and id = ${clientId}`.execute(tx.kysely)
  const [client] = rows
  if (!client) throw notFound()
  const [business, therapistName, payers] = await Promise.all([
    readBusiness(tx),
    readPrintedTherapistName(tx),
    readCurrentPayers(tx, [clientId], now),
  ])
  if (business?.country !== 'US') throw createRefusal('NOT_IN_US', 409)
  const payer = payers.get(clientId)
  const buyer = buyerOf(client, payer?.kind === 'client' && payer.street && payer.city ? payer : null)
  const seller = sellerOf(business, therapistName)
  return {
    business,
    therapistName,
    buyer,
    dateOfBirth: client.dateOfBirth,
    missing: {
      business: superbillBusinessFields.filter((field) => !isFilled(business[field])),
      client: [...(client.dateOfBirth ? [] : ['dateOfBirth' as const]), ...(buyer.street ? [] : ['address' as const])],
      letters: [
        ...superbillLetterProblem('business', senderTexts({ seller, footer: business.footer })),
        ...superbillLetterProblem('client', recipientTexts(buyer)),
      ],
    },
  }
}

/** Returns the problem with texts that have letters of a script that PDFs cannot show. */
export function superbillLetterProblem(
  of: SuperbillMissing['letters'][number]['of'],
  texts: string[],
): SuperbillMissing['letters'] {
  const script = missingScriptOf(texts)
  return script === null ? [] : [{ of, script }]
}

type Address = { street: string; postalCode: string; city: string; region: string; country: string | null }

/** Returns the client as addressee: with the payer address if there is one, otherwise with the address in the record. */
const buyerOf = ({ name, address }: ClientRow, payer: Address | null): SuperbillDocument['buyer'] => ({
  kind: 'client',
  name,
  street: payer?.street ?? address.trim(),
  postalCode: payer?.postalCode ?? '',
  city: payer?.city ?? '',
  region: payer?.region ?? '',
  country: payer?.country ?? 'US',
  email: null,
  reference: '',
  buyerReference: '',
})

/** Returns the business as printed. Its numbers are printed with the rendering provider. */
export const sellerWithoutNumbers = ({ business, therapistName }: SuperbillParties): SuperbillDocument['seller'] => ({
  ...sellerOf(business, therapistName),
  taxId: '',
  npi: '',
  license: '',
})
