import { createHash } from 'node:crypto'
import pg from 'pg'
import { expect, test } from 'vitest'
import { connectionOptions } from '../../../../platform/database/pools.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { bankFileSteps } from './bank-file.steps.testing.ts'
import { camtFile } from './bank-file.testing.ts'

const app = await startSharedApp({ worker: false })
const [nora, ben, client] = await Promise.all([
  app.person('therapist', 1),
  app.person('therapist', 2),
  app.person('client'),
])
const clientId = await connectClient(app, nora, client)

const { issue, numberOf, paymentsOf, anyHeaders, upload, answerOf, review, bookings } = bankFileSteps(app, {
  nora,
  clientId,
})

test('a bank file is booked once, even if it is read again @slow', async () => {
  const [first, second] = [await issue(), await issue()]
  const entries = [
    { text: `Rechnung ${await numberOf(first)}`, reference: 'A1' },
    { text: `Rechnung ${await numberOf(second)}, Rate`, amount: '40.00', reference: 'A2' },
    { text: 'secret words', amount: '12.00', payer: 'Somebody Else' },
    { text: 'back', amount: '40.00', reversal: true },
    { status: 'PDNG' },
    { day: '2031-01-01' },
  ]
  const found = await review(...entries)
  expect(found).toMatchObject({
    fingerprint: null,
    left: { pending: 2, outgoing: 0, unreadable: 0 },
    entries: [
      { state: 'new', proposal: { invoiceId: first, isReliable: true } },
      { state: 'new', proposal: { invoiceId: second, isReliable: false } },
      { state: 'new', proposal: null },
      { state: 'reversed', proposal: null },
    ],
  })
  expect(found.invoices.filter(({ id }) => id === first)).toMatchObject([{ currency: 'EUR', openMinor: '9500' }])
  expect([await paymentsOf(first), await paymentsOf(second)]).toEqual([[], []])

  const items = bookings(found)
  expect(await nora.api.payment.bookBankEntries({ items })).toEqual({
    booked: expect.arrayContaining([
      { key: items[0]?.key, invoiceId: first, status: 'paid' },
      { key: items[1]?.key, invoiceId: second, status: expect.stringMatching(/partly-paid|overdue/) },
    ]),
    known: 0,
  })
  expect(await paymentsOf(first)).toEqual([
    { amount: '9500', day: '2026-11-02', method: 'bank-transfer', reference: '', provider: `bank:${items[0]?.key}` },
  ])

  expect(await nora.api.payment.bookBankEntries({ items })).toEqual({ booked: [], known: 2 })
  const again = await review(...entries)
  expect(again.entries.map(({ state, importedAs }) => [state, importedAs?.invoiceId])).toEqual([
    ['imported', first],
    ['imported', second],
    ['new', undefined],
    ['reversed', undefined],
  ])
  expect((await paymentsOf(first)).length).toBe(1)
})

test('two tabs that book the same entries book them once @slow', async () => {
  const id = await issue()
  const items = bookings(await review({ text: await numberOf(id), reference: 'B1' }))
  const answers = await Promise.all(Array.from({ length: 4 }, () => nora.api.payment.bookBankEntries({ items })))
  expect(await paymentsOf(id)).toHaveLength(1)
  expect(answers.some(({ booked }) => booked.length === 1)).toBe(true)
  // The entry stays booked on its first invoice.
  const another = await issue()
  const moved = items.map((item) => ({ ...item, invoiceId: another }))
  expect(await nora.api.payment.bookBankEntries({ items: moved })).toEqual({ booked: [], known: 1 })
  expect(await paymentsOf(another)).toEqual([])
})

test('full payment makes a receipt, and more than what is open shows as overpaid @slow', async () => {
  const id = await issue()
  const number = await numberOf(id)
  const [item] = bookings(await review({ text: number, reference: 'C1', amount: '100.00' }))
  if (!item) throw new Error('no proposal')
  expect(await nora.api.payment.bookBankEntries({ items: [item] })).toMatchObject({
    booked: [{ status: 'overpaid' }],
  })
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run(`select from jobs.job where name = 'payment-receipt' and data->>'invoiceId' = $1`, [id]),
  )
  expect(rows).toHaveLength(1)
  // A paid invoice is proposed, but not as a reliable match.
  const named = await review({ text: number, reference: 'C2' })
  expect(named.entries).toMatchObject([{ proposal: { invoiceId: id, isReliable: false } }])
  expect(named.invoices.find((one) => one.id === id)?.openMinor).toBe('-500')
})

