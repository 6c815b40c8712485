import { expect, test } from 'vitest'
import { databaseUrlFor } from '../../../../platform/database/pools.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { runQuery } from '../../../../testing/database/database.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { bankFileSteps } from '../bank-file/bank-file.steps.testing.ts'

const app = await startSharedApp({ worker: false, expectedErrors: ['a request failed'] })
const [nora, client] = await Promise.all([app.person('therapist'), app.person('client')])
const clientId = await connectClient(app, nora, client)
const { issue, numberOf, paymentsOf, review } = bankFileSteps(app, { nora, clientId })

const amountsOf = async (id: string) => (await paymentsOf(id)).map(({ amount }) => amount)
const issueTwo = async () => {
  const ids = [await issue(), await issue({ grossMinor: '8000' })] as const
  return { ids, text: (await Promise.all(ids.map(numberOf))).join(' und ') }
}
/** Uploads a transfer and returns its split, and the bookings of its parts. */
const splitOf = async (entry: { text: string; amount: string; reference: string }) => {
  const [found] = (await review(entry)).entries
  if (!found) throw new Error('no entry')
  const { key, currency, day, split, proposal } = found
  const items = (split?.parts ?? []).map((part) => ({ key, currency, paidOn: day, ...part }))
  return { split, proposal, items }
}

test('a transfer with the numbers of two invoices and the sum of both is split over them, ready to record @slow', async () => {
  const { ids, text } = await issueTwo()
  const { split, proposal, items } = await splitOf({ text, amount: '175.00', reference: 'A1' })
  expect(proposal).toBeNull()
  expect(split).toEqual({
    isReliable: true,
    parts: [
      { invoiceId: ids[0], amountMinor: '9500' },
      { invoiceId: ids[1], amountMinor: '8000' },
    ],
  })
  expect(await nora.api.payment.bookBankEntries({ items })).toMatchObject({ booked: [{}, {}], known: 0 })
  expect([await amountsOf(ids[0]), await amountsOf(ids[1])]).toEqual([['9500'], ['8000']])
  const numbers = await Promise.all(ids.map(numberOf))
  expect((await review({ text, amount: '175.00', reference: 'A1' })).entries).toMatchObject([
    { state: 'imported', importedAs: { number: numbers[0] }, alsoImportedAs: [{ number: numbers[1] }] },
  ])
})

test.each([
  ['less', '150.00', ['9500', '5500']],
  ['more', '200.00', ['9500', '10500']],
])('a transfer of %s than the sum of its invoices asks @slow', async (_, amount, amounts) => {
  const { text } = await issueTwo()
  const { split } = await splitOf({ text, amount, reference: `B${amount}` })
  expect(split?.isReliable).toBe(false)
  expect(split?.parts.map(({ amountMinor }) => amountMinor)).toEqual(amounts)
})

test('of three numbers of which one is paid, the other two are paid; a transfer of one of them asks @slow', async () => {
  const { ids, text } = await issueTwo()
  const paid = await issue()
  await nora.api.payment.record({
    id: crypto.randomUUID(),
    invoiceId: paid,
    amountMinor: '9500',
    currency: 'EUR',
    paidOn: '2026-11-01',
    method: 'cash',
    reference: '',
  })
  const three = `${await numberOf(paid)} ${text}`
  const { split } = await splitOf({ text: three, amount: '175.00', reference: 'C1' })
  expect([split?.isReliable, split?.parts.map(({ invoiceId }) => invoiceId)]).toEqual([true, [...ids]])
  const one = await splitOf({ text: three, amount: '80.00', reference: 'C2' })
  expect([one.split, one.proposal]).toMatchObject([null, { invoiceId: ids[1], isReliable: false }])
})

