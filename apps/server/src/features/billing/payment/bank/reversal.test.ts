import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { writeAsOwner } from '../../../../testing/practice.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { bankFileSteps } from '../bank-file/bank-file.steps.testing.ts'
import type { CamtEntry } from '../bank-file/bank-file.testing.ts'

const app = await startSharedApp({ worker: false })
const [nora, ben, client] = await Promise.all([
  app.person('therapist', 1),
  app.person('therapist', 2),
  app.person('client'),
])
const clientId = await connectClient(app, nora, client)
const { issue, numberOf, paymentsOf, review, bookings } = bankFileSteps(app, { nora, clientId })
const owner = new pg.Client({ connectionString: app.databaseUrl })
await owner.connect()
afterAll(() => owner.end())

const back = { debit: true, reversal: true, day: '2026-11-04' }
const amountsOf = async (id: string) => (await paymentsOf(id)).map(({ amount }) => amount)
const record = async (...entries: CamtEntry[]) =>
  nora.api.payment.bookBankEntries({ items: bookings(await review(...entries)) })
/** Uploads the entries. Returns the first entry that takes back payments, with the input that reverses these payments. */
const reversalIn = async (...entries: CamtEntry[]) => {
  const found = (await review(...entries)).entries.find(({ reverses }) => reverses.length > 0)
  if (!found) throw new Error('nothing is reversed')
  const items = found.reverses.map(({ paymentId, amountMinor }) => ({ paymentId, amountMinor }))
  return { ...found, input: { key: found.key, paidOn: found.day, items } }
}

test('a payment and its reversal in one file are not proposed, and both are shown as reversed', async () => {
  const id = await issue()
  const text = `Rechnung ${await numberOf(id)}`
  const found = await review({ text, reference: 'P1' }, { ...back, text, reference: 'P1' })
  expect(found.entries).toMatchObject([
    { state: 'reversed', proposal: null, reverses: [] },
    { state: 'reversed', proposal: null, reverses: [] },
  ])
  expect(bookings(found)).toEqual([])
})

test('the reversal of half of a payment in its file leaves the payment for review @slow', async () => {
  const id = await issue()
  const text = await numberOf(id)
  const half = { ...back, text, reference: 'H1', amount: '47.50' }
  expect((await review({ text, reference: 'H1' }, half)).entries).toMatchObject([
    { state: 'new', reversedMinor: '4750', proposal: { invoiceId: id, isReliable: false } },
    { state: 'reversed', reverses: [] },
  ])
  await record({ text, reference: 'H1' })
  const { input } = await reversalIn({ text, reference: 'H1' }, half)
  await nora.api.payment.reverseBankEntry(input)
  expect(await amountsOf(id)).toEqual(['9500', '-4750'])
})

test.each([
  ['the reference of the bank', { reference: 'R1' }, { reference: 'R1' }],
  ['the number of the invoice', { reference: 'R2' }, { reference: 'R3', text: true }],
  ['amount and payer', {}, { text: false }],
])('a reversal in a later file finds the recorded payment by %s @slow', async (_, of, by) => {
  const id = await issue({ grossMinor: '4321', buyerName: 'Ana Moreau' })
  const number = await numberOf(id)
  await record({ ...of, text: number, amount: '43.21' })
  const { text, ...reference } = { text: false, ...by }
  const { input, reverses, state } = await reversalIn({
    ...back,
    ...reference,
    amount: '43.21',
    text: text ? `Rückgabe ${number}` : 'Rückgabe',
  })
  expect([state, reverses]).toEqual([
    'reversed',
    [{ paymentId: expect.any(String), invoiceId: id, number, amountMinor: '4321' }],
  ])
  await nora.api.payment.reverseBankEntry(input)
  expect(await paymentsOf(id)).toMatchObject([
    { amount: '4321' },
    { amount: '-4321', day: '2026-11-04', provider: `bank:${input.key}` },
  ])
})

test('a reversal is recorded once, by two people at once and from the same file again @slow', async () => {
  const id = await issue()
  const text = await numberOf(id)
  await record({ text, reference: 'T1' })
  const half = { ...back, text, reference: 'T1', amount: '47.50' }
  const { input } = await reversalIn(half)
  await Promise.all(Array.from({ length: 4 }, () => nora.api.payment.reverseBankEntry(input)))
  await nora.api.payment.reverseBankEntry(input)
  expect(await amountsOf(id)).toEqual(['9500', '-4750'])
  expect((await review(half)).entries).toMatchObject([
    { state: 'imported', importedAs: { invoiceId: id }, reverses: [] },
  ])
})

