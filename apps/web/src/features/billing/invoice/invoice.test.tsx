import { maxSessionsPerDraft } from '@attune/contract/features/billing/invoice/invoice.rules'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drafts } from '../../../platform/draft/drafts.ts'
import { failureResponse, mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../testing/ui-text.ts'
import { toast } from '../../../ui/toast/toast.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../schedule/session/session.testing.ts'
import { InvoiceById } from './InvoiceById.tsx'
import { InvoiceHistory } from './issued/InvoiceHistory.tsx'
import { InvoiceSheet } from './document/InvoiceSheet.tsx'
import { InvoiceStatusBadge } from './invoice-status.tsx'
import { InvoiceTable } from './list/InvoiceTable.tsx'
import { sampleInvoice, sampleInvoiceRow, sampleDocument, sampleToBill } from './invoice.testing.ts'
import { NewInvoiceDialog } from './list/NewInvoiceDialog.tsx'
import { localDay } from '../../../ui/page/date-text.ts'
import { monthBefore } from './to-bill/groups.ts'
import { ToBillPage } from './to-bill/ToBillPage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function show(what: React.ReactNode, answers: Parameters<typeof mockServer>[0] = {}) {
  const { inputsOf } = mockServer({ ...signedInAnswers('therapist'), ...answers })
  const { router, container } = await renderPage(what)
  return {
    router,
    container,
    sent: inputsOf,
  }
}

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const page = <InvoiceById id={sampleId} asksIssue={false} onAskIssue={() => {}} />

test('a new invoice needs a client first [5.08] @slow', async () => {
  const { sent } = await show(<NewInvoiceDialog onClose={() => {}} />, {
    'invoice/toBill': () => ({ items: [], more: false }),
    'client/list': () => ({ items: [], next: null }),
  })
  fireEvent.click(await button(uiText('invoice:new.submit')))
  expect(await screen.findByText('Please select a client before generating an invoice.')).toBeTruthy()
  expect(sent('invoice/create')).toEqual([])
})

/** Chooses a client in the dialog of a new invoice. `toBill` answers the query for the client's sessions. */
async function chooseClient(toBill: (input: unknown) => unknown) {
  const shown = await show(<NewInvoiceDialog onClose={() => {}} />, {
    'invoice/toBill': toBill,
    'invoice/draftSessions': () => ({ ids: [sampleId] }),
    'client/list': () => ({ items: [{ id: otherSampleId, firstName: 'Ana', lastName: 'Moreau' }], next: null }),
  })
  fireEvent.click(await screen.findByRole('combobox'))
  fireEvent.click(await screen.findByText('Ana Moreau'))
  return shown
}

test('a new invoice asks for the sessions of its client alone, and names those that it leaves out @slow', async () => {
  const items = [sampleToBill(), sampleToBill({ sessionId: otherSampleId, priceMinor: null })]
  const { sent } = await chooseClient(() => ({ items, more: true }))
  const list = uiText('toBill:title')
  expect(await screen.findByText(uiText('invoice:new.more', { list }))).toBeTruthy()
  expect(screen.getByText(uiText('invoice:new.left_one', { count: '1', list }))).toBeTruthy()
  expect(sent('invoice/toBill')).toEqual([{ clientId: otherSampleId }])
  fireEvent.click(await button(uiText('invoice:new.submit')))
  await expect.poll(() => sent('invoice/draftSessions')).toMatchObject([{ items: [{ sessionId: sampleId }] }])
})

test('a new invoice does not leave out sessions that could not be loaded @slow', async () => {
  let fails = true
  const { sent } = await chooseClient(() => (fails ? failureResponse() : { items: [sampleToBill()], more: false }))
  expect(await screen.findByText(uiText('invoice:new.failed'))).toBeTruthy()
  fireEvent.click(await button(uiText('invoice:new.submit')))
  fails = false
  fireEvent.click(await button(uiText('invoice:new.again')))
  expect(await screen.findByLabelText(uiText('invoice:new.sessions_one', { count: '1' }))).toBeTruthy()
  expect(sent('invoice/create')).toEqual([])
})