test('a split is recorded once by two people at once who divide it differently, and by a repeated command @slow', async () => {
  const { ids, text } = await issueTwo()
  const third = await issue()
  const { items } = await splitOf({ text, amount: '175.00', reference: 'D1' })
  const [first] = items
  if (!first) throw new Error('no part')
  const inThree = [...items, { ...first, invoiceId: third }].map((item) => ({ ...item, amountMinor: '5000' }))
  const answers = await Promise.all(
    [items, inThree, items, inThree].map((some) => nora.api.payment.bookBankEntries({ items: some })),
  )
  expect(answers.map(({ booked, known }) => (booked.length > 0 ? 'booked' : known)).toSorted()).toEqual([
    1,
    1,
    1,
    'booked',
  ])
  const recorded = (await Promise.all([...ids, third].map(amountsOf))).flat()
  expect([
    ['9500', '8000'],
    ['5000', '5000', '5000'],
  ]).toContainEqual(recorded)
  expect(await nora.api.payment.bookBankEntries({ items })).toEqual({ booked: [], known: 1 })
})

test('of a split with a part that is refused, nothing is recorded', async () => {
  const { ids, text } = await issueTwo()
  const { items } = await splitOf({ text, amount: '175.00', reference: 'E1' })
  const francs = await issue({ currency: 'CHF' })
  const [first] = items
  if (!first) throw new Error('no part')
  await expect(
    nora.api.payment.bookBankEntries({ items: [...items, { ...first, invoiceId: francs }] }),
  ).rejects.toMatchObject({ code: 'OTHER_CURRENCY' })
  expect([await amountsOf(ids[0]), await amountsOf(ids[1])]).toEqual([[], []])
})

test('the reversal of a split payment takes back its parts, up to the amount that was reversed @slow', async () => {
  const { ids, text } = await issueTwo()
  const { items } = await splitOf({ text, amount: '175.00', reference: 'F1' })
  await nora.api.payment.bookBankEntries({ items })
  const back = { debit: true, reversal: true, day: '2026-11-04', reference: 'F1', text }
  const [half] = (await review({ ...back, amount: '87.50' })).entries
  if (!half) throw new Error('no entry')
  const parts = half.reverses.map(({ paymentId, amountMinor }) => ({ paymentId, amountMinor }))
  expect(parts.reduce((sum, { amountMinor }) => sum + Number(amountMinor), 0)).toBe(8750)
  await nora.api.payment.reverseBankEntry({ key: half.key, paidOn: half.day, items: parts })
  const left = async () =>
    (await Promise.all(ids.map(amountsOf))).flat().reduce((sum, amount) => sum + Number(amount), 0)
  expect(await left()).toBe(8750)
  const [rest] = (await review({ ...back, amount: '87.50', day: '2026-11-05' })).entries
  if (!rest) throw new Error('no entry')
  expect(rest.reverses.reduce((sum, { amountMinor }) => sum + Number(amountMinor), 0)).toBe(8750)
})

test('a connection that ends while 40 payments are recorded leaves none of them, and the repeat records all @slow', async () => {
  const ids = await Promise.all(Array.from({ length: 40 }, () => issue()))
  const items = ids.map((invoiceId, at) => ({
    key: at.toString(16).padStart(64, 'f'),
    invoiceId,
    amountMinor: '9500',
    currency: 'EUR',
    paidOn: '2026-11-02',
  }))
  const last = ids.toSorted().at(-1)
  // Connects as the same role, because a role may terminate its own connections.
  const url = databaseUrlFor(app.databaseUrl, 'attune_login', app.secrets)
  await app.db.asActor({ role: 'therapist', id: nora.accountId }, async (tx) => {
    const { rows } = await tx.run<{ pid: number }>(
      'select pg_backend_pid() as pid from app.invoice where id = $1 for update',
      [last],
    )
    const pid = rows[0]?.pid
    // The call waits for the last invoice, with 39 payments inserted.
    const booking = nora.api.payment.bookBankEntries({ items }).catch((error: unknown) => error)
    const waiting = `select pid from pg_stat_activity where ${pid} = any(pg_blocking_pids(pid))`
    await expect.poll(async () => (await runQuery(url, waiting)).length, { timeout: 20_000 }).toBe(1)
    await runQuery(url, `select pg_terminate_backend(pid) from (${waiting}) w`)
    expect(await booking).toBeInstanceOf(Error)
  })
  expect((await Promise.all(ids.map(amountsOf))).flat()).toEqual([])
  expect(await nora.api.payment.bookBankEntries({ items })).toMatchObject({ known: 0 })
  expect((await Promise.all(ids.map(amountsOf))).flat()).toHaveLength(40)
})
