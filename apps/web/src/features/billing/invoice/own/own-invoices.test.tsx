import { shiftDay, todayIn } from '@attune/contract/common/time/time'
import type { OwnInvoice, OwnInvoiceItem } from '@attune/contract/features/billing/invoice/invoice.own.schemas'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { sampleDocument } from '../invoice.testing.ts'
import { OwnInvoiceById } from './OwnInvoicePage.tsx'
import { OwnStatements } from './OwnStatements.tsx'
import { OwnInvoicesPage } from './OwnInvoicesPage.tsx'

afterEach(() => vi.unstubAllGlobals())

async function show(what: React.ReactNode, answers: Parameters<typeof mockServer>[0]) {
  const nothing = () => ({ items: [] })
  const noPayer = {
    'estimate/mine': () => ({ items: [], next: null }),
    'payer/mine': nothing,
    'payment/ownStatements': nothing,
    'superbill/mine': nothing,
  }
  mockServer({ ...signedInAnswers('client'), ...noPayer, ...answers })
  await renderPage(what)
}

function sampleItem(part: Partial<OwnInvoiceItem> = {}): OwnInvoiceItem {
  return {
    id: sampleId,
    number: '2026-0147',
    kind: 'invoice',
    therapistId: otherSampleId,
    businessName: 'Lindqvist Psychotherapy',
    person: null,
    issuedOn: '2026-11-12',
    dueOn: '2026-11-26',
    status: 'issued',
    overdueDays: 0,
    grossMinor: '9500',
    openMinor: '9500',
    currency: 'EUR',
    documents: [
      { kind: 'pdf', ready: true },
      { kind: 'xml', ready: true },
    ],
    ...part,
  }
}

const sampleOwn = (part: Partial<OwnInvoice> = {}): OwnInvoice => ({
  ...sampleItem(),
  sheet: sampleDocument(),
  paidMinor: '0',
  creditedMinor: '0',
  payments: [],
  withdrawnReceipts: [],
  credits: [],
  corrects: null,
  ...part,
})

const page = <OwnInvoiceById id={sampleId} />

test('the list shows invoices and credit notes with the open amount', async () => {
  const credit = sampleItem({ id: otherSampleId, number: '2026-0148', kind: 'credit-note', openMinor: '0' })
  const items = [credit, sampleItem({ status: 'partly-paid', openMinor: '4500' })]
  await show(<OwnInvoicesPage />, { 'invoice/mine': () => ({ items, next: null }) })
  const [, first, second] = await screen.findAllByRole('row')
  expect(within(first as HTMLElement).getByText('-€95.00')).toBeTruthy()
  expect(within(second as HTMLElement).getByText(uiText('ownInvoice:openOf', { amount: '€45.00' }))).toBeTruthy()
  expect(screen.getByRole('link', { name: '2026-0147' }).getAttribute('href')).toBe(
    `/dashboard/client/payments/${sampleId}`,
  )
})

const inTenDays = () => shiftDay(todayIn('Europe/Berlin', new Date()), 10)

test("the list says 'Pay by' instead of 'Issued' for an invoice that the client pays", async () => {
  await show(<OwnInvoicesPage />, {
    'invoice/mine': () => ({ items: [sampleItem({ dueOn: inTenDays() })], next: null }),
  })
  const [, row] = await screen.findAllByRole('row')
  const cells = within(row as HTMLElement)
  expect(cells.getAllByText(/^Pay by \w{3} \d/).length).toBeGreaterThan(0)
  expect(cells.queryByText(uiText('invoice:status.issued'))).toBeNull()
})

test("the list keeps 'Issued' for an invoice that an insurer pays", async () => {
  await show(<OwnInvoicesPage />, {
    'invoice/mine': () => ({ items: [sampleItem({ person: 'Ana Moreau' })], next: null }),
  })
  const [, row] = await screen.findAllByRole('row')
  const cells = within(row as HTMLElement)
  expect(cells.getAllByText(uiText('invoice:status.issued')).length).toBeGreaterThan(0)
  expect(cells.queryByText(/^Pay by/)).toBeNull()
})

