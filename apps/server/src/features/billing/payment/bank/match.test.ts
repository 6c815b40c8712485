import { describe, expect, test, vi } from 'vitest'
import type { ReadEntry } from './entry.ts'
import { numbersIn, proposals } from './match.ts'
import { isNameOf, nameFinder } from './names.ts'

test('the number of an invoice is found as people and banks write it', () => {
  for (const text of [
    '2026-0001',
    'Rechnung 2026-0001 vom 2.11.',
    'RG2026-1',
    '20260001',
    '2026 0001',
    '2026- 0001',
    'Nr.2026/0001.',
    '2026-0001-1',
    'Rechnung vom 2.11. 2026-0001',
  ])
    expect(numbersIn(text), text).toEqual(['2026-0001'])
  expect(numbersIn('2026-0001, 2026-0002 und 2026-0001')).toEqual(['2026-0001', '2026-0002'])
  expect(numbersIn('2026-12345')).toEqual(['2026-12345'])
})

test('dates and longer numbers are not numbers of invoices', () => {
  for (const text of ['2026-11-03', '03.11.2026 95', '3/11/2026 95 EUR', 'DE12202600010000', 'Sitzung', '1926-0001'])
    expect(numbersIn(text), text).toEqual([])
})

test('a name is found among the words of a payer in any order, with umlauts in either form', () => {
  expect(isNameOf('Jörg Müller', 'MUELLER JOERG')).toBe(true)
  expect(isNameOf('Ana Moreau', 'Moreau, Ana u. Paul')).toBe(true)
  expect(isNameOf('Ana Moreau', 'Paul Moreau')).toBe(false)
  expect(isNameOf('Ana Moreau', '')).toBe(false)
  expect(isNameOf('', 'Ana Moreau')).toBe(false)
})

