import type { InvoiceDocument } from '@attune/contract/features/billing/invoice/invoice.document'
import type { LegalKind } from '@attune/contract/features/billing/payer/payer.rules'
import { randomUUID } from 'node:crypto'
import type { Person } from '../../../../testing/people.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import { draftInvoice } from '../../../../testing/records/invoices.ts'

/** Adds a client whose invoices are paid by a payer of the given kind and country; returns the id of the record. */
export async function addPaidClient(owner: Person, kind: LegalKind, country: string): Promise<string> {
  const id = randomUUID()
  await owner.api.client.add({ ...minimalClient, id, invite: false })
  const saved = await owner.api.payer.save({
    id,
    version: 0,
    kind: kind === 'person' ? 'client' : 'organization',
    organizationType: kind === 'person' ? null : kind,
    contactId: null,
    name: kind === 'person' ? '' : 'Payer',
    street: 'Street 1',
    postalCode: '10115',
    city: 'Town',
    region: '',
    country,
    email: null,
    reference: '',
    buyerReference: '',
    wantsDiagnosis: false,
    clientWantsDiagnosis: false,
  })
  if (kind !== 'person')
    await owner.api.payer.recordAgreement({ id, payerId: saved.id ?? '', name: saved.name, day: '2026-11-02' })
  return id
}

/** The issued document, or the missing fields with which the invoice was refused. */
type Answer = { sheet: InvoiceDocument } | { missing: string[] }
/** Issues an invoice to the payer of a client. */
export async function issueTo(owner: Person, clientId: string): Promise<Answer> {
  const { id } = await draftInvoice(owner, clientId)
  return owner.api.invoice.issue({ id, command: randomUUID() }).then(
    ({ sheet }) => ({ sheet }),
    (error: { data?: { missing?: { of: string; field: string }[] } }) => ({
      missing: error.data?.missing?.map(({ of, field }) => `${of}.${field}`) ?? [],
    }),
  )
}