test('the page of an open invoice says by when to pay, once @slow', async () => {
  await show(page, { 'invoice/mineOne': () => sampleOwn({ dueOn: inTenDays() }) })
  expect(await screen.findByText(/^Pay by \w{3} \d/)).toBeTruthy()
  expect(screen.queryByText(/^Due \w/)).toBeNull()
})

test('an open invoice without a bank account tells the client to ask how to pay @slow', async () => {
  const sheet = sampleDocument()
  const bank = { ...sheet.bank, iban: '', accountNumber: '' }
  await show(page, {
    'invoice/mineOne': () => sampleOwn({ sheet: { ...sheet, bank } }),
    'onlinePayment/offer': () => ({ state: 'off' }),
  })
  expect(await screen.findByText(uiText('ownInvoice:askHow'))).toBeTruthy()
})

test('an invoice with an online payment on its way shows no account to pay to once more @slow', async () => {
  await show(page, { 'invoice/mineOne': () => sampleOwn(), 'onlinePayment/offer': () => ({ state: 'processing' }) })
  expect(await screen.findByText(uiText('onlinePayment:pay.processing'))).toBeTruthy()
  expect(screen.queryByText(uiText('ownInvoice:copyIban'))).toBeNull()
  expect(screen.queryByRole('img', { name: uiText('ownInvoice:qr') })).toBeNull()
})

test('a line whose text names the duration shows it once', async () => {
  const sheet = sampleDocument()
  const lines = sheet.lines.map((line) => ({ ...line, text: 'Psychotherapy, 50 min' }))
  await show(page, { 'invoice/mineOne': () => sampleOwn({ sheet: { ...sheet, lines } }) })
  const article = await screen.findByRole('article')
  expect(article.textContent?.match(/50 min/g)).toHaveLength(1)
})

test('the list says what will be there while it is empty', async () => {
  await show(<OwnInvoicesPage />, { 'invoice/mine': () => ({ items: [], next: null }) })
  expect(await screen.findByText(uiText('ownInvoice:emptyTitle'))).toBeTruthy()
})

test('an open invoice shows the amount, the account, a QR code and its documents', async () => {
  await show(page, { 'invoice/mineOne': () => sampleOwn({ openMinor: '4500', paidMinor: '5000' }) })
  expect(await screen.findByText('€45.00')).toBeTruthy()
  expect(screen.getByRole('img', { name: uiText('ownInvoice:qr') })).toBeTruthy()
  const pdf = screen.getByRole('link', { name: uiText('invoice:documents.pdf') })
  const xml = screen.getByRole('link', { name: uiText('invoice:documents.xml') })
  expect([pdf, xml].map((link) => link.getAttribute('href'))).toEqual([
    `/api/invoice/${sampleId}/pdf`,
    `/api/invoice/${sampleId}/xml`,
  ])
})

test('the client finds the payment reminders among the downloads', async () => {
  const documents = [
    { kind: 'pdf', ready: true },
    { kind: 'reminder-1', ready: true },
  ] as const
  await show(page, { 'invoice/mineOne': () => sampleOwn({ documents: [...documents] }) })
  const link = await screen.findByRole('link', { name: uiText('invoice:documents.reminder-1') })
  expect(link.getAttribute('href')).toBe(`/api/invoice/${sampleId}/reminder-1`)
})

test('there is no QR code for another currency than the euro', async () => {
  await show(page, { 'invoice/mineOne': () => sampleOwn({ currency: 'CHF' }) })
  expect(await screen.findByText(uiText('ownInvoice:copyIban'))).toBeTruthy()
  expect(screen.queryByRole('img', { name: uiText('ownInvoice:qr') })).toBeNull()
})

