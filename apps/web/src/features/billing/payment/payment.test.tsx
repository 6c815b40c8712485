import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../schedule/session/session.testing.ts'
import { PaymentsCard } from './PaymentsCard.tsx'
import { samplePaidInvoice, samplePayment } from './payment.testing.ts'
import { RemindersCard } from './reminder/RemindersCard.tsx'
import { RecordPaymentButton } from './RecordPaymentButton.tsx'

afterEach(() => vi.unstubAllGlobals())

const balance = { status: 'paid', currency: 'EUR', paidMinor: '9500', creditedMinor: '0', openMinor: '0' }

async function show(what: React.ReactNode, answers: Parameters<typeof mockServer>[0] = {}) {
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'payment/credit': () => ({ credits: [], open: [] }),
    ...answers,
  })
  await renderPage(what)
  return inputsOf
}

async function openRecord(invoice = samplePaidInvoice(), answer: () => unknown = () => balance) {
  const sent = await show(<RecordPaymentButton invoice={invoice} />, { 'payment/record': answer })
  fireEvent.click(await screen.findByRole('button', { name: uiText('payment:record.action') }))
  const dialog = within(await screen.findByRole('dialog'))
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: uiText('payment:record.submit') }))
  return { sent, dialog, submit }
}

test('a payment of the open amount is recorded with day, method and reference [3.09] @slow', async () => {
  const { sent, dialog, submit } = await openRecord(samplePaidInvoice({ openMinor: '5500' }))
  expect(dialog.getByLabelText<HTMLInputElement>(uiText('payment:record.amount')).value).toBe('55.00')
  const methods = dialog.getByLabelText<HTMLSelectElement>(uiText('payment:record.method'))
  expect([...methods.options].map(({ text }) => text)).toEqual(['Bank transfer', 'Credit card', 'Cash', 'Online'])
  fireEvent.change(methods, { target: { value: 'cash' } })
  fireEvent.change(dialog.getByLabelText(uiText('payment:record.reference')), { target: { value: 'Envelope' } })
  submit()
  const paidOn = expect.stringMatching(/^\d{4}-\d\d-\d\d$/)
  const payment = {
    invoiceId: sampleId,
    amountMinor: '5500',
    currency: 'EUR',
    paidOn,
    method: 'cash',
    reference: 'Envelope',
  }
  await expect.poll(() => sent('payment/record')).toMatchObject([payment])
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
})

test('any entered amount can be recorded, more than the open one after a notice @slow', async () => {
  const { sent, dialog, submit } = await openRecord()
  const amount = dialog.getByLabelText(uiText('payment:record.amount'))
  fireEvent.change(amount, { target: { value: '0' } })
  submit()
  expect(await dialog.findByText(uiText('payment:refused.amount'))).toBeTruthy()
  expect(sent('payment/record')).toEqual([])
  fireEvent.change(amount, { target: { value: '100' } })
  expect(await dialog.findByText(uiText('payment:record.more'))).toBeTruthy()
  submit()
  await expect.poll(() => sent('payment/record')).toMatchObject([{ amountMinor: '10000' }])
})

test('a repeat after a refusal sends the same payment, and the dialog says why it was refused @slow', async () => {
  const { sent, dialog, submit } = await openRecord(samplePaidInvoice(), () => refusalResponse(409, 'FUTURE_DAY'))
  submit()
  expect(await dialog.findByText(uiText('payment:refused.FUTURE_DAY'))).toBeTruthy()
  submit()
  await expect.poll(() => sent('payment/record')).toHaveLength(2)
  const [first, second] = sent('payment/record') as { id: string }[]
  expect(second?.id).toBe(first?.id)
})

test.each([
  ['an open invoice', '9500', 'filled'],
  ['a paid invoice', '0', 'default'],
  ['an overpaid invoice', '-500', 'default'],
])('recording a payment is the main action of an open invoice alone: %s', async (_, openMinor, variant) => {
  await show(<RecordPaymentButton invoice={samplePaidInvoice({ openMinor })} />)
  const button = await screen.findByRole('button', { name: uiText('payment:record.action') })
  expect(button.getAttribute('data-variant')).toBe(variant)
})

test('an invoice that cannot be paid has no button and no card', async () => {
  const { may } = samplePaidInvoice()
  const draft = samplePaidInvoice({ may: { ...may, pay: false } })
  await show(
    <>
      <RecordPaymentButton invoice={draft} />
      <PaymentsCard invoice={draft} />
    </>,
  )
  expect(screen.queryByRole('button')).toBeNull()
  expect(screen.queryByRole('heading')).toBeNull()
})

test('a payment is taken back up to what its counter-entries have left of it @slow', async () => {
  const counter = samplePayment({ id: sampleId, amountMinor: '-1500', countersId: otherSampleId })
  const invoice = samplePaidInvoice({ payments: [samplePayment(), counter], openMinor: '7000' })
  const sent = await show(<PaymentsCard invoice={invoice} />, { 'payment/reverse': () => balance })
  // The counter-entry has no menu.
  const menu = await screen.findByRole('button', { name: uiText('payment:card.actions', { amount: '€40.00' }) })
  expect(screen.getByText(uiText('payment:card.counter'))).toBeTruthy()
  fireEvent.click(menu)
  fireEvent.click(await screen.findByRole('menuitem', { name: uiText('payment:reverse.action') }))
  const dialog = within(await screen.findByRole('dialog'))
  const amount = dialog.getByLabelText<HTMLInputElement>(uiText('payment:reverse.amount'))
  expect(amount.value).toBe('25.00')
  const submit = dialog.getByRole('button', { name: uiText('payment:reverse.submit') })
  fireEvent.change(amount, { target: { value: '25.01' } })
  fireEvent.click(submit)
  expect(await dialog.findByText(uiText('payment:refused.TOO_MUCH', { left: '€25.00' }))).toBeTruthy()
  fireEvent.change(amount, { target: { value: '10' } })
  fireEvent.click(submit)
  await expect.poll(() => sent('payment/reverse')).toMatchObject([{ paymentId: otherSampleId, amountMinor: '1000' }])
})

