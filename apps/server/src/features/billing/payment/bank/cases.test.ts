import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { bankFileSteps } from '../bank-file/bank-file.steps.testing.ts'

const app = await startSharedApp({ worker: false })
const [nora, client] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, nora, client)
const { issue, numberOf, paymentsOf, review, bookings } = bankFileSteps(app, { nora, clientId })

test('a transfer in another currency than its invoice is not proposed @slow', async () => {
  const number = await numberOf(await issue())
  const { entries } = await review({ text: number, currency: 'CHF', reference: 'A1' })
  expect(entries).toMatchObject([{ state: 'new', proposal: null, split: null }])
})

test('a transfer of one cent asks, and is recorded as a part @slow', async () => {
  const id = await issue()
  const found = await review({ text: await numberOf(id), amount: '0.01', reference: 'B1' })
  expect(found.entries).toMatchObject([{ amountMinor: '1', proposal: { invoiceId: id, isReliable: false } }])
  await nora.api.payment.bookBankEntries({ items: bookings(found) })
  expect(await paymentsOf(id)).toMatchObject([{ amount: '1' }])
})

test('of two invoices of equal amount, a transfer without text is proposed for the oldest, and only for review @slow', async () => {
  const buyerName = 'Nia Adeyemi'
  const [first, second] = [
    await issue({ grossMinor: '7777', buyerName }),
    await issue({ grossMinor: '7777', buyerName }),
  ]
  const transfer = { amount: '77.77', payer: 'ADEYEMI NIA' }
  expect((await review(transfer, transfer)).entries).toMatchObject([
    { proposal: { invoiceId: first, isReliable: false } },
    { proposal: { invoiceId: second, isReliable: false } },
  ])
})

test('a payment that was booked by hand before the file is not ready to record again @slow', async () => {
  const invoiceId = await issue()
  await nora.api.payment.record({
    id: crypto.randomUUID(),
    invoiceId,
    amountMinor: '9500',
    currency: 'EUR',
    paidOn: '2026-11-02',
    method: 'bank-transfer',
    reference: '',
  })
  const { entries, invoices } = await review({ text: await numberOf(invoiceId), reference: 'D1' })
  expect(entries).toMatchObject([{ state: 'new', proposal: { invoiceId, isReliable: false } }])
  expect(invoices.find(({ id }) => id === invoiceId)?.openMinor).toBe('0')
})

test('of a month that is in a file twice, only the first of each pair is ready', async () => {
  const text = await numberOf(await issue())
  const { entries } = await review({ text }, { text })
  expect(entries.map(({ proposal }) => proposal?.isReliable)).toEqual([true, false])
})

test('of two invoices of equal amount, the one with the number 9999 is older than the one with the number 10000 @slow', async () => {
  const other = await app.person('therapist', 2)
  const steps = bankFileSteps(app, { nora: other, clientId: await connectClient(app, other, client) })
  const equal = { grossMinor: '6666', buyerName: 'Ada Okafor', firstNumber: 9999 }
  const [first, second] = [await steps.issue(equal), await steps.issue(equal)]
  expect(await steps.numberOf(first)).toMatch(/-9999$/)
  expect(await steps.numberOf(second)).toMatch(/-10000$/)
  const { entries } = await steps.review({ amount: '66.66', payer: 'OKAFOR ADA' })
  expect(entries).toMatchObject([{ proposal: { invoiceId: first } }])
})
