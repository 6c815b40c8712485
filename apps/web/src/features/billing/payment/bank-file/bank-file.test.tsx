import type { BankFileAnswer, BankReview } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { invoicesFor, bookingSums } from './bank-selection.ts'
import { sampleEntry, samplePayable, sampleReview } from './bank-file.testing.ts'
import { BankFilePage } from './BankFilePage.tsx'

afterEach(() => vi.unstubAllGlobals())

type Uploaded = { path: string; size: number }

/** Opens the page. `answers` respond to the uploads in turn; the last one responds to all further uploads. */
async function open(answers: (BankFileAnswer | Response)[], booked: () => unknown = () => ({ booked: [], known: 0 })) {
  const { inputsOf: sent, fetched } = mockServer({
    ...signedInAnswers('therapist'),
    'payment/bookBankEntries': booked,
    'payment/saveBankMapping': () => ({ done: true }),
  })
  const uploads: Uploaded[] = []
  vi.stubGlobal('fetch', (url: string, init: RequestInit) => {
    if (!url.includes('/storage/')) return fetched(url, init)
    const answer = answers[Math.min(uploads.length, answers.length - 1)]
    uploads.push({ path: url.replace('/api/', ''), size: (init.body as Blob).size })
    return Promise.resolve(
      answer instanceof Response
        ? answer.clone()
        : new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } }),
    )
  })
  const { container } = await renderPage(<BankFilePage />)
  return { container, sent, uploads }
}
function choose(container: HTMLElement, content: BlobPart = '<Document/>', name = 'statement.xml') {
  const input = container.querySelector('input[type=file]')
  if (!input) throw new Error('no field for a file')
  fireEvent.change(input, { target: { files: [new File([content], name)] } })
}
async function openReview(review: Partial<BankReview>, booked?: () => unknown) {
  const page = await open([sampleReview(review)], booked)
  choose(page.container)
  await screen.findByText('statement.xml')
  return page
}

const exact = { number: true, amount: true, payer: true }
const reliable = (number: number) => ({ invoiceId: samplePayable(number).id, isReliable: true, fits: exact })
const likely = (number: number) => ({
  invoiceId: samplePayable(number).id,
  isReliable: false,
  fits: { ...exact, amount: false },
})
const rowOf = (text: string) => within(screen.getByText(new RegExp(text)).closest('li') as HTMLElement)
const box = (text: string) => rowOf(text).getByRole<HTMLInputElement>('checkbox')
const submit = (count: number) =>
  screen.getByRole('button', {
    name: uiText(count === 1 ? 'bankFile:review.submit_one' : 'bankFile:review.submit_other', { count: String(count) }),
  })

test('a file that is refused shows the reason, and another one can be chosen @slow', async () => {
  const { container, uploads } = await open([
    refusalResponse(422, 'DOCTYPE'),
    refusalResponse(422, 'OTHER_FORMAT'),
    refusalResponse(422, 'EMPTY'),
    refusalResponse(503, 'UNAVAILABLE'),
    sampleReview(),
  ])
  for (const problem of ['DOCTYPE', 'OTHER_FORMAT', 'EMPTY'] as const) {
    choose(container)
    expect(await screen.findByText(uiText(`bankFile:problem.${problem}`))).toBeTruthy()
  }
  choose(container)
  expect(await screen.findByText(uiText('common:errors.UNAVAILABLE'))).toBeTruthy()
  choose(container, new Uint8Array(10 * 1024 * 1024 + 1))
  expect(await screen.findByText(uiText('bankFile:problem.TOO_LARGE'))).toBeTruthy()
  expect(uploads).toHaveLength(4)
  choose(container)
  expect(await screen.findByText('statement.xml')).toBeTruthy()
})

test('a file without new payments says so, and what was left out', async () => {
  await openReview({
    left: { pending: 2, outgoing: 1, unreadable: 0 },
    entries: [
      sampleEntry(1, { state: 'imported', importedAs: { invoiceId: samplePayable(1).id, number: '2026-0001' } }),
      sampleEntry(2, { state: 'reversed', amountMinor: '-9500' }),
    ],
  })
  expect(screen.getByText(uiText('bankFile:review.none'))).toBeTruthy()
  expect(screen.getByText(uiText('bankFile:review.pending_other', { count: '2' }))).toBeTruthy()
  expect(screen.getByText(uiText('bankFile:review.outgoing_one', { count: '1' }))).toBeTruthy()
  expect(screen.queryByText(/unreadable/)).toBeNull()
  expect(screen.getByRole('link', { name: '2026-0001' }).getAttribute('href')).toContain(samplePayable(1).id)
  expect(screen.queryByRole('checkbox')).toBeNull()
  expect(screen.queryByRole('button', { name: /^Record/ })).toBeNull()
})

