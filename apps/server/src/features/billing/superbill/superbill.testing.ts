import type { DraftLine } from '@attune/contract/features/billing/invoice/invoice.draft.schemas'
import type { NewSuperbill } from '@attune/contract/features/billing/superbill/superbill'
import { randomUUID } from 'node:crypto'
import type { TestApp } from '../../../testing/app.ts'
import { draftLine, insertOwnPayer, issueOf, openPractice } from '../../../testing/records/invoices.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertSession } from '../../../testing/records/sessions.ts'

const address = {
  phone: '+1 512 555 0100',
  street: '200 Congress Ave',
  postal_code: '78701',
  city: 'Austin',
  region: 'TX',
}
const numbers = { tax_id: '12-3456789', npi: '1234567893', license: 'TX-48112' }
const account = { iban: '', routing_number: '021000021', account_number: '123456789' }

/** Gives a therapist a complete business in Austin. */
export async function openAustin(app: TestApp, therapist: Person, changes: Partial<typeof numbers> = {}) {
  await openPractice(app, therapist)
  const business = { ...address, ...numbers, ...account, country: 'US', currency: 'USD', language: 'en', ...changes }
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely
      .updateTable('business')
      .set({ ...business, name: 'Lindqvist Psychotherapy' })
      .execute(),
  )
}

/** Connects a client whose record has date of birth and address, and who pays their own invoices; returns the id of the record. */
export async function connectPayingClient(app: TestApp, therapist: Person, client: Person): Promise<string> {
  const clientId = await connectClient(app, therapist, client)
  await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely
      .updateTable('client')
      .set({ date_of_birth: '1992-05-02', address: '12 Elm St\nAustin, TX 78704' })
      .where('id', '=', clientId)
      .execute(),
  )
  await insertOwnPayer(app, therapist, clientId)
  return clientId
}

let sessions = 0
const startOf = (index: number) => new Date(Date.UTC(2026, 8, 1, 9) + index * 3_600_000).toISOString()
/** Issues an invoice for sessions of 150.00 each, with optional further lines, and pays it by default. */
export async function billSessions(
  app: TestApp,
  { therapist, clientId }: { therapist: Person; clientId: string },
  { count = 1, paid = true, status = 'completed' as 'completed' | 'no-show', more = [] as DraftLine[] } = {},
) {
  const sessionIds: string[] = []
  for (let index = 0; index < count; index++)
    sessionIds.push(await insertSession(app, therapist, clientId, { status, startsAt: startOf(sessions++) }))
  const lines = sessionIds.map((sessionId) =>
    draftLine({ sessionId, code: 'CPT 90834', text: 'Psychotherapy, 45 minutes', minutes: 45, priceMinor: '15000' }),
  )
  const { id, sheet } = await issueOf(therapist, clientId, [...lines, ...more])
  if (paid) await payInvoice(therapist, id, sheet.grossMinor)
  return { invoiceId: id, sessionIds }
}

/** Records a payment of an invoice; returns its id. */
export async function payInvoice(therapist: Person, invoiceId: string, amountMinor: string): Promise<string> {
  const id = randomUUID()
  const money = { amountMinor, currency: 'USD', paidOn: '2026-10-20', method: 'credit-card', reference: '' } as const
  await therapist.api.payment.record({ id, invoiceId, ...money })
  return id
}

/** Returns the input of `superbill.make`, with the diagnosis F41.1 for each session. */
export const newSuperbill = (clientId: string, sessionIds: string[], changes: Partial<NewSuperbill> = {}) => ({
  id: randomUUID(),
  clientId,
  diagnoses: [{ code: 'F41.1', text: 'Generalized anxiety disorder' }],
  lines: sessionIds.map((sessionId) => ({
    sessionId,
    code: '90834',
    modifiers: ['95'],
    placeOfService: '10' as const,
    diagnoses: ['A' as const],
  })),
  ...changes,
})