test('a paid invoice shows its payments, and an overpaid one what was paid too much', async () => {
  const payment = { amountMinor: '10000', currency: 'EUR', paidOn: '2026-11-20', method: 'cash' } as const
  const paid = { status: 'overpaid', openMinor: '-500', paidMinor: '10000', payments: [payment] } as const
  await show(page, { 'invoice/mineOne': () => sampleOwn({ ...paid, payments: [payment] }) })
  expect(await screen.findByText(uiText('ownInvoice:overpaid', { amount: '€5.00' }))).toBeTruthy()
  expect(screen.getByText(uiText('ownInvoice:methods.cash'))).toBeTruthy()
  expect(screen.queryByText(uiText('ownInvoice:copyIban'))).toBeNull()
})

test("an unknown id shows 'Invoice not found' to a client [8.04]", async () => {
  await show(page, { 'invoice/mineOne': () => refusalResponse(404, 'NOT_FOUND') })
  expect(await screen.findByRole('heading', { name: 'Invoice not found' })).toBeTruthy()
})

test('a client reads why a receipt is no longer valid', async () => {
  const payment = { amountMinor: '10000', currency: 'EUR', paidOn: '2026-11-20', method: 'cash' } as const
  const withdrawnReceipts = [{ madeAt: '2026-11-20T10:00:00.000Z', withdrawnAt: '2026-11-21T10:00:00.000Z' }]
  await show(page, { 'invoice/mineOne': () => sampleOwn({ payments: [payment], withdrawnReceipts }) })
  const days = { made: '20 November 2026', day: '21 November 2026' }
  expect(await screen.findByText(uiText('paymentReceipt:withdrawn', days))).toBeTruthy()
})

const statement = (year: number, part = {}) => ({
  clientId: sampleId,
  year,
  businessName: 'Praxis Lindqvist',
  name: 'Ana Moreau',
  ...part,
})

test('a client downloads the statement of each year, by name where there are several records', async () => {
  const items = [statement(2026), statement(2025, { clientId: otherSampleId, name: 'Leo Moreau' })]
  await show(<OwnStatements />, { 'payment/ownStatements': () => ({ items }) })
  const [first, second] = await screen.findAllByRole('link')
  expect(first?.getAttribute('href')).toBe(`/api/statement/${sampleId}/2026`)
  expect(second?.getAttribute('href')).toBe(`/api/statement/${otherSampleId}/2025`)
  expect(screen.getByText('Praxis Lindqvist · Leo Moreau')).toBeTruthy()
})

test('a client without invoices sees no statements, and a failure offers to try again', async () => {
  let fails = true
  await show(<OwnStatements />, {
    'payment/ownStatements': () => (fails ? refusalResponse(404, 'NOT_FOUND') : { items: [] }),
  })
  expect(await screen.findByText(uiText('ownInvoice:statements.failed'))).toBeTruthy()
  fails = false
  fireEvent.click(screen.getByRole('button', { name: uiText('ownInvoice:again') }))
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
})

test('an open invoice is paid online from the list with one click, but no invoice of another payer, and none where it is off @slow', async () => {
  const assign = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', { ...location, assign })
  const items = [
    sampleItem(),
    sampleItem({ id: otherSampleId, number: '2026-0148', person: 'Leo' }),
    sampleItem({ id: otherSampleId.replace(/.$/, '7'), number: '2026-0149' }),
    sampleItem({ id: otherSampleId.replace(/.$/, '8'), number: '2026-0150', status: 'paid', openMinor: '0' }),
  ]
  await show(<OwnInvoicesPage />, {
    'invoice/mine': () => ({ items, next: null }),
    'onlinePayment/offer': ({ invoiceId }: { invoiceId: string }) => ({
      state: invoiceId === sampleId ? 'ready' : 'off',
    }),
    'onlinePayment/start': ({ invoiceId }: { invoiceId: string }) => ({ url: `https://pay.test/${invoiceId}` }),
  })
  const pay = uiText('onlinePayment:pay.action')
  fireEvent.click(
    await screen.findByRole('button', { name: uiText('common:labelled', { label: pay, text: '2026-0147' }) }),
  )
  await waitFor(() => expect(assign).toHaveBeenCalledWith(`https://pay.test/${sampleId}`))
  expect(screen.getAllByRole('button', { name: new RegExp(pay) })).toHaveLength(1)
})