describe('proposals', () => {
  const entry = (key: string, amountMinor: string, changes: Partial<ReadEntry> = {}): ReadEntry => ({
    key,
    day: '2026-11-02',
    amountMinor,
    currency: 'EUR',
    payer: '',
    text: '',
    isReversal: false,
    reversedMinor: '0',
    reverses: null,
    earlierKeys: [],
    pair: null,
    ...changes,
  })
  /** Returns the proposals of one invoice, by key. */
  const propose = async (...of: Parameters<typeof proposals>) =>
    new Map(
      [...(await proposals(...of))].flatMap(([key, { proposal }]) => (proposal ? [[key, proposal] as const] : [])),
    )
  const invoice = (id: string, openMinor: string, changes: object = {}) => ({
    id,
    number: `2026-000${id}`,
    payerName: 'Ana Moreau',
    clientName: 'Ana Moreau',
    currency: 'EUR',
    openMinor,
    ...changes,
  })

  test('number and amount make a reliable proposal, whoever pays', async () => {
    const found = await propose([entry('a', '9500', { text: '2026-0001', payer: 'Ben' })], [invoice('1', '9500')])
    expect(found.get('a')).toEqual({
      invoiceId: '1',
      isReliable: true,
      fits: { number: true, amount: true, payer: false },
    })
  })

  test('a number with another amount, two numbers, and amount and payer alone are proposed for review', async () => {
    const invoices = [invoice('1', '9500'), invoice('2', '8000')]
    const proposalOf = async (one: ReadEntry) => (await propose([one], invoices)).get(one.key)
    expect(await proposalOf(entry('a', '4000', { text: '2026-0001' }))).toMatchObject({
      invoiceId: '1',
      isReliable: false,
    })
    expect(await proposalOf(entry('a', '9500', { text: '2026-0001 2026-0002' }))).toMatchObject({ isReliable: false })
    expect(await proposalOf(entry('a', '8000', { payer: 'MOREAU ANA' }))).toMatchObject({
      invoiceId: '2',
      isReliable: false,
      fits: { number: false, amount: true, payer: true },
    })
    expect(await proposalOf(entry('a', '8000', { payer: 'Ben' }))).toBeUndefined()
    expect(await proposalOf(entry('a', '8001', { payer: 'Ana Moreau' }))).toBeUndefined()
  })

  test('a second payment counts what the first leaves open, in the order of the days', async () => {
    const found = await propose(
      [entry('b', '5500', { text: '2026-0001', day: '2026-11-09' }), entry('a', '4000', { text: '2026-0001' })],
      [invoice('1', '9500')],
    )
    expect([found.get('a')?.isReliable, found.get('b')?.isReliable]).toEqual([false, true])
    const twice = [entry('a', '9500', { text: '2026-0001' }), entry('b', '9500', { text: '2026-0001' })]
    const again = await propose(twice, [invoice('1', '9500')])
    expect([again.get('a')?.isReliable, again.get('b')?.isReliable]).toEqual([true, false])
  })

  test('two payments of the same amount and payer are proposed for two invoices, the oldest first', async () => {
    const entries = [entry('a', '9500', { payer: 'Ana Moreau' }), entry('b', '9500', { payer: 'Ana Moreau' })]
    const found = await propose(entries, [invoice('1', '9500'), invoice('2', '9500')])
    expect([found.get('a')?.invoiceId, found.get('b')?.invoiceId]).toEqual(['1', '2'])
  })

  test('a payment with the number of an invoice comes before an earlier one of the same payer without it', async () => {
    const entries = [
      entry('a', '9500', { payer: 'Ana Moreau' }),
      entry('b', '9500', { payer: 'Ana Moreau', text: '2026-0001', day: '2026-11-09' }),
    ]
    const found = await propose(entries, [invoice('1', '9500'), invoice('2', '9500')])
    expect(found.get('a')).toMatchObject({ invoiceId: '2', isReliable: false })
    expect(found.get('b')).toMatchObject({ invoiceId: '1', isReliable: true })
  })

  test('an invoice in another currency is never proposed, and a paid one is never reliable', async () => {
    const francs = await propose([entry('a', '9500', { text: '2026-0001', currency: 'CHF' })], [invoice('1', '9500')])
    expect(francs.size).toBe(0)
    const paid = await propose([entry('a', '9500', { text: '2026-0001' })], [invoice('1', '0')])
    expect(paid.get('a')).toMatchObject({ invoiceId: '1', isReliable: false })
  })
  /** Entries of 20,000 payers and 1,000 open invoices of one amount. All names share a word. */
  const manyEntries = Array.from({ length: 20_000 }, (_, at) => entry(`k${at}`, '9500', { payer: `Ana Nobody${at}` }))
  const manyInvoices = Array.from({ length: 1000 }, (_, at) => {
    const name = `Ana Moreau${at}`
    return invoice(`${at}`, '9500', { payerName: name, clientName: name })
  })

  test('20,000 entries are not compared with every invoice of their amount', async () => {
    let reads = 0
    const counted = manyInvoices.map(({ payerName, ...one }) => ({
      ...one,
      get payerName() {
        reads += 1
        if (reads > 50_000) throw new Error('an invoice is read too often')
        return payerName
      },
    }))
    const paid = entry('paid', '9500', { payer: 'MOREAU7 ANA' })
    const found = await propose([...manyEntries, paid], counted)
    expect([...found]).toMatchObject([['paid', { invoiceId: '7', fits: { payer: true } }]])
    expect(reads).toBeLessThan(3000)
  })

  test('names are compared once for a payer, and at most 50 of them', () => {
    const names = Array.from({ length: 1000 }, (_, at) => `Ana Moreau${at}`)
    const folds = vi.spyOn(String.prototype, 'normalize')
    try {
      const find = nameFinder(names)
      for (let time = 0; time < 3; time += 1)
        expect(find('moreau3 ana moreau9')).toEqual(['Ana Moreau3', 'Ana Moreau9'])
      expect(folds).toHaveBeenCalledTimes(1001)
    } finally {
      folds.mockRestore()
    }
    expect(nameFinder(names)(names.join(' '))).toHaveLength(50)
  })

  test('other requests have their turn while entries are matched', async () => {
    let turns = 0
    const matching = { ends: false }
    const count = () => {
      turns += 1
      if (!matching.ends) setImmediate(count)
    }
    setImmediate(count)
    await propose(manyEntries, manyInvoices)
    matching.ends = true
    expect(turns).toBeGreaterThan(50)
  })

  test('the proposals are those of comparing every entry with every invoice', async () => {
    const pick = <T>(random: number, from: readonly T[]) => from[random % from.length] as T
    let seed = 7
    const next = () => (seed = (seed * 48_271) % 2_147_483_647)
    const names = ['Ana Moreau', 'Ben Okoye', 'Ana Okoye', 'Jörg Müller', 'Ana', '', 'Okoye Ben']
    const payers = ['MOREAU ANA', 'Ana und Ben Okoye', 'Joerg Mueller', 'Somebody', '']
    const amounts = ['9500', '8000', '100']
    for (let round = 0; round < 200; round += 1) {
      const invoices = Array.from({ length: 8 }, (_, at) =>
        invoice(`${at}`, pick(next(), amounts), {
          payerName: pick(next(), names),
          clientName: pick(next(), names),
          currency: pick(next(), ['EUR', 'EUR', 'CHF']),
        }),
      )
      const entries = Array.from({ length: 12 }, (_, at) =>
        entry(`k${at}`, pick(next(), amounts), { payer: pick(next(), payers) }),
      )
      const left = [...invoices]
      const expected = entries.flatMap(({ key, amountMinor, payer }) => {
        const at = left.findIndex(
          (one) =>
            one.currency === 'EUR' &&
            one.openMinor === amountMinor &&
            (isNameOf(one.payerName, payer) || isNameOf(one.clientName, payer)),
        )
        return at < 0 ? [] : [[key, left.splice(at, 1)[0]?.id]]
      })
      const found = await propose(entries, invoices)
      expect([...found].map(([key, { invoiceId }]) => [key, invoiceId])).toEqual(expected)
    }
  })
})
