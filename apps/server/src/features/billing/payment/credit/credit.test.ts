import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { bankFileSteps } from '../bank-file/bank-file.steps.testing.ts'

const app = await startSharedApp({ worker: false })
const [nora, ben, client, other] = await Promise.all([
  app.person('therapist', 1),
  app.person('therapist', 2),
  app.person('client', 1),
  app.person('client', 2),
])
const clientId = await connectClient(app, nora, client)
const otherClientId = await connectClient(app, nora, other)
const { issue, numberOf, paymentsOf, review, bookings } = bankFileSteps(app, { nora, clientId })

const amountsOf = async (id: string) => (await paymentsOf(id)).map(({ amount, method }) => `${amount} ${method}`)
/** Issues an invoice of 95.00 € that is paid with an amount in minor units. */
const issuePaid = async (amountMinor: string, changes: object = {}) => {
  const invoiceId = await issue(changes)
  const payment = { invoiceId, amountMinor, currency: 'EUR', paidOn: '2026-11-02', method: 'cash' as const }
  await nora.api.payment.record({ ...payment, id: crypto.randomUUID(), reference: '' })
  return invoiceId
}
const move = (fromInvoiceId: string, toInvoiceId: string, amountMinor: string, id: string = crypto.randomUUID()) =>
  nora.api.payment.moveCredit({ id, fromInvoiceId, toInvoiceId, amountMinor })
/** Each test uses its own payer name, so that it sees only its own credit. */
const payer = (buyerName: string) => ({ buyerName, clientId: otherClientId })

test('what an invoice is overpaid by is the credit of its payer, and pays another invoice @slow', async () => {
  const [from, to] = [await issuePaid('12500'), await issue()]
  const [number, toNumber] = await Promise.all([from, to].map(numberOf))
  expect((await nora.api.payment.credit({ invoiceId: to })).credits).toEqual([
    { invoiceId: from, number, amountMinor: '3000' },
  ])
  expect((await nora.api.payment.credit({ invoiceId: from })).open).toContainEqual({
    invoiceId: to,
    number: toNumber,
    openMinor: '9500',
  })
  expect(await move(from, to, '3000')).toMatchObject({ paidMinor: '3000', openMinor: '6500' })
  expect([await amountsOf(from), await amountsOf(to)]).toEqual([['12500 cash', '-3000 credit'], ['3000 credit']])
  expect((await nora.api.payment.credit({ invoiceId: to })).credits).toEqual([])
})

test('more credit than the invoice, or than there is, is refused with the most that can be moved', async () => {
  const [from, to] = [await issuePaid('40000'), await issue()]
  await expect(move(from, to, '30500')).rejects.toMatchObject({ code: 'TOO_MUCH', data: { leftMinor: '9500' } })
  await move(from, to, '9500')
  const third = await issue({ grossMinor: '99900' })
  await expect(move(from, third, '21001')).rejects.toMatchObject({ code: 'TOO_MUCH', data: { leftMinor: '21000' } })
  await move(from, third, '21000')
  expect(await amountsOf(from)).toEqual(['40000 cash', '-9500 credit', '-21000 credit'])
})