test("an unknown id shows 'Invoice not found' [8.04]", async () => {
  await show(page, { 'invoice/get': () => refusalResponse(404, 'NOT_FOUND') })
  expect(await screen.findByRole('heading', { level: 1, name: 'Invoice not found' })).toBeTruthy()
})

test('the invoice says by when it is payable, and that late fees may apply only where they are switched on [9.01]', async () => {
  await show(<InvoiceSheet sheet={sampleDocument()} label="plain" />)
  expect(screen.getByText(/Payable within 14 days of the invoice date/).textContent).not.toContain('Late fees')
  await show(<InvoiceSheet sheet={sampleDocument({ lateFees: true, dueDays: 30 })} label="fees" />)
  expect(screen.getByText(/Payable within 30 days of the invoice date\. Late fees may apply/)).toBeTruthy()
})

test('an account without a name is shown with its IBAN, an address as its country writes it, and each tax with what it is on', async () => {
  const { bank, buyer, seller } = sampleDocument()
  const sheet = sampleDocument({
    bank: { ...bank, accountName: '', bankName: '', iban: 'DE89370400440532013000' },
    buyer: { ...buyer, street: '1 Main St', postalCode: '02110', city: 'Boston', region: 'MA', country: 'US' },
    taxes: [{ category: 'S', rateBp: 1900, netMinor: '10000', taxMinor: '1900', reason: '', reasonCode: '' }],
  })
  const { container } = await show(<InvoiceSheet sheet={sheet} label="sheet" />)
  expect(screen.getByText('DE89 3704 0044 0532 0130 00')).toBeTruthy()
  expect(screen.getAllByText(seller.name)).toHaveLength(2)
  const lines = Array.from(container.querySelectorAll('address span'), ({ textContent }) => textContent)
  expect(lines.slice(1)).toEqual(['1 Main St', 'Boston, MA 02110', 'UNITED STATES'])
  expect(screen.getByText(/^VAT 19% on .*100\.00/)).toBeTruthy()
})

test('an invoice of 0 asks for no payment', async () => {
  await show(<InvoiceSheet sheet={sampleDocument({ netMinor: '0', grossMinor: '0' })} label="nothing" />)
  expect(screen.queryByText(/Payable|IBAN/)).toBeNull()
})

test('an invoice that got the day of the last one says so in its history', async () => {
  const issued = { at: '2026-11-22T09:00:00.000Z', kind: 'issued', by: 'therapist' } as const
  const day = '12 November 2026'
  for (const [data, text] of [
    [{ number: '2026-0147' }, uiText('invoice:history.issued', { number: '2026-0147' })],
    [
      { number: '2026-0147', plannedOn: '2026-11-11' },
      uiText('invoice:history.issuedOn', { number: '2026-0147', day }),
    ],
  ] as const) {
    await show(<InvoiceHistory invoice={sampleInvoice({ history: [{ ...issued, data: { ...data } }] })} />)
    expect(await screen.findByText(text)).toBeTruthy()
  }
})

test('a credit note names the invoice that it corrects and has no terms of payment', async () => {
  const corrects = { number: '2026-0146', issuedOn: '2026-11-06' }
  await show(<InvoiceSheet sheet={sampleDocument({ kind: 'credit-note', corrects })} label="note" />)
  expect(
    screen.getByText(uiText('invoiceSheet:corrects', { number: '2026-0146', day: '6 November 2026' })),
  ).toBeTruthy()
  expect(screen.queryByText(/Payable/)).toBeNull()
})

test('the status names the days overdue and the next due day', async () => {
  const tomorrow = new Date(Date.now() + 86_400_000).toLocaleDateString('sv', { timeZone: 'Europe/Berlin' })
  await show(
    <>
      <InvoiceStatusBadge of={sampleInvoiceRow({ status: 'overdue', overdueDays: 7 })} />
      <InvoiceStatusBadge of={sampleInvoiceRow({ dueOn: tomorrow })} />
    </>,
  )
  expect(screen.getByText('Overdue, 7 days').closest('[data-tone]')?.getAttribute('data-tone')).toBe('warning')
  expect(await screen.findByText('Issued, due tomorrow')).toBeTruthy()
})

