import type { InvoiceListItem } from '@attune/contract/features/billing/invoice/invoice.schemas'
import { cleanup, fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { registerToaster, toast, type ToastContent } from '../../../../ui/toast/toast.ts'
import { sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { sampleInvoiceRow } from '../invoice.testing.ts'
import { DraftsToIssue } from './DraftsToIssue.tsx'
import { InvoiceTable } from './InvoiceTable.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

async function openMenu(part: Partial<InvoiceListItem>, answers: Parameters<typeof mockServer>[0] = {}) {
  const { inputsOf } = mockServer({ ...signedInAnswers('therapist'), ...answers })
  const onIssue = vi.fn<(id: string) => void>()
  const row = sampleInvoiceRow(part)
  await renderPage(<InvoiceTable rows={[row]} stale={false} onIssue={onIssue} more={null} loadingMore={false} />)
  const name = uiText('invoice:list.menuOf', { name: row.number || row.clientName })
  fireEvent.click(await screen.findByRole('button', { name }))
  const items = screen.getAllByRole('menuitem').map(({ textContent }) => textContent)
  return {
    inputsOf,
    onIssue,
    items,
    press: (label: string) => fireEvent.click(screen.getByRole('menuitem', { name: label })),
  }
}
const [issue, pay, remind] = [
  uiText('issueMany:act'),
  uiText('payment:record.action'),
  uiText('payment:reminders.submit'),
]

test('the menu of a draft offers to issue and send it', async () => {
  const { items, press, onIssue } = await openMenu({
    status: 'draft',
    number: '',
    dueOn: null,
    issuedOn: null,
    openMinor: '0',
  })
  expect(items[0]).toBe(issue)
  expect(items).not.toContain(pay)
  press(issue)
  expect(onIssue).toHaveBeenCalledWith(sampleId)
})

test('a draft has a button of its own that issues and sends it, and an issued invoice has none', async () => {
  const { onIssue } = await openMenu({ status: 'draft', number: '' })
  const name = uiText('common:labelled', { label: issue, text: sampleInvoiceRow({}).clientName })
  fireEvent.click(screen.getByRole('button', { name }))
  expect(onIssue).toHaveBeenCalledWith(sampleId)
  cleanup()
  await openMenu({ status: 'issued' })
  expect(screen.queryByRole('button', { name })).toBeNull()
})

test('the menu of an unpaid invoice opens the dialog that records its open amount, which Enter submits @slow', async () => {
  const { items, press, inputsOf } = await openMenu(
    { openMinor: '4500' },
    {
      'payment/record': () => ({
        status: 'paid',
        currency: 'EUR',
        paidMinor: '9500',
        creditedMinor: '0',
        openMinor: '0',
      }),
    },
  )
  expect(items[0]).toBe(pay)
  expect(items).not.toContain(remind)
  press(pay)
  const dialog = within(
    await screen.findByRole('dialog', { name: uiText('payment:record.title', { number: '2026-0147' }) }),
  )
  fireEvent.submit(dialog.getByRole('button', { name: uiText('payment:record.submit') }))
  await expect
    .poll(() => inputsOf('payment/record'))
    .toMatchObject([{ invoiceId: sampleId, amountMinor: '4500', currency: 'EUR' }])
})

test('the menu of an unpaid invoice records its open amount as a transfer of today at once, and the toast reverses it', async () => {
  const shown: ToastContent[] = []
  const unregister = registerToaster((content) => shown.push(content))
  const balance = { status: 'paid', currency: 'EUR', paidMinor: '9500', creditedMinor: '0', openMinor: '0' }
  const { press, inputsOf } = await openMenu(
    { openMinor: '4500' },
    { 'payment/record': () => balance, 'payment/reverse': () => balance },
  )
  press(uiText('payment:record.transferToday', { amount: '€45.00' }))
  await expect
    .poll(() => inputsOf('payment/record'))
    .toMatchObject([{ invoiceId: sampleId, amountMinor: '4500', currency: 'EUR', method: 'bank-transfer' }])
  const undo = () => shown.find(({ action }) => action)?.action
  await expect.poll(undo).toBeDefined()
  undo()?.onClick()
  const [{ id }] = inputsOf('payment/record') as [{ id: string }]
  await expect.poll(() => inputsOf('payment/reverse')).toMatchObject([{ paymentId: id }])
  unregister()
})

test('the menu of an overdue invoice sends its next reminder, or says that none is due', async () => {
  const success = vi.spyOn(toast, 'success')
  const info = vi.spyOn(toast, 'info')
  let next: { step: number; payBy: string; text: string } | null = { step: 2, payBy: '2026-12-01', text: '' }
  const reminders = () => ({ made: [], next, reason: null, reaches: { client: true, emails: [] } })
  const { press, inputsOf } = await openMenu(
    { status: 'overdue', overdueDays: 7 },
    { 'payment/reminders': reminders, 'payment/remind': reminders },
  )
  press(remind)
  await expect.poll(() => inputsOf('payment/remind')).toEqual([{ invoiceId: sampleId, step: 2 }])
  await expect.poll(() => success.mock.calls).toEqual([[uiText('paymentReminder:toSend.sent')]])
  next = null
  fireEvent.click(screen.getByRole('button', { name: uiText('invoice:list.menuOf', { name: '2026-0147' }) }))
  press(remind)
  await expect.poll(() => info.mock.calls).toEqual([[uiText('paymentReminder:noneDue')]])
  expect(inputsOf('payment/remind')).toHaveLength(1)
})

test.each(['paid', 'overpaid', 'credited'] as const)(
  'the menu of a %s invoice offers neither payment nor reminder',
  async (status) => {
    const { items } = await openMenu({ status, openMinor: status === 'overpaid' ? '-500' : '0' })
    for (const act of [issue, pay, remind]) expect(items).not.toContain(act)
  },
)

test('the page offers to issue the drafts that exist, with their number', async () => {
  let drafts = 11
  mockServer({ ...signedInAnswers('therapist'), 'invoice/summary': () => ({ items: [], drafts }) })
  const onOpen = vi.fn<() => void>()
  const { client } = await renderPage(<DraftsToIssue onOpen={onOpen} />)
  fireEvent.click(await screen.findByRole('button', { name: 'Issue and send 11 invoices' }))
  expect(onOpen).toHaveBeenCalledOnce()
  drafts = 0
  await client.invalidateQueries()
  await expect.poll(() => screen.queryByRole('button')).toBeNull()
})
