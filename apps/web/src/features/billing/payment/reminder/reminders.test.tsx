import type { ProposedReminder } from '@attune/contract/features/billing/payment/payment'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { backendRealtime } from '../../../../platform/backend/realtime.ts'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { resetToasts } from '../../../../ui/toast/toast.ts'
import { otherSampleId, sampleId, signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { sampleInvoice } from '../../invoice/invoice.testing.ts'
import { RemindersCard } from './RemindersCard.tsx'
import { ReminderTextList } from './ReminderTextList.tsx'
import { RemindersToSend } from './RemindersToSend.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  resetToasts()
})

async function show(what: React.ReactNode, answers: Parameters<typeof mockServer>[0] = {}) {
  const { inputsOf } = mockServer({ ...signedInAnswers('therapist'), ...answers })
  await renderPage(what)
  return inputsOf
}
const proposed = (part: Partial<ProposedReminder> = {}): ProposedReminder => ({
  invoiceId: sampleId,
  number: '2026-0140',
  payerName: 'Ana Moreau',
  step: 1,
  dueOn: '2026-11-02',
  openMinor: '9500',
  currency: 'EUR',
  ...part,
})
const second = proposed({ invoiceId: otherSampleId, number: '2026-0141', payerName: 'Tom Weber', step: 3 })
const list = (items: ProposedReminder[]) => ({ 'payment/proposedReminders': () => ({ items }) })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('a proposed reminder names payer, number, step, due day and open amount, and is sent with one click @slow', async () => {
  const items = [proposed(), second]
  const sent = await show(<RemindersToSend />, {
    ...list(items),
    'payment/remind': () => {
      items.shift()
      return { made: [], next: null, reason: null, reaches: { client: false, emails: [] } }
    },
  })
  const link = await screen.findByRole('link', { name: 'Ana Moreau' })
  expect(link.getAttribute('href')).toBe(`/dashboard/therapist/payments/${sampleId}`)
  expect(screen.getByText(/^2026-0140 · €95\.00 · First reminder · due/)).toBeTruthy()
  expect(screen.getByText(/^2026-0141 · €95\.00 · Final reminder · due/)).toBeTruthy()
  press(uiText('common:labelled', { label: uiText('paymentReminder:toSend.send'), text: '2026-0140' }))
  await waitFor(() => expect(screen.queryByRole('link', { name: 'Ana Moreau' })).toBeNull())
  expect(sent('payment/remind')).toEqual([{ invoiceId: sampleId, step: 1 }])
})

test.each(['invoice_reminders', 'invoices', 'payments', 'payers'] as const)(
  'the reminders of an invoice are loaded again after a change of %s in another window',
  async (table) => {
    const subscribed = new Map<string, () => void>()
    vi.spyOn(backendRealtime, 'subscribe').mockImplementation(({ table: name }, onChange) => {
      subscribed.set(name, () => onChange([]))
      return () => {}
    })
    const made: { step: number; madeOn: string; payBy: string }[] = []
    const sent = await show(<RemindersCard invoice={sampleInvoice()} />, {
      'payment/reminders': () => ({ made, next: null, reason: null, reaches: { client: false, emails: [] } }),
    })
    await expect.poll(() => sent('payment/reminders')).toHaveLength(1)
    made.push({ step: 1, madeOn: '2026-11-20', payBy: '2026-11-30' })
    subscribed.get(table)?.()
    expect(await screen.findByText(uiText('payment:reminders.title'))).toBeTruthy()
  },
)

