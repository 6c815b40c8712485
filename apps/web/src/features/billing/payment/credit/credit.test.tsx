import type { PayerCredit } from '@attune/contract/features/billing/payment/payment'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { samplePaidInvoice, samplePayment } from '../payment.testing.ts'
import { PaymentsCard } from '../PaymentsCard.tsx'

afterEach(() => vi.unstubAllGlobals())

const balance = { status: 'paid', currency: 'EUR', paidMinor: '9500', creditedMinor: '0', openMinor: '0' }

async function show(openMinor: string, credit: PayerCredit, move: () => unknown = () => balance) {
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'payment/credit': () => credit,
    'payment/moveCredit': move,
  })
  const payer = { name: 'Ana Moreau' }
  await renderPage(
    <PaymentsCard invoice={samplePaidInvoice({ openMinor, payments: [samplePayment()], payer } as object)} />,
  )
  return inputsOf
}
const other = { invoiceId: otherSampleId, number: '2026-0001' }
const open = (key: 'credit.move' | 'credit.use') =>
  fireEvent.click(screen.getByRole('button', { name: uiText(`payment:${key}`) }))

test('the next invoice shows the credit of its payer, and uses as much of it as is open @slow', async () => {
  const sent = await show('2000', { credits: [{ ...other, amountMinor: '3000' }], open: [] })
  expect(
    await screen.findByText(uiText('payment:credit.available', { name: 'Ana Moreau', amount: '€30.00' })),
  ).toBeTruthy()
  open('credit.use')
  const dialog = within(await screen.findByRole('dialog'))
  const amount = dialog.getByLabelText<HTMLInputElement>(uiText('payment:credit.amount'))
  expect(amount.value).toBe('20.00')
  const submit = dialog.getByRole('button', { name: uiText('payment:credit.use') })
  fireEvent.change(amount, { target: { value: '20.01' } })
  fireEvent.click(submit)
  expect(await dialog.findByText(uiText('payment:credit.most', { amount: '€20.00' }))).toBeTruthy()
  fireEvent.change(amount, { target: { value: '5' } })
  fireEvent.click(submit)
  await expect
    .poll(() => sent('payment/moveCredit'))
    .toEqual([{ id: expect.any(String), fromInvoiceId: otherSampleId, toInvoiceId: sampleId, amountMinor: '500' }])
})

test('an overpaid invoice says that the rest is kept as credit, and moves it to an open invoice of the payer @slow', async () => {
  const sent = await show('-3000', { credits: [], open: [{ ...other, openMinor: '9500' }] }, () =>
    refusalResponse(409, 'OTHER_PAYER'),
  )
  expect(await screen.findByText(uiText('payment:credit.kept', { name: 'Ana Moreau' }))).toBeTruthy()
  open('credit.move')
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.click(dialog.getByRole('button', { name: uiText('payment:credit.move') }))
  expect(await dialog.findByText(uiText('payment:refused.OTHER_PAYER'))).toBeTruthy()
  expect(sent('payment/moveCredit')).toMatchObject([
    { fromInvoiceId: sampleId, toInvoiceId: otherSampleId, amountMinor: '3000' },
  ])
})

test('without credit, or without another open invoice, nothing is offered', async () => {
  await show('-3000', { credits: [], open: [] })
  expect(await screen.findByText(uiText('payment:credit.kept', { name: 'Ana Moreau' }))).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('payment:credit.move') })).toBeNull()
})

test('an invoice whose document names credit that was taken back says so, until credit pays it again', async () => {
  const used = samplePayment({ method: 'credit', amountMinor: '3000', reference: '2026-0001' })
  const back = samplePayment({
    id: sampleId,
    method: 'credit',
    amountMinor: '-3000',
    reference: '',
    countersId: used.id,
  })
  const { sheet } = samplePaidInvoice()
  const invoice = (payments: object[], openMinor: string) =>
    samplePaidInvoice({
      openMinor,
      payments,
      payer: { name: 'Ana Moreau' },
      sheet: { ...sheet, creditMinor: '3000' },
    } as object)
  mockServer({ ...signedInAnswers('therapist'), 'payment/credit': () => ({ credits: [], open: [] }) })
  const first = await renderPage(<PaymentsCard invoice={invoice([used, back], '9500')} />)
  expect(await screen.findByText(uiText('payment:credit.takenBack', { amount: '€30.00' }))).toBeTruthy()
  const text = uiText('payment:credit.takenBackText', { open: '€95.00', name: 'Ana Moreau' })
  expect(screen.getByText(text)).toBeTruthy()
  first.unmount()
  await renderPage(<PaymentsCard invoice={invoice([used], '6500')} />)
  expect(screen.queryByText(uiText('payment:credit.takenBack', { amount: '€30.00' }))).toBeNull()
})

test('a payment of which a part pays another invoice as credit is reversed with that part, or without @slow', async () => {
  const payment = samplePayment({ amountMinor: '12500' })
  const moved = samplePayment({
    id: sampleId,
    method: 'credit',
    amountMinor: '-3000',
    reference: '2026-0002',
    countersId: payment.id,
  })
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'payment/credit': () => ({ credits: [], open: [] }),
    'payment/reverse': () => balance,
  })
  await renderPage(
    <PaymentsCard invoice={samplePaidInvoice({ openMinor: '0', payments: [payment, moved] } as object)} />,
  )
  fireEvent.click(screen.getByRole('button', { name: uiText('payment:card.actions', { amount: '€125.00' }) }))
  fireEvent.click(await screen.findByRole('menuitem', { name: uiText('payment:reverse.action') }))
  const dialog = within(await screen.findByRole('dialog'))
  const amount = () => dialog.queryByLabelText<HTMLInputElement>(uiText('payment:reverse.amount'))?.value
  expect(amount()).toBe('95.00')
  expect(dialog.getByText('2026-0002 · €30.00')).toBeTruthy()
  fireEvent.click(dialog.getByLabelText(uiText('payment:reverse.withCredit')))
  expect(amount()).toBeUndefined()
  fireEvent.click(dialog.getByRole('button', { name: uiText('payment:reverse.submit') }))
  await expect
    .poll(() => inputsOf('payment/reverse'))
    .toEqual([{ id: expect.any(String), paymentId: payment.id, withCredit: true }])
})