test('the row of a draft offers to delete it, and the row of an invoice does not @slow', async () => {
  const draft = sampleInvoiceRow({
    id: otherSampleId,
    number: '',
    status: 'draft',
    issuedOn: null,
    dueOn: null,
    clientName: 'Mia Brandt',
  })
  const { sent } = await show(
    <InvoiceTable
      rows={[draft, sampleInvoiceRow()]}
      stale={false}
      onIssue={() => {}}
      more={null}
      loadingMore={false}
    />,
  )
  fireEvent.click(await button(uiText('invoice:list.menuOf', { name: '2026-0147' })))
  expect(screen.queryByRole('menuitem', { name: uiText('invoice:act.remove') })).toBeNull()
  fireEvent.click(await button(uiText('invoice:list.menuOf', { name: 'Mia Brandt' })))
  fireEvent.click(screen.getByRole('menuitem', { name: uiText('invoice:act.remove') }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: uiText('invoice:act.remove') }))
  await expect.poll(() => sent('invoice/removeDraft')).toEqual([{ id: otherSampleId }])
})

test('sessions to bill: a late cancellation is waived with one click, a missing price and a list that is cut are named, the rest becomes a draft @slow', async () => {
  const items = [
    sampleToBill({ sessionId: sampleId }),
    sampleToBill({ sessionId: otherSampleId, kind: 'late-cancel', serviceOn: '2026-10-29' }),
    sampleToBill({ sessionId: crypto.randomUUID(), text: 'Couple session', priceMinor: null }),
  ]
  const { sent, router } = await show(<ToBillPage />, {
    'invoice/toBill': () => ({ items, more: true }),
    'invoice/waive': () => {
      items.splice(1, 1)
      return {}
    },
    'invoice/draftSessions': () => ({ ids: [sampleId] }),
  })
  expect(await screen.findByText(uiText('toBill:more'))).toBeTruthy()
  expect(await screen.findByText(uiText('toBill:missing.text', { names: 'Couple session' }))).toBeTruthy()
  fireEvent.click(await button(uiTextPattern('common:labelled', { label: uiText('toBill:waive') })))
  await waitFor(() => expect(screen.queryByText(uiText('toBill:kind.late-cancel'))).toBeNull())
  expect(sent('invoice/waive')).toEqual([{ sessionId: otherSampleId, clientId: otherSampleId }])
  fireEvent.click(await button(uiTextPattern('common:labelled', { label: uiText('toBill:create') })))
  await expect.poll(() => router.state.location.href).toBe(`/dashboard/therapist/payments/${sampleId}?issue=true`)
  expect(sent('invoice/draftSessions')).toMatchObject([{ items: [{ sessionId: sampleId, clientId: otherSampleId }] }])
})

test('last month is drafted whole, up to the limit of one call', async () => {
  const day = `${monthBefore(localDay(new Date().toISOString(), { zone: 'Europe/Berlin', language: 'en' }))}-15`
  const ofClient = (clientId: string, count: number) =>
    Array.from({ length: count }, () => sampleToBill({ sessionId: crypto.randomUUID(), clientId, serviceOn: day }))
  const month = [...ofClient(sampleId, maxSessionsPerDraft - 1), ...ofClient(otherSampleId, 2)]
  const { sent, router } = await show(<ToBillPage />, {
    'invoice/toBill': (input) => ({
      items: JSON.stringify(input).includes('month') ? month : [sampleToBill()],
      more: false,
    }),
    'invoice/draftSessions': () => ({ ids: [month.shift()?.sessionId ?? ''] }),
  })
  const before = router.state.location.href
  const showToast = vi.spyOn(toast, 'info')
  const draft = await button(uiText('toBill:lastMonth'))
  fireEvent.click(draft)
  await expect.poll(() => showToast.mock.calls).toEqual([[uiText('toBill:lastMonthLeft_other', { count: '2' })]])
  expect(sent('invoice/draftSessions')).toMatchObject([{ items: { length: maxSessionsPerDraft - 1 } }])
  expect(router.state.location.href).toBe(before)
})