test('all reminders are sent after a confirmation, which stays open with the reason of a failure @slow', async () => {
  let tries = 0
  const sent = await show(<RemindersToSend />, {
    ...list([proposed(), second]),
    'payment/remindAll': () =>
      ++tries === 1 ? refusalResponse(500, 'INTERNAL') : { made: 2, unreached: 1, leftOut: 0 },
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('paymentReminder:toSend.sendAll') }))
  const dialog = within(
    await screen.findByRole('dialog', { name: uiText('paymentReminder:sendAll.title_other', { count: '2' }) }),
  )
  expect(sent('payment/remindAll')).toEqual([])
  const submit = dialog.getByRole('button', { name: uiText('paymentReminder:sendAll.submit') })
  fireEvent.click(submit)
  expect(await dialog.findByRole('alert')).toBeTruthy()
  fireEvent.click(submit)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  const items = [
    { invoiceId: sampleId, step: 1 },
    { invoiceId: otherSampleId, step: 3 },
  ]
  expect(sent('payment/remindAll')).toEqual([{ items }, { items }])
})

test('there is no list without proposals, and a failure offers to try again', async () => {
  let fails = true
  const sent = await show(<RemindersToSend />, {
    'payment/proposedReminders': () => (fails ? refusalResponse(404, 'NOT_FOUND') : { items: [] }),
  })
  expect(await screen.findByText(uiText('paymentReminder:toSend.failed'))).toBeTruthy()
  fails = false
  press(uiText('paymentReminder:toSend.again'))
  await waitFor(() => expect(screen.queryByRole('heading')).toBeNull())
  expect(sent('payment/proposedReminders')).toHaveLength(2)
})

const texts = (own: string | null) =>
  (['en', 'de'] as const).flatMap((language) =>
    ([1, 2, 3] as const).map((step) => ({
      language,
      step,
      own: language === 'de' && step === 2 ? own : null,
      standard: `${language} standard ${step} {number}`,
    })),
  )

test("a text is edited in the chosen language, an unknown placeholder is named, and the product's text is restored @slow", async () => {
  let own: string | null = 'Mein Text {open}'
  const sent = await show(<ReminderTextList first="en" />, {
    'payment/reminderTexts': () => ({ items: texts(own) }),
    'payment/saveReminderText': (input: { own: string | null }) => ({ items: texts((own = input.own)) }),
  })
  expect(await screen.findByText('en standard 2 {number}')).toBeTruthy()
  fireEvent.change(screen.getByLabelText(uiText('paymentReminder:texts.language')), { target: { value: 'de' } })
  expect(screen.getByText('Mein Text {open}')).toBeTruthy()
  const name = uiText('paymentReminder:steps.2')
  const open = async () => {
    press(uiText('common:labelled', { label: uiText('paymentReminder:texts.edit'), text: name }))
    return within(await screen.findByRole('dialog'))
  }
  const dialog = await open()
  const field = dialog.getByLabelText<HTMLTextAreaElement>(uiText('paymentReminder:texts.text'))
  const submit = () => fireEvent.click(dialog.getByRole('button', { name: uiText('paymentReminder:texts.save') }))
  fireEvent.change(field, { target: { value: 'Bitte {amount} zahlen' } })
  submit()
  expect(await dialog.findByText(uiText('paymentReminder:texts.unknown', { name: '{amount}' }))).toBeTruthy()
  fireEvent.change(field, { target: { value: ' ' } })
  expect(await dialog.findByText(uiText('paymentReminder:texts.missing'))).toBeTruthy()
  expect(sent('payment/saveReminderText')).toEqual([])
  fireEvent.change(field, { target: { value: 'Bitte {open} zahlen' } })
  submit()
  expect(await screen.findByText('Bitte {open} zahlen')).toBeTruthy()

  const again = await open()
  fireEvent.click(again.getByRole('button', { name: uiText('paymentReminder:texts.restore') }))
  fireEvent.click(again.getByRole('button', { name: uiText('paymentReminder:texts.save') }))
  expect(await screen.findByText('de standard 2 {number}')).toBeTruthy()
  expect(sent('payment/saveReminderText')).toEqual([
    { language: 'de', step: 2, own: 'Bitte {open} zahlen' },
    { language: 'de', step: 2, own: null },
  ])
})
