import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { minimalClient } from '../../../../testing/records/clients.ts'
import {
  addPayingClient,
  draftInvoice,
  draftLine,
  insertOwnPayer,
  issueOf,
  openPractice,
  savedDraft,
} from '../../../../testing/records/invoices.ts'
import { insertOrganization } from '../../../../testing/records/payers.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'

const app = await startSharedApp({ worker: false })
const [therapist, other, client] = await Promise.all([
  app.person('therapist'),
  app.person('therapist', 2),
  app.person('client'),
])
for (const one of [therapist, other]) await openPractice(app, one)

const reviewOf = async (id: string) => (await therapist.api.invoice.toIssue({ ids: [id] })).items[0]
async function draftOf(payer: Parameters<typeof insertOrganization>[3] | null) {
  const clientId = await addPayingClient(app, therapist)
  if (payer) await insertOrganization(app, therapist, clientId, payer)
  return draftInvoice(therapist, clientId)
}

test('the review names payer, address, amount and version of a draft whose payer gets a link @slow', async () => {
  const { id, version, clientId } = await draftOf({ email: 'office@hanse.test' })
  expect(await reviewOf(id)).toEqual({
    id,
    version,
    clientId,
    clientName: 'Ana Ruiz',
    payerName: 'Hanse Insurance',
    grossMinor: '9500',
    currency: 'EUR',
    creditMinor: '0',
    isInApp: false,
    emails: ['office@hanse.test'],
    obstacle: null,
    missing: [],
  })
})

test('the review and the draft name the credit of the payer of the draft, and none once another one pays @slow', async () => {
  const { id, clientId } = await draftOf({ email: 'office@hanse.test' })
  const { id: invoiceId, sheet } = await issueOf(therapist, clientId)
  const payment = { invoiceId, amountMinor: '12500', currency: 'EUR', paidOn: sheet.issuedOn, method: 'cash' as const }
  await therapist.api.payment.record({ ...payment, id: randomUUID(), reference: '' })
  expect(await reviewOf(id)).toMatchObject({ payerName: 'Hanse Insurance', creditMinor: '3000' })
  const credits = [{ invoiceId, number: sheet.number, amountMinor: '3000' }]
  expect(await therapist.api.payment.credit({ invoiceId: id })).toEqual({ credits, open: [] })
  const draft = await therapist.api.invoice.get({ id })
  await therapist.api.invoice.saveDraft({ ...savedDraft(draft, [draftLine()]), payerId: null })
  expect(await reviewOf(id)).toMatchObject({ payerName: 'Ana Ruiz', creditMinor: '0' })
  expect((await therapist.api.payment.credit({ invoiceId: id })).credits).toEqual([])
})

test('a connected client who pays is reached in the app @slow', async () => {
  const clientId = await connectClient(app, therapist, client)
  await insertOwnPayer(app, therapist, clientId)
  const { id } = await draftInvoice(therapist, clientId)
  expect(await reviewOf(id)).toMatchObject({ isInApp: true, emails: [], obstacle: null, missing: [] })
})

test('the guardians of a child without an account are reached by email', async () => {
  const id = randomUUID()
  const tenYearsAgo = `${new Date().getUTCFullYear() - 10}-01-01`
  const contact = { id: randomUUID(), name: 'Eva Ruiz', relationship: '', phone: '', email: 'eva@ruiz.test' }
  const roles = { isEmergency: false, isGuardian: true, isPayer: false }
  const contacts = [{ ...contact, ...roles }]
  await therapist.api.client.add({
    ...minimalClient,
    id,
    firstName: 'Leo',
    dateOfBirth: tenYearsAgo,
    contacts,
    invite: false,
  })
  await insertOwnPayer(app, therapist, id)
  const draft = await draftInvoice(therapist, id)
  expect(await reviewOf(draft.id)).toMatchObject({ emails: ['eva@ruiz.test'], obstacle: null })
})

test('without an account, an agreement, an email address or a postal code, nobody is reached @slow', async () => {
  const drafts = await Promise.all([
    draftOf(null),
    draftOf({ email: 'office@hanse.test', isAgreed: false }),
    draftOf({ email: null }),
    draftOf({ email: 'office@hanse.test', postalCode: '' }),
  ])
  const reviews = await Promise.all(drafts.map(({ id }) => reviewOf(id)))
  expect(reviews.map((review) => [review?.obstacle, review?.emails])).toEqual([
    ['client-pays', []],
    ['no-agreement', []],
    ['no-email', []],
    ['no-postal-code', []],
  ])
  expect(reviews[1]?.missing).toContainEqual({ of: 'payer', field: 'agreement', position: null })
})

test('an incomplete draft names what is missing, also that payments are turned off', async () => {
  const draft = await draftOf({ email: 'office@hanse.test' })
  await therapist.api.invoice.saveDraft(savedDraft(draft, [draftLine({ priceMinor: null })]))
  await therapist.api.business.setOn({ on: false })
  const review = await reviewOf(draft.id)
  await therapist.api.business.setOn({ on: true })
  expect(review?.missing).toEqual([
    { of: 'business', field: 'paymentsOff', position: null },
    { of: 'line', field: 'priceMinor', position: 1 },
  ])
})

test('without ids, the review lists all drafts by the name of the client, and nobody else @slow', async () => {
  const names = ['Zorn', 'adler', 'Moreau']
  for (const name of names) await draftInvoice(other, await addPayingClient(app, other, name))
  const issued = await draftInvoice(other, await addPayingClient(app, other, 'Berg'))
  await other.api.invoice.issue({ id: issued.id, command: randomUUID() })
  const { items, more } = await other.api.invoice.toIssue({})
  expect(items.map(({ clientName }) => clientName)).toEqual(['Ana adler', 'Ana Moreau', 'Ana Zorn'])
  expect(more).toBe(false)
  expect((await other.api.invoice.summary({})).drafts).toBe(3)
  const ids = items.map(({ id }) => id)
  expect(await therapist.api.invoice.toIssue({ ids })).toEqual({ items: [], more: false })
})