test('of refused entries nothing is booked: another therapist’s invoice, another currency, a credit note, a day in the future', async () => {
  const [good, francs] = [await issue(), await issue({ currency: 'CHF' })]
  const credit = await issue({ corrects: good })
  const key = (name: string) => createHash('sha256').update(name).digest('hex')
  const item = { key: key('good'), invoiceId: good, amountMinor: '9500', currency: 'EUR', paidOn: '2026-11-02' }
  const refused = (changes: Partial<typeof item>, code: string, as = nora) =>
    expect(
      as.api.payment.bookBankEntries({ items: [item, { ...item, key: key('bad'), ...changes }] }),
    ).rejects.toMatchObject({ code })
  await refused({ invoiceId: francs }, 'OTHER_CURRENCY')
  await refused({ invoiceId: credit }, 'NOT_PAYABLE')
  await refused({ paidOn: '2031-01-01' }, 'FUTURE_DAY')
  await refused({}, 'NOT_FOUND', ben)
  for (const changes of [{ amountMinor: '-9500' }, { amountMinor: '0' }, { key: 'bank' }])
    await expect(nora.api.payment.bookBankEntries({ items: [{ ...item, ...changes }] })).rejects.toMatchObject({
      status: 400,
    })
  expect(await paymentsOf(good)).toEqual([])
})

test('another therapist sees neither the invoices nor what was imported @slow', async () => {
  const id = await issue()
  const entry = { text: await numberOf(id), reference: 'D1' }
  await nora.api.payment.bookBankEntries({ items: bookings(await review(entry)) })
  const answer = await answerOf(camtFile([entry]), { as: ben })
  expect(answer).toMatchObject({ entries: [{ state: 'new', importedAs: null, proposal: null }], invoices: [] })
})

test('the columns of a CSV file are asked for once, saved for its headings, and can be changed @slow', async () => {
  const id = await issue()
  const csv = (typed: string) =>
    `Buchungstag;Name;Verwendungszweck;Betrag\n${typed};Ana Moreau;Rechnung ${number};"95,00"\n`
  const number = await numberOf(id)
  const asked = await answerOf(csv('02.11.2026'))
  if (asked.step !== 'columns') throw new Error('not asked')
  const { fingerprint, suggested } = asked.table
  expect(suggested).toMatchObject({ columns: ['day', 'payer', 'text', 'amount'], currency: 'EUR' })
  await nora.api.payment.saveBankMapping({
    fingerprint,
    mapping: { ...suggested, columns: ['day', null, 'text', 'amount'] },
  })
  const read = await answerOf(csv('03.11.2026'))
  expect(read).toMatchObject({
    step: 'review',
    fingerprint,
    entries: [{ day: '2026-11-03', payer: '', amountMinor: '9500', proposal: { invoiceId: id, isReliable: true } }],
  })
  expect(await answerOf(csv('02.11.2026'), { path: '/columns' })).toMatchObject({
    step: 'columns',
    table: { suggested: { columns: ['day', null, 'text', 'amount'] } },
  })
  await nora.api.payment.saveBankMapping({ fingerprint, mapping: suggested })
  expect(await answerOf(csv('03.11.2026'))).toMatchObject({ entries: [{ payer: 'Ana Moreau' }] })
  // The mapping belongs to one therapist.
  expect(await answerOf(csv('03.11.2026'), { as: ben })).toMatchObject({ step: 'columns' })
  const unfinished = { ...suggested, columns: ['payer' as const, 'amount' as const] }
  await expect(nora.api.payment.saveBankMapping({ fingerprint, mapping: unfinished })).rejects.toMatchObject({
    status: 400,
  })
})

test('a file that cannot be read is refused with the reason, and so is anyone but a therapist @slow', async () => {
  const codeOf = async (...args: Parameters<typeof upload>) => {
    const answer = await upload(...args)
    return [answer.status, ((await answer.json()) as { code: string }).code]
  }
  const good = camtFile([{}])
  expect(await codeOf(good.replace('<Document', '<!DOCTYPE a><Document'))).toEqual([422, 'DOCTYPE'])
  expect(await codeOf(good.replace('camt.053', 'camt.054'))).toEqual([422, 'OTHER_FORMAT'])
  expect(await codeOf(good.slice(0, 300))).toEqual([422, 'DAMAGED'])
  expect(await codeOf('')).toEqual([422, 'EMPTY'])
  expect(await codeOf(new Uint8Array(10 * 1024 * 1024 + 1))).toEqual([413, 'TOO_LARGE'])
  expect(await codeOf(good, { as: client })).toEqual([403, 'FORBIDDEN'])
  const anyone = await fetch(`${app.address}/api/storage/bank-file`, {
    method: 'POST',
    headers: anyHeaders(),
    body: good,
  })
  expect(anyone.status).toBe(401)
})

test('text of a bank file that was not booked is stored nowhere, and text that was booked neither @slow', async () => {
  const id = await issue()
  const entries = [
    { text: `${await numberOf(id)} Quaxolot`, payer: 'Zimbelstern', reference: 'E1' },
    { text: 'Quaxolot', payer: 'Zimbelstern', amount: '1.00' },
  ]
  await nora.api.payment.bookBankEntries({ items: bookings(await review(...entries)) })
  const tables = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables where schemaname = 'app'`,
      [],
    ),
  )
  expect(tables.rows.length).toBeGreaterThan(50)
  const pool = new pg.Pool({ ...connectionOptions(app.databaseUrl, 'attune_app_backup', app.secrets), max: 1 })
  try {
    for (const { name } of tables.rows) {
      const { rows } = await pool.query(`select from ${name} t where t::text ~* 'Quaxolot|Zimbelstern' limit 1`)
      expect(rows, name).toEqual([])
    }
  } finally {
    await pool.end()
  }
})