test('the card shows what is open, and by how much an invoice is overpaid', async () => {
  await show(
    <PaymentsCard
      invoice={samplePaidInvoice({ openMinor: '-500', creditedMinor: '9500', payments: [samplePayment()] })}
    />,
  )
  const sums = (await screen.findByText(uiText('payment:card.overpaid'))).closest('dl')
  expect(sums?.textContent).toBe('Credited€95.00Overpaid€5.00')
})

test('the card says which receipt was withdrawn, when and why', async () => {
  const withdrawnReceipts = [{ madeAt: '2026-11-02T10:00:00.000Z', withdrawnAt: '2026-11-03T10:00:00.000Z' }]
  await show(<PaymentsCard invoice={samplePaidInvoice({ payments: [samplePayment()], withdrawnReceipts })} />)
  const text = await screen.findByText(/^The receipt from/)
  expect(text.textContent).toBe(
    'The receipt from 2 November 2026 was withdrawn on 3 November 2026, because a payment was reversed or the invoice was credited. ' +
      "If an amount remains due and is paid in full, we'll create a new receipt.",
  )
})

test('an invoice with letters that PDFs cannot show says that it gets neither receipt nor reminder, and what to do @slow', async () => {
  const invoice = samplePaidInvoice({}, '김민수')
  const letters = { letters: uiText('payer:letters.hangul') }
  await show(
    <>
      <PaymentsCard invoice={invoice} />
      <RemindersCard invoice={invoice} />
    </>,
    {
      'payment/reminders': () => ({
        made: [],
        next: null,
        reason: 'letters',
        letters: { of: 'invoice', script: 'hangul' },
        reaches: { client: true, emails: [] },
      }),
    },
  )
  expect(await screen.findByText(uiText('paymentReceipt:letters', letters))).toBeTruthy()
  expect(await screen.findByText(uiText('paymentReminder:letters.invoice', letters))).toBeTruthy()
})

test('the text of the next reminder is shown before it is made and downloaded @slow', async () => {
  const next = { step: 2, payBy: '2026-12-02', text: 'This is the second reminder.' }
  const made = [{ step: 1, madeOn: '2026-11-10', payBy: '2026-11-20' }]
  const invoice = samplePaidInvoice({ documents: [{ kind: 'reminder-1', ready: true }] })
  const answers = { made, next, reason: null, reaches: { client: true, emails: ['billing@hanse.test'] } }
  const sent = await show(<RemindersCard invoice={invoice} />, {
    'payment/reminders': () => answers,
    'payment/remind': () => answers,
  })
  const link = await screen.findByRole('link', { name: uiText('payment:reminders.download', { step: '1' }) })
  expect(link.getAttribute('href')).toBe(`/api/invoice/${sampleId}/reminder-1`)
  fireEvent.click(screen.getByRole('button', { name: uiText('payment:reminders.action', { step: '2' }) }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(next.text)).toBeTruthy()
  expect(dialog.getByText(uiText('payment:reminders.reach.both', { emails: 'billing@hanse.test' }))).toBeTruthy()
  fireEvent.click(dialog.getByRole('button', { name: uiText('payment:reminders.submit') }))
  await expect.poll(() => sent('payment/remind')).toEqual([{ invoiceId: sampleId, step: 2 }])
})

test('an invoice without reminders that is not due has no card of reminders', async () => {
  const sent = await show(<RemindersCard invoice={samplePaidInvoice()} />, {
    'payment/reminders': () => ({ made: [], next: null, reason: 'not-due', reaches: { client: true, emails: [] } }),
  })
  await expect.poll(() => sent('payment/reminders')).toHaveLength(1)
  expect(screen.queryByRole('heading')).toBeNull()
})

test.each([
  { reach: 'app', client: true, submit: 'submit' },
  { reach: 'noMail', client: false, submit: 'makeSubmit' },
] as const)('without a mail server, a reminder promises no email: $reach @slow', async ({ reach, client, submit }) => {
  const next = { step: 1, payBy: '2026-12-02', text: 'This is the first reminder.' }
  await show(<RemindersCard invoice={samplePaidInvoice()} />, {
    'product/info': () => ({ mailConfigured: false }),
    'payment/reminders': () => ({ made: [], next, reason: null, reaches: { client, emails: ['billing@hanse.test'] } }),
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('payment:reminders.action', { step: '1' }) }))
  const dialog = within(await screen.findByRole('dialog'))
  await dialog.findByText(uiText(`payment:reminders.reach.${reach}`))
  dialog.getByRole('button', { name: uiText(`payment:reminders.${submit}`) })
})

test('a reminder that reaches no one is created, and the dialog says that the therapist sends it @slow', async () => {
  const next = { step: 1, payBy: '2026-12-02', text: 'This is the first reminder.' }
  await show(<RemindersCard invoice={samplePaidInvoice()} />, {
    'payment/reminders': () => ({ made: [], next, reason: null, reaches: { client: false, emails: [] } }),
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('payment:reminders.make', { step: '1' }) }))
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByText(uiText('payment:reminders.reach.none'))).toBeTruthy()
  expect(dialog.getByRole('button', { name: uiText('payment:reminders.makeSubmit') })).toBeTruthy()
})