test('a reversal above what is left of a payment, in the future, or of another therapist is refused @slow', async () => {
  const id = await issue()
  const text = await numberOf(id)
  await record({ text, reference: 'U1' })
  const { input } = await reversalIn({ ...back, text, reference: 'U1' })
  const [item] = input.items
  if (!item) throw new Error('no payment')
  const refused = (changes: object, code: string, as = nora) =>
    expect(as.api.payment.reverseBankEntry({ ...input, ...changes })).rejects.toMatchObject({ code })
  await refused({ items: [{ ...item, amountMinor: '9501' }] }, 'TOO_MUCH')
  await refused({ items: [item, item] }, 'TOO_MUCH')
  await refused({ paidOn: '2031-01-01' }, 'FUTURE_DAY')
  await refused({}, 'NOT_FOUND', ben)
  expect(await amountsOf(id)).toEqual(['9500'])
})

/** Records an entry like an earlier version, which proposed payments although their reversal is in the same file. */
async function recordAsBefore(invoiceId: string, entry: CamtEntry) {
  const [payment] = (await review(entry)).entries
  await writeAsOwner(owner, async () => {
    await owner.query(
      `insert into app.payment (id, therapist_id, invoice_id, amount_minor, currency, paid_on, method, provider_id, recorded_before_reversals)
       values ($1, $2, $3, $4, $5, $6, 'bank-transfer', $7, true)`,
      [
        crypto.randomUUID(),
        nora.accountId,
        invoiceId,
        payment?.amountMinor,
        payment?.currency,
        payment?.day,
        `bank:${payment?.key}`,
      ],
    )
  })
}

test('a payment that the build before recorded from a reversed pair is named once, and nothing changes by itself @slow', async () => {
  const id = await issue()
  const text = await numberOf(id)
  await recordAsBefore(id, { text, reference: 'V1' })
  const pair = [
    { text, reference: 'V1' },
    { ...back, text, reference: 'V1' },
  ]
  const { input, reverses, isNamedOnce } = await reversalIn(...pair)
  expect(reverses).toMatchObject([{ invoiceId: id, amountMinor: '9500' }])
  expect(isNamedOnce).toBe(true)
  expect((await review(...pair)).entries).toMatchObject([
    { state: 'imported', reverses: [], isNamedOnce: false },
    { state: 'reversed', reverses: [], isNamedOnce: false },
  ])
  expect(await amountsOf(id)).toEqual(['9500'])
  await nora.api.payment.reverseBankEntry(input)
  expect((await review(...pair)).entries).toMatchObject([
    { state: 'imported', reverses: [] },
    { state: 'imported', reverses: [] },
  ])
})

test('a payment that was recorded from a file that ended before its reversal is named until it is reversed, also if a later file has both @slow', async () => {
  const text = await numberOf(await issue())
  await record({ text, reference: 'V3' })
  const pair = [
    { text, reference: 'V3' },
    { ...back, text, reference: 'V3' },
  ]
  for (let time = 0; time < 2; time += 1) expect(await reversalIn(...pair)).toMatchObject({ isNamedOnce: false })
})

test('a reversal in a later file is named until the payment is reversed @slow', async () => {
  const text = await numberOf(await issue())
  await record({ text, reference: 'V2' })
  for (let time = 0; time < 2; time += 1)
    expect(await reversalIn({ ...back, text, reference: 'V2' })).toMatchObject({ isNamedOnce: false })
})

test('a payment whose reversal was in an earlier file is not proposed, and other payments are @slow', async () => {
  const [id, next] = [await issue(), await issue()]
  const [text, nextText] = [await numberOf(id), await numberOf(next)]
  expect((await review({ ...back, text, reference: 'W1' })).entries).toMatchObject([
    { state: 'reversed', reverses: [] },
  ])
  const payments = [
    { text, reference: 'W1' },
    { text: nextText, reference: 'W2' },
  ]
  for (let time = 0; time < 2; time += 1)
    expect((await review(...payments)).entries).toMatchObject([
      { state: 'reversed', proposal: null },
      { state: 'new', proposal: { invoiceId: next, isReliable: true } },
    ])
  // A payment after the reversal, and one long before it, are not the reversed payment.
  const later = await review({ text, reference: 'W1', day: '2026-11-05' }, { text, reference: 'W1', day: '2026-05-01' })
  expect(later.entries.map(({ state }) => state)).toEqual(['new', 'new'])
})