test('only reliable proposals are selected, and only the button records them @slow', async () => {
  const booked = [{ key: sampleEntry(1).key, invoiceId: samplePayable(1).id, status: 'paid' }]
  const { sent } = await openReview(
    {
      entries: [
        sampleEntry(1, { proposal: reliable(1) }),
        sampleEntry(2, { proposal: likely(2), amountMinor: '4000' }),
        sampleEntry(3),
      ],
      invoices: [samplePayable(1), samplePayable(2)],
    },
    () => ({ booked, known: 1 }),
  )
  expect([box('Invoice 1').checked, box('Invoice 2').checked, box('Invoice 3').checked]).toEqual([true, false, false])
  expect(box('Invoice 3').disabled).toBe(true)
  expect(rowOf('Invoice 1').getByText(uiText('bankFile:match.exact'))).toBeTruthy()
  expect(rowOf('Invoice 2').getByText(uiText('bankFile:match.number', { open: '€95.00' }))).toBeTruthy()
  expect(sent('payment/bookBankEntries')).toEqual([])

  fireEvent.click(box('Invoice 2'))
  expect(screen.getByText(uiText('bankFile:review.sum', { sums: '€135.00' }))).toBeTruthy()
  fireEvent.click(submit(2))
  expect(await screen.findByText(uiText('bankFile:done.title_one', { count: '1' }))).toBeTruthy()
  expect(screen.getByText(uiText('bankFile:done.known_one', { count: '1' }))).toBeTruthy()
  const item = { amountMinor: '9500', currency: 'EUR', paidOn: '2026-11-02' }
  expect(sent('payment/bookBankEntries')).toEqual([
    {
      items: [
        { ...item, key: sampleEntry(1).key, invoiceId: samplePayable(1).id },
        { ...item, key: sampleEntry(2).key, invoiceId: samplePayable(2).id, amountMinor: '4000' },
      ],
    },
  ])
  fireEvent.click(screen.getByRole('button', { name: uiText('bankFile:done.another') }))
  expect(await screen.findByText(uiText('bankFile:choose.hint'))).toBeTruthy()
})

test('an invoice is chosen for a payment among the open ones of its currency @slow', async () => {
  await openReview({
    entries: [sampleEntry(3, { amountMinor: '12000' })],
    invoices: [
      samplePayable(1),
      samplePayable(2, { payerName: 'Ben Okoye', clientName: 'Ben Okoye' }),
      samplePayable(4, { currency: 'CHF' }),
    ],
  })
  expect(submit(0)).toHaveProperty('disabled', true)
  fireEvent.click(rowOf('Invoice 3').getByRole('button', { name: /^Choose invoice/ }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.queryByText('2026-0004')).toBeNull()
  const search = dialog.getByRole('searchbox')
  fireEvent.change(search, { target: { value: 'nobody' } })
  expect(dialog.getByText(uiText('bankFile:pick.none', { currency: 'EUR' }))).toBeTruthy()
  fireEvent.change(search, { target: { value: 'okoye' } })
  fireEvent.click(dialog.getByRole('button', { name: /2026-0002/ }))
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  expect(box('Invoice 3').checked).toBe(true)
  expect(rowOf('Invoice 3').getByText(/2026-0002/)).toBeTruthy()
  expect(rowOf('Invoice 3').getByText(uiText('bankFile:match.more'))).toBeTruthy()

  fireEvent.click(rowOf('Invoice 3').getByRole('button', { name: new RegExp(`^${uiText('bankFile:match.change')}`) }))
  fireEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: uiText('bankFile:pick.clear') }),
  )
  await expect.poll(() => box('Invoice 3').checked).toBe(false)
})

test('an invoice that is paid already is said beside its payment', async () => {
  await openReview({
    entries: [sampleEntry(1, { proposal: likely(1) })],
    invoices: [samplePayable(1, { openMinor: '0' })],
  })
  expect(rowOf('Invoice 1').getByText(uiText('bankFile:match.paid'))).toBeTruthy()
})

