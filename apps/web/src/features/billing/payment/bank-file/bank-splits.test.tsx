import type { BankFileAnswer, BankReview } from '@attune/contract/features/billing/payment/payment.bank-file.rules'
import { fireEvent, screen, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { bookingCalls } from './bank-selection.ts'
import { sampleEntry, samplePayable, sampleReview } from './bank-file.testing.ts'
import { samplePayment } from '../payment.testing.ts'
import { BankFilePage } from './BankFilePage.tsx'

afterEach(() => vi.unstubAllGlobals())

/** Opens the page and uploads a file with this review. */
async function openReview(review: Partial<BankReview>) {
  const { inputsOf: sent, fetched } = mockServer({
    ...signedInAnswers('therapist'),
    'payment/bookBankEntries': () => ({ booked: [], known: 0 }),
    'payment/reverseBankEntry': () => ({ done: true }),
  })
  const answer: BankFileAnswer = sampleReview(review)
  vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
    url.includes('/storage/')
      ? Promise.resolve(new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } }))
      : fetched(url, init),
  )
  const { container } = await renderPage(<BankFilePage />)
  const input = container.querySelector('input[type=file]')
  if (!input) throw new Error('no field for a file')
  fireEvent.change(input, { target: { files: [new File(['<Document/>'], 'statement.xml')] } })
  await screen.findByText('statement.xml')
  return sent
}

const part = (number: number, amountMinor: string) => ({ invoiceId: samplePayable(number).id, amountMinor })
const invoices = [samplePayable(1), samplePayable(2, { openMinor: '8000' }), samplePayable(3)]
const item = (number: number, amountMinor: string) => ({
  ...part(number, amountMinor),
  key: sampleEntry(1).key,
  currency: 'EUR',
  paidOn: '2026-11-02',
})
const click = (name: RegExp | string) => fireEvent.click(screen.getByRole('button', { name }))
const record = () => click(uiText('bankFile:review.submit_one', { count: '1' }))

test('a transfer for two invoices with their sum is ready, and recorded as one payment of two parts', async () => {
  const split = { isReliable: true, parts: [part(1, '9500'), part(2, '8000')] }
  const sent = await openReview({ entries: [sampleEntry(1, { amountMinor: '17500', split })], invoices })
  const row = within(screen.getByText(/Invoice 1/).closest('li') as HTMLElement)
  expect(row.getByRole<HTMLInputElement>('checkbox').checked).toBe(true)
  expect(row.getByText(/2026-0001 · Ana Moreau · €95.00/)).toBeTruthy()
  expect(row.getByText(/2026-0002 · Ana Moreau · €80.00/)).toBeTruthy()
  expect(row.getByText(uiText('bankFile:match.sum'))).toBeTruthy()
  record()
  await expect.poll(() => sent('payment/bookBankEntries')).toEqual([{ items: [item(1, '9500'), item(2, '8000')] }])
})

test('a transfer whose sum differs asks, and its amounts are changed until they add up @slow', async () => {
  const split = { isReliable: false, parts: [part(1, '9500'), part(2, '9000')] }
  const sent = await openReview({ entries: [sampleEntry(1, { amountMinor: '18500', split })], invoices })
  const row = within(screen.getByText(/Invoice 1/).closest('li') as HTMLElement)
  expect(row.getByRole<HTMLInputElement>('checkbox').checked).toBe(false)
  expect(row.getByText(uiText('bankFile:match.more'))).toBeTruthy()
  fireEvent.click(row.getByRole('button'))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(dialog.getByLabelText(/2026-0002/), { target: { value: '80' } })
  expect(await dialog.findByText(uiText('bankFile:split.left', { amount: '€10.00' }))).toBeTruthy()
  const submit = dialog.getByRole('button', { name: uiText('bankFile:split.submit') })
  expect(submit).toHaveProperty('disabled', true)
  fireEvent.change(dialog.getByLabelText(uiText('bankFile:split.add')), { target: { value: samplePayable(3).id } })
  expect(dialog.getByLabelText<HTMLInputElement>(/2026-0003/).value).toBe('10.00')
  fireEvent.click(submit)
  await expect.poll(() => screen.queryByRole('dialog')).toBeNull()
  record()
  await expect
    .poll(() => sent('payment/bookBankEntries'))
    .toEqual([{ items: [item(1, '9500'), item(2, '8000'), item(3, '1000')] }])
})

test('a payment without a proposal can be divided over invoices @slow', async () => {
  await openReview({ entries: [sampleEntry(1, { amountMinor: '17500' })], invoices })
  click(/^Choose invoice/)
  fireEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: uiText('bankFile:split.action') }),
  )
  expect(await screen.findByText(uiText('bankFile:split.left', { amount: '€175.00' }))).toBeTruthy()
})

test('a reversal of a recorded payment names the invoice, and reverses it after a question @slow', async () => {
  const { id: invoiceId, number } = samplePayable(1)
  const { id: paymentId } = samplePayment()
  const entry = sampleEntry(1, {
    state: 'reversed',
    amountMinor: '-9500',
    reverses: [{ paymentId, invoiceId, number, amountMinor: '9500' }],
    isNamedOnce: true,
  })
  const sent = await openReview({ entries: [entry] })
  expect(screen.getByText(uiText('bankFile:review.takeBackHint'))).toBeTruthy()
  expect(screen.getByText(uiText('bankFile:review.namedOnce'))).toBeTruthy()
  expect(screen.queryByText(uiText('bankFile:review.none'))).toBeNull()
  expect(screen.getByRole('link', { name: number }).getAttribute('href')).toContain(invoiceId)
  click(new RegExp(`^${uiText('payment:reverse.action')}`))
  const dialog = within(await screen.findByRole('dialog'))
  expect(sent('payment/reverseBankEntry')).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: uiText('payment:reverse.submit') }))
  expect(await screen.findByText(uiText('payment:reverse.done'))).toBeTruthy()
  expect(sent('payment/reverseBankEntry')).toEqual([
    { key: entry.key, paidOn: '2026-11-02', items: [{ paymentId, amountMinor: '9500' }] },
  ])
})

test('a pair of a payment and its reversal offers nothing, and a payment that was reversed in part says so', async () => {
  const likely = {
    invoiceId: samplePayable(3).id,
    isReliable: false,
    fits: { number: true, amount: true, payer: true },
  }
  await openReview({
    entries: [
      sampleEntry(1, { state: 'reversed', reversedMinor: '9500' }),
      sampleEntry(2, { state: 'reversed', amountMinor: '-9500' }),
      sampleEntry(3, { reversedMinor: '4750', proposal: likely }),
    ],
    invoices,
  })
  expect(screen.getByText(uiText('bankFile:review.reversedHint'))).toBeTruthy()
  expect(screen.getAllByRole('checkbox')).toHaveLength(1)
  expect(screen.getByText(uiText('bankFile:match.reversed', { amount: '€47.50' }))).toBeTruthy()
})

test('the parts of a payment are recorded in one call', () => {
  const booking = (key: string) => ({ ...item(1, '1'), key })
  const calls = bookingCalls(['a', 'b', 'b', 'c', 'c'].map(booking), 3)
  expect(calls.map((some) => some.map(({ key }) => key))).toEqual([
    ['a', 'b', 'b'],
    ['c', 'c'],
  ])
})
