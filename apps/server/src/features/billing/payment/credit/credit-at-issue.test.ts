import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { connectionOptions } from '../../../../platform/database/pools.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { takenBackCredit } from '@attune/contract/features/billing/payment/payment.rules'
import { addPayingClient, draftInvoice, issueOf, openPractice } from '../../../../testing/records/invoices.ts'
import { insertOrganization } from '../../../../testing/records/payers.ts'
import { makeInvoiceDocuments } from '../../invoice/documents/documents.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
await openPractice(app, therapist)
const backup = new pg.Client(connectionOptions(app.databaseUrl, 'attune_app_backup', app.secrets))
await backup.connect()
afterAll(() => backup.end())

/** Returns a client whose payer has paid an invoice of 95.00 € with an amount in minor units, and a draft of 95.00 €. */
async function draftWithCredit(paidMinor: string, payer?: { email: string }) {
  // Each payer has a different name, because clients with the same name and address have the same credit.
  const clientId = await addPayingClient(app, therapist, `Ruiz${randomUUID().slice(0, 8)}`)
  if (payer) await insertOrganization(app, therapist, clientId, payer)
  const overpaid = await payInvoice(clientId, paidMinor)
  const draft = await draftInvoice(therapist, clientId)
  return { clientId, overpaidId: overpaid.id, draft, command: randomUUID() }
}
async function payInvoice(clientId: string, amountMinor: string) {
  const { id, sheet } = await issueOf(therapist, clientId)
  const payment = { invoiceId: id, currency: 'EUR', paidOn: sheet.issuedOn, method: 'cash' as const, reference: '' }
  await therapist.api.payment.record({ ...payment, id: randomUUID(), amountMinor })
  return { id }
}
const issue = (id: string, changes: { command?: string; shownCreditMinor?: string } = {}) =>
  therapist.api.invoice.issue({ id, command: randomUUID(), usesCredit: true, ...changes })
const paymentsOf = async (id: string) =>
  (await therapist.api.invoice.get({ id })).payments.map(({ amountMinor, method }) => `${amountMinor} ${method}`)
const creditFor = async (invoiceId: string) => (await therapist.api.payment.credit({ invoiceId })).credits
const auditOf = async (id: string): Promise<string[]> => {
  const { rows } = await backup.query<{ entry: string }>(
    `select action || ' ' || thing as entry from app.audit where thing_id = $1`,
    [id],
  )
  return rows.map(({ entry }) => entry)
}
/** Returns the bytes of the stored PDF of an invoice. */
const pdfOf = async (id: string) => {
  const answer = await fetch(`${app.address}/api/invoice/${id}/pdf`, { headers: { cookie: therapist.cookies() } })
  expect(answer.status).toBe(200)
  return Buffer.from(await answer.arrayBuffer()).toString('base64')
}
const isDraft = async (id: string) => (await therapist.api.invoice.get({ id })).status === 'draft'

test('an invoice is issued and paid with the credit of its payer at once, and a repeated command moves nothing twice @slow', async () => {
  const { draft, overpaidId, command } = await draftWithCredit('12500')
  const answers = await Promise.all([1, 2, 3].map(() => issue(draft.id, { command, shownCreditMinor: '3000' })))
  expect(answers.map(({ paidMinor, openMinor }) => [paidMinor, openMinor])).toEqual(Array(3).fill(['3000', '6500']))
  expect(await issue(draft.id, { command, shownCreditMinor: '3000' })).toMatchObject({ openMinor: '6500' })
  expect(await paymentsOf(draft.id)).toEqual(['3000 credit'])
  expect(answers[0]?.sheet.creditMinor).toBe('3000')
  const { openMinor, payments } = await therapist.api.invoice.get({ id: overpaidId })
  expect(openMinor).toBe('0')
  const counterId = payments.find(({ method }) => method === 'credit')?.id ?? ''
  expect(await auditOf(counterId)).toEqual(['record payment'])
})

test('more credit than the invoice pays it whole, the oldest first, and the rest stays @slow', async () => {
  const { draft, clientId, overpaidId } = await draftWithCredit('12500')
  const later = await payInvoice(clientId, '19500')
  const issued = await issue(draft.id, { shownCreditMinor: '13000' })
  expect(issued).toMatchObject({ status: 'paid', paidMinor: '9500', openMinor: '0' })
  expect(await paymentsOf(draft.id)).toEqual(expect.arrayContaining(['3000 credit', '6500 credit']))
  const next = await draftInvoice(therapist, clientId)
  expect(await creditFor(next.id)).toMatchObject([{ invoiceId: later.id, amountMinor: '3500' }])
  expect((await therapist.api.invoice.get({ id: overpaidId })).openMinor).toBe('0')
})