test('credit is moved once by two people at once and by a repeated command @slow', async () => {
  const [from, one, two] = [await issuePaid('12500'), await issue(), await issue()]
  const answers = await Promise.allSettled([move(from, one, '3000'), move(from, two, '3000')])
  expect(answers.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  const [again, target] = [await issuePaid('12500'), await issue()]
  const id = crypto.randomUUID()
  await Promise.all(Array.from({ length: 4 }, () => move(again, target, '1000', id)))
  expect(await amountsOf(target)).toEqual(['1000 credit'])
})

test('two moves in opposite directions between invoices do not wait for each other for ever @slow', async () => {
  const pairs = await Promise.all([1, 2, 3].map(async () => [await issuePaid('12500'), await issue()] as const))
  await Promise.all(pairs.flatMap(([from, to]) => [move(from, to, '1000'), move(from, to, '1000')]))
  for (const [, to] of pairs) expect(await amountsOf(to)).toEqual(['1000 credit', '1000 credit'])
})

test('an invoice that is credited after it was paid by credit gives the credit to its payer again', async () => {
  const [from, to] = [await issuePaid('12500'), await issue()]
  await move(from, to, '3000')
  await issue({ corrects: to })
  const next = await issue()
  expect((await nora.api.payment.credit({ invoiceId: next })).credits).toContainEqual(
    expect.objectContaining({ invoiceId: to, amountMinor: '3000' }),
  )
  await move(to, next, '3000')
  expect(await amountsOf(next)).toEqual(['3000 credit'])
})

test('reversing a payment by credit moves it back', async () => {
  const [from, to] = [await issuePaid('12500'), await issue()]
  await move(from, to, '3000')
  const { payments } = await nora.api.invoice.get({ id: to })
  await nora.api.payment.reverse({ id: crypto.randomUUID(), paymentId: payments[0]?.id ?? '' })
  expect([await amountsOf(from), await amountsOf(to)]).toEqual([
    ['12500 cash', '-3000 credit', '3000 credit'],
    ['3000 credit', '-3000 credit'],
  ])
})

test('the bank takes back a transfer of which a part was moved from both invoices @slow', async () => {
  const [from, to] = [await issue(), await issue()]
  const entry = { text: await numberOf(from), amount: '125.00', reference: 'K1' }
  await nora.api.payment.bookBankEntries({ items: bookings(await review(entry)) })
  await move(from, to, '3000')
  const [back] = (await review({ ...entry, debit: true, reversal: true, day: '2026-11-04' })).entries
  if (!back) throw new Error('no entry')
  const items = back.reverses.map(({ paymentId, amountMinor }) => ({ paymentId, amountMinor }))
  await nora.api.payment.reverseBankEntry({ key: back.key, paidOn: back.day, items })
  expect([await amountsOf(from), await amountsOf(to)]).toEqual([
    ['12500 bank-transfer', '-3000 credit', '-9500 bank-transfer'],
    ['3000 credit', '-3000 bank-transfer'],
  ])
})

test.each([
  [
    'moved on to a third invoice',
    async (_: string, to: string) => {
      await issue({ corrects: to })
      const next = await issue()
      await move(to, next, '3000')
      return [next]
    },
  ],
  [
    'moved back by hand',
    async (from: string, to: string) => {
      const { payments } = await nora.api.invoice.get({ id: to })
      await nora.api.payment.reverse({ id: crypto.randomUUID(), paymentId: payments[0]?.id ?? '' })
      return [from]
    },
  ],
])('the bank takes back a transfer of which a part was %s @slow', async (_, then) => {
  const [from, to] = [await issue(), await issue()]
  const entry = { text: await numberOf(from), amount: '125.00', reference: `K${crypto.randomUUID().slice(0, 8)}` }
  await nora.api.payment.bookBankEntries({ items: bookings(await review(entry)) })
  await move(from, to, '3000')
  const [last = ''] = await then(from, to)
  const [back] = (await review({ ...entry, debit: true, reversal: true, day: '2026-11-04' })).entries
  const taken = (back?.reverses ?? []).map(({ invoiceId, amountMinor }) => [invoiceId, amountMinor])
  expect(new Set(taken.map(([id]) => id))).toEqual(new Set([from, last]))
  expect(taken.reduce((sum, [, minor]) => sum + Number(minor), 0)).toBe(12_500)
})

test('credit of another payer, currency or therapist is neither offered nor moved', async () => {
  const [from, to] = [await issuePaid('12500'), await issue()]
  const stranger = await issue(payer('Ben Okoye'))
  const francs = await issue({ currency: 'CHF' })
  for (const id of [stranger, francs]) {
    expect((await nora.api.payment.credit({ invoiceId: id })).credits).toEqual([])
    await expect(move(from, id, '3000')).rejects.toMatchObject({ code: 'OTHER_PAYER' })
  }
  await expect(move(from, from, '3000')).rejects.toMatchObject({ code: 'OTHER_PAYER' })
  await expect(ben.api.payment.credit({ invoiceId: to })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const input = { id: crypto.randomUUID(), fromInvoiceId: from, toInvoiceId: to, amountMinor: '3000' }
  await expect(ben.api.payment.moveCredit(input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the account of a therapist is not deleted while payers have credit, and the preview names the amount', async () => {
  await issuePaid('9600')
  const { blockedBy, credits } = await nora.api.login.deletionPreview({})
  expect(blockedBy).toEqual(['credit'])
  expect(credits).toEqual([{ currency: 'EUR', amountMinor: expect.stringMatching(/^\d+$/) }])
})