test('an invoice that has changed is said, and the file is read again @slow', async () => {
  const { uploads } = await openReview(
    { entries: [sampleEntry(1, { proposal: reliable(1) })], invoices: [samplePayable(1)] },
    () => refusalResponse(409, 'NOT_PAYABLE'),
  )
  fireEvent.click(submit(1))
  expect(await screen.findByText(uiText('bankFile:review.changed'))).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: uiText('bankFile:review.again') }))
  await expect.poll(() => uploads.length).toBe(2)
  expect(await screen.findByText(uiText('bankFile:review.ready'))).toBeTruthy()
})

test('the columns of an unknown CSV file are asked for, saved, and can be changed later @slow', async () => {
  const table = {
    fingerprint: 'a'.repeat(64),
    columns: [
      { heading: 'Datum', samples: ['02.11.2026'] },
      { heading: '', samples: ['Ana Moreau'] },
      { heading: 'Betrag', samples: ['95,00'] },
    ],
    suggested: {
      columns: ['day' as const, null, null],
      decimal: 'comma' as const,
      dayOrder: 'day-first' as const,
      currency: 'EUR',
    },
  }
  const review = sampleReview({ fingerprint: table.fingerprint, entries: [sampleEntry(1)] })
  const { container, sent, uploads } = await open([{ step: 'columns', table }, review, { step: 'columns', table }])
  choose(container, 'Datum;;Betrag', 'umsatz.csv')
  const columnOf = (column: string) =>
    screen.findByRole('combobox', { name: uiText('bankFile:columns.holds', { column }) })
  expect(await screen.findByText(uiText('bankFile:columns.missing'))).toBeTruthy()
  const next = screen.getByRole('button', { name: uiText('bankFile:columns.submit') })
  expect(next).toHaveProperty('disabled', true)
  fireEvent.change(await columnOf(uiText('bankFile:columns.column', { number: '2' })), { target: { value: 'payer' } })
  fireEvent.change(await columnOf('Betrag'), { target: { value: 'amount' } })
  fireEvent.change(screen.getByLabelText(uiText('bankFile:columns.decimal')), { target: { value: 'point' } })
  fireEvent.click(next)
  expect(await screen.findByText('Ana Moreau')).toBeTruthy()
  expect(sent('payment/saveBankMapping')).toEqual([
    {
      fingerprint: table.fingerprint,
      mapping: { columns: ['day', 'payer', 'amount'], decimal: 'point', dayOrder: 'day-first', currency: 'EUR' },
    },
  ])
  fireEvent.click(screen.getByRole('button', { name: uiText('bankFile:columns.change') }))
  expect(await columnOf('Betrag')).toBeTruthy()
  expect(uploads.map(({ path }) => path)).toEqual([
    'storage/bank-file',
    'storage/bank-file',
    'storage/bank-file/columns',
  ])
})

test('a file with many payments shows 50 of them at first @slow', async () => {
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      observe() {}
      disconnect() {}
    },
  )
  await openReview({ entries: Array.from({ length: 120 }, (_, at) => sampleEntry(at + 1)) })
  expect(screen.getAllByRole('checkbox')).toHaveLength(50)
  fireEvent.click(screen.getByRole('button', { name: uiText('bankFile:review.more') }))
  expect(screen.getAllByRole('checkbox')).toHaveLength(100)
})

test('sums are kept apart by currency, and invoices of the same amount are offered first', () => {
  const booking = (amountMinor: string, currency: string) => ({
    ...sampleEntry(1),
    invoiceId: '',
    paidOn: '',
    amountMinor,
    currency,
  })
  expect(bookingSums([booking('100', 'EUR'), booking('5', 'CHF'), booking('200', 'EUR')])).toEqual([
    { currency: 'EUR', minor: '300' },
    { currency: 'CHF', minor: '5' },
  ])
  const invoices = [
    samplePayable(1),
    samplePayable(2, { openMinor: '100' }),
    samplePayable(3),
    samplePayable(4, { openMinor: '0' }),
  ]
  const found = invoicesFor(sampleEntry(1), invoices, { search: '', limit: 3 })
  expect(found.map(({ number }) => number)).toEqual(['2026-0003', '2026-0001', '2026-0002'])
})