test('if the shown credit was used meanwhile, nothing is issued, and the refusal names the current credit @slow', async () => {
  const { draft, clientId } = await draftWithCredit('12500')
  const first = await draftInvoice(therapist, clientId)
  const both = await Promise.allSettled([draft, first].map(({ id }) => issue(id, { shownCreditMinor: '3000' })))
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'CREDIT_CHANGED', data: { creditMinor: '0' } },
  })
  const refused = (await isDraft(draft.id)) ? draft : first
  expect(await isDraft(refused.id)).toBe(true)
  expect(await issue(refused.id)).toMatchObject({ paidMinor: '0', openMinor: '9500' })
})

test('credit that has changed beyond the amount of the invoice refuses nothing @slow', async () => {
  const { draft, clientId } = await draftWithCredit('40000')
  await payInvoice(clientId, '10500')
  expect(await issue(draft.id, { shownCreditMinor: '30500' })).toMatchObject({ status: 'paid' })
})

test('an issue without the field leaves the credit @slow', async () => {
  const { draft, clientId } = await draftWithCredit('12500')
  expect(await therapist.api.invoice.issue({ id: draft.id, command: randomUUID() })).toMatchObject({
    openMinor: '9500',
  })
  expect(await creditFor((await draftInvoice(therapist, clientId)).id)).toMatchObject([{ amountMinor: '3000' }])
})

test('an issue with credit and a credit note of the overpaid invoice do not wait for each other for ever', async () => {
  const { draft, overpaidId } = await draftWithCredit('12500')
  const creditNoteId = randomUUID()
  const credit = { id: overpaidId, command: randomUUID(), creditNoteId, positions: [1], reason: '' }
  await Promise.all([issue(draft.id), therapist.api.invoice.credit(credit)])
  const { openMinor } = await therapist.api.invoice.get({ id: draft.id })
  expect(['0', '6500']).toContain(openMinor)
})

test('the email to a payer names what the credit leaves to pay @slow', async () => {
  const address = `credit${randomUUID().slice(0, 8)}@hanse.test`
  const { draft } = await draftWithCredit('12500', { email: address })
  await issue(draft.id)
  await makeInvoiceDocuments(app, { invoiceId: draft.id, therapistId: therapist.accountId })
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    sql<{
      id: string
    }>`select id from app.mail where acting_for = ${therapist.accountId} and state = 'waiting'`.execute(tx.kysely),
  )
  for (const { id } of rows) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  const mails = app.inbox.mails.filter((mail) => JSON.stringify(mail.to).includes(address))
  expect(mails.map(({ text }) => text)).toContainEqual(expect.stringMatching(/65[.,]00/))
})

test.each([
  ['with its credit at once', async () => {}],
  [
    'after its credit was moved back by hand',
    async ([used]: { id: string }[]) => {
      await therapist.api.payment.reverse({ id: randomUUID(), paymentId: used?.id ?? '' })
    },
  ],
])(
  'a payment that made credit is taken back %s: the document stays, and both invoices are open in full @slow',
  async (_, before) => {
    const { draft, overpaidId } = await draftWithCredit('12500')
    const issued = await issue(draft.id)
    await makeInvoiceDocuments(app, { invoiceId: draft.id, therapistId: therapist.accountId })
    const pdf = await pdfOf(draft.id)
    await before(issued.payments)
    const overpaid = await therapist.api.invoice.get({ id: overpaidId })
    const back = { id: randomUUID(), paymentId: overpaid.payments[0]?.id ?? '', withCredit: true }
    for (const openMinor of ['9500', '9500'])
      expect(await therapist.api.payment.reverse(back)).toMatchObject({ status: 'issued', openMinor })
    const after = await therapist.api.invoice.get({ id: draft.id })
    expect(after).toMatchObject({ status: 'issued', openMinor: '9500', sheet: issued.sheet })
    expect(await pdfOf(draft.id)).toBe(pdf)
    expect(takenBackCredit(after.sheet.creditMinor, after.payments)).toBe(3000n)
    expect((await therapist.api.payment.credit({ invoiceId: draft.id })).credits).toEqual([])
    const all = [...after.payments, ...(await therapist.api.invoice.get({ id: overpaidId })).payments]
    const cash = all.filter(({ method }) => method === 'cash').map(({ amountMinor }) => Number(amountMinor))
    expect(cash.reduce((sum, minor) => sum + minor, 0)).toBe(0)
    await expect(therapist.api.payment.reverse({ ...back, id: randomUUID() })).rejects.toMatchObject({
      code: 'TOO_MUCH',
    })
  },
)