test('a draft that needs a system of the state names it, and its payer is a link away @slow', async () => {
  const missing = [{ of: 'payer' as const, field: 'system.ksef', position: null }]
  const draft = sampleInvoice({ status: 'draft', missing })
  await show(page, { 'invoice/get': () => draft, 'service/list': () => ({ items: [] }) })
  fireEvent.click(await button(uiText('invoiceDraft:issue')))
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByRole('link', { name: uiText('invoiceDraft:missing.fields.payer.system.ksef') })).toBeTruthy()
})

test('issuing an incomplete draft names each missing field and focuses the first @slow', async () => {
  const draft = sampleInvoice({
    status: 'draft',
    missing: [
      { of: 'payer', field: 'street', position: null },
      { of: 'line', field: 'text', position: 1 },
    ],
  })
  const { sent } = await show(page, { 'invoice/get': () => draft, 'service/list': () => ({ items: [] }) })
  fireEvent.click(await button(uiText('invoiceDraft:issue')))
  const alert = within(await screen.findByRole('alert'))
  expect(alert.getByRole('link', { name: uiText('invoiceDraft:missing.fields.payer.street') })).toBeTruthy()
  const name = uiText('invoiceDraft:fields.text')
  expect(alert.getByRole('button', { name: uiText('invoiceDraft:missing.inLine', { number: '1', name }) })).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText(name)))
  expect(sent('invoice/issue')).toEqual([])
})

test('an overloaded server is asked again for the number of a draft after the time that it requests, with the same command @slow', async () => {
  const draft = sampleInvoice({ status: 'draft' })
  let calls = 0
  const { sent } = await show(<InvoiceById id={sampleId} asksIssue onAskIssue={() => {}} />, {
    'invoice/get': () => (calls > 1 ? sampleInvoice() : draft),
    'service/list': () => ({ items: [] }),
    'invoice/issue': () => {
      calls += 1
      return calls > 1 ? sampleInvoice() : refusalResponse(503, 'UNAVAILABLE', { retryAfterSeconds: 4 })
    },
  })
  const dialog = within(await screen.findByRole('dialog'))
  const issue = await dialog.findByRole('button', { name: uiText('invoiceDraft:issue') })
  const timer = vi.spyOn(globalThis, 'setTimeout')
  fireEvent.click(issue)
  await expect.poll(() => timer.mock.calls.some(([, delay]) => delay === 4_000)).toBe(true)
  const [again] = timer.mock.calls.find(([, delay]) => delay === 4_000) ?? []
  ;(again as () => void)()
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const commands = sent('invoice/issue').map((input) => (input as { command: string }).command)
  expect(commands).toHaveLength(2)
  expect(new Set(commands).size).toBe(1)
})

test.each([
  [[], 'payment:credit.noneOfDraft'],
  [[{ invoiceId: otherSampleId, number: '2026-0009', amountMinor: '3000' }], 'payment:credit.ofDraft'],
] as const)(
  'a draft says how much credit its payer has, and uses it when it is issued: %# @slow',
  async (credits, of) => {
    const amount = '€30.00'
    const draft = sampleInvoice({ status: 'draft', openMinor: '0' })
    let isIssued = false
    const { sent } = await show(<InvoiceById id={sampleId} asksIssue onAskIssue={() => {}} />, {
      'invoice/get': () => (isIssued ? sampleInvoice() : draft),
      'service/list': () => ({ items: [] }),
      'payment/credit': () => ({ credits, open: [] }),
      'invoice/issue': () => {
        isIssued = true
        return sampleInvoice({ openMinor: '2000' })
      },
    })
    expect((await screen.findAllByText(uiText(of, { amount }))).length).toBeGreaterThan(0)
    const dialog = within(await screen.findByRole('dialog'))
    const spend = uiText('payment:credit.spend', { amount })
    if (credits.length > 0) fireEvent.click(await dialog.findByRole('checkbox', { name: spend }))
    else expect(await dialog.findByText(uiText(of))).toBeTruthy()
    fireEvent.click(dialog.getByRole('button', { name: uiText('invoiceDraft:issue') }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const [issued] = sent('invoice/issue') as { usesCredit?: boolean; shownCreditMinor?: string }[]
    const isOffered = credits.length > 0
    expect([issued?.usesCredit, issued?.shownCreditMinor]).toEqual(isOffered ? [true, '3000'] : [undefined, undefined])
    expect(sent('payment/moveCredit')).toEqual([])
  },
)

test('if the credit has changed, nothing is issued, and the dialog shows the current credit without using it @slow', async () => {
  let amountMinor = '3000'
  const { sent } = await show(<InvoiceById id={sampleId} asksIssue onAskIssue={() => {}} />, {
    'invoice/get': () => sampleInvoice({ status: 'draft', openMinor: '0' }),
    'service/list': () => ({ items: [] }),
    'payment/credit': () => ({ credits: [{ invoiceId: otherSampleId, number: '2026-0009', amountMinor }], open: [] }),
    'invoice/issue': () => {
      amountMinor = '1000'
      return refusalResponse(409, 'CREDIT_CHANGED', { creditMinor: amountMinor })
    },
  })
  const dialog = within(await screen.findByRole('dialog'))
  const spend = (amount: string) => ({ name: uiText('payment:credit.spend', { amount }) })
  fireEvent.click(await dialog.findByRole('checkbox', spend('€30.00')))
  fireEvent.click(dialog.getByRole('button', { name: uiText('invoiceDraft:issue') }))
  expect(await dialog.findByText(uiText('invoice:refused.CREDIT_CHANGED'))).toBeTruthy()
  const box = await dialog.findByRole<HTMLInputElement>('checkbox', spend('€10.00'))
  expect(box.checked).toBe(false)
  expect(sent('invoice/issue')).toHaveLength(1)
})

test('a draft is saved while the therapist types unless another window changed it @slow', async () => {
  const draft = sampleInvoice({ status: 'draft' })
  const theirs = { ...draft, version: 8, note: 'From the other window' }
  let saves = 0
  const { sent } = await show(page, {
    'invoice/get': () => draft,
    'service/list': () => ({ items: [] }),
    'invoice/saveDraft': ({ note }: { note: string }) =>
      ++saves === 1 ? refusalResponse(409, 'CHANGED', theirs) : { ...theirs, version: 9, note },
  })
  fireEvent.change(await screen.findByLabelText(uiText('invoiceDraft:texts.note')), { target: { value: 'Mine' } })
  fireEvent.click(await button(uiText('versionConflict:keepMine')))
  await expect
    .poll(() => sent('invoice/saveDraft'))
    .toMatchObject([
      { version: 3, note: 'Mine' },
      { version: 8, note: 'Mine' },
    ])
  expect(await screen.findByText(uiText('common:outcome.saved'))).toBeTruthy()
})

test('without a connection, a draft says where the changes are, and cannot be issued @slow', async () => {
  const draft = sampleInvoice({ status: 'draft' })
  await show(page, { 'invoice/get': () => draft, 'service/list': () => ({ items: [] }) })
  const note = await screen.findByLabelText(uiText('invoiceDraft:texts.note'))
  vi.spyOn(drafts, 'isPersistent').mockReturnValue(true)
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  fireEvent.change(note, { target: { value: 'Mine' } })
  expect(await screen.findByText(uiText('common:outcome.onDevice'))).toBeTruthy()
  const issue = await button(uiText('invoiceDraft:issue'))
  expect([issue.hasAttribute('disabled'), issue.hasAttribute('data-loading')]).toEqual([true, false])
})

test('the credit note covers the chosen lines among those not yet credited @slow', async () => {
  const { lines } = sampleInvoice()
  const credited = lines.map((line) => ({ ...line, position: 2, isCredited: true }))
  const invoice = sampleInvoice({ lines: [...lines, ...credited] })
  const { sent } = await show(page, {
    'invoice/get': () => invoice,
    'invoice/credit': () => sampleInvoice({ kind: 'credit-note' }),
  })
  fireEvent.click(await button(uiText('invoice:mistake.credit')))
  const dialog = within(await screen.findByRole('dialog'))
  const boxes = dialog.getAllByRole<HTMLInputElement>('checkbox')
  expect(boxes.map(({ checked, disabled }) => [checked, disabled])).toEqual([
    [true, false],
    [false, true],
  ])
  fireEvent.click(dialog.getByRole('button', { name: uiText('invoice:credit.submit') }))
  await expect.poll(() => sent('invoice/credit')).toMatchObject([{ id: sampleId, positions: [1], reason: '' }])
})

test('a credit note of a paid invoice asks how the money comes back @slow', async () => {
  const { sent } = await show(page, {
    'invoice/get': () => sampleInvoice({ paidMinor: '9500', openMinor: '0' }),
    'invoice/credit': () => sampleInvoice({ kind: 'credit-note' }),
  })
  fireEvent.click(await button(uiText('invoice:mistake.credit')))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(uiText('invoice:credit.refund')), { target: { value: 'credit' } })
  fireEvent.click(dialog.getByRole('button', { name: uiText('invoice:credit.submit') }))
  await expect.poll(() => sent('invoice/credit')).toMatchObject([{ id: sampleId, refund: 'credit' }])
})

test('a credit note shows its reason with a label, and how the money comes back @slow', async () => {
  const { sheet } = sampleInvoice()
  const refund = { way: 'transfer' as const, amountMinor: '9500', by: '2026-11-16' }
  const note = { ...sheet, kind: 'credit-note' as const, language: 'en' as const, note: 'Wrong date', refund }
  await show(page, { 'invoice/get': () => sampleInvoice({ kind: 'credit-note', sheet: note }) })
  expect(
    (await screen.findAllByText(uiText('invoiceSheet:creditReason', { reason: 'Wrong date' }))).length,
  ).toBeGreaterThan(0)
  const text = uiText('invoiceSheet:refund.transfer', { amount: '€95.00', day: '16 November 2026' })
  expect(screen.getAllByText(text).length).toBeGreaterThan(0)
})

test.each(['CREDIT_BELOW_ZERO', 'VERIFACTU'] as const)(
  'a credit note that is refused with %s names the reason @slow',
  async (code) => {
    await show(page, { 'invoice/get': () => sampleInvoice(), 'invoice/credit': () => refusalResponse(409, code) })
    fireEvent.click(await button(uiText('invoice:mistake.credit')))
    const dialog = within(await screen.findByRole('dialog'))
    fireEvent.click(dialog.getByRole('button', { name: uiText('invoice:credit.submit') }))
    expect(await dialog.findByText(uiText(`invoice:refused.${code}`))).toBeTruthy()
  },
)

function stubPhone() {
  const matches = (query: string) => query.includes('max-width')
  vi.stubGlobal('matchMedia', (media: string) => ({
    matches: matches(media),
    media,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
  }))
}

test('on a phone, a menu has every action except the payment button', async () => {
  stubPhone()
  const downloads: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    downloads.push(this.getAttribute('href') ?? '')
  })
  const documents = [
    { kind: 'pdf', ready: true },
    { kind: 'xml', ready: false },
  ] as const
  await show(page, {
    'invoice/get': () => sampleInvoice({ documents: [...documents] }),
    'payment/reminders': () => ({ made: [], next: null, reason: 'not-due' }),
    'payment/credit': () => ({ credits: [], open: [] }),
  })
  fireEvent.click(await button(uiText('invoice:list.menuOf', { name: '2026-0147' })))
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    uiText('invoice:act.print'),
    uiText('invoice:act.download', { name: uiText('invoice:documents.pdf') }),
    uiText('invoice:act.profile'),
    uiText('statement:title'),
  ])
  fireEvent.click(screen.getByRole('menuitem', { name: 'Download PDF' }))
  expect(downloads).toEqual([`/api/invoice/${sampleId}/pdf`])
  expect(screen.getByRole('button', { name: uiText('payment:record.action') })).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('invoice:act.print') })).toBeNull()
})
