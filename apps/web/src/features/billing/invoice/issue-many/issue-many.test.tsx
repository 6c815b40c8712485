import type { DraftToIssue } from '@attune/contract/features/billing/invoice/invoice.to-issue'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'
import { signedInAnswers } from '../../../schedule/session/session.testing.ts'
import { sampleDocument, sampleInvoice } from '../invoice.testing.ts'
import { IssueAndSendDialog } from './IssueAndSendDialog.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

const idOf = (n: number) => `6f1b4b7e-5d1f-4a58-9a43-${String(n).padStart(12, '0')}`
const draft = (n: number, part: Partial<DraftToIssue> = {}): DraftToIssue => ({
  id: idOf(n),
  version: n,
  clientId: idOf(100 + n),
  clientName: `Client ${n}`,
  payerName: `Client ${n}`,
  grossMinor: '9500',
  currency: 'EUR',
  creditMinor: '0',
  isInApp: false,
  emails: [`payer${n}@hanse.test`],
  obstacle: null,
  missing: [],
  ...part,
})
type Issue = { id: string; command: string; version: number; delaysEmails: boolean; usesCredit?: boolean }
const numberOf = (id: string) => `2026-${id.slice(-4)}`
const issued = ({ id }: Issue) => sampleInvoice({ id, sheet: sampleDocument({ number: numberOf(id) }) })

async function open(items: DraftToIssue[], answers: Parameters<typeof mockServer>[0] = {}) {
  const { inputsOf } = mockServer({
    ...signedInAnswers('therapist'),
    'product/info': () => ({ mailConfigured: true }),
    'invoice/toIssue': () => ({ items, more: false }),
    'invoice/issue': issued,
    ...answers,
  })
  const onClose = vi.fn<() => void>()
  await renderPage(<IssueAndSendDialog onClose={onClose} />)
  await screen.findByRole('list', { name: uiText('issueMany:list') })
  return { onClose, inputsOf, issues: () => inputsOf('invoice/issue') as Issue[] }
}
const submit = (count: number) =>
  screen.getByRole('button', {
    name: uiText(count === 1 ? 'issueMany:open_one' : 'issueMany:open_other', { count: `${count}` }),
  })
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }))
const progress = (done: number, count: number) =>
  screen.findByText(uiText('issueMany:running_other', { done: `${done}`, count: `${count}` }))
const boxes = () => screen.getAllByRole<HTMLInputElement>('checkbox')

test('the review names payer, channel and amount, and drafts with problems first, which cannot be chosen and say what to do @slow', async () => {
  await open([
    draft(1),
    draft(2, { isInApp: true, emails: [] }),
    draft(3, { payerName: 'Hanse', emails: [], obstacle: 'no-email' }),
    draft(4, { emails: [], obstacle: 'client-pays' }),
    draft(5, { missing: [{ of: 'payer', field: 'street', position: null }] }),
    draft(6, { missing: [{ of: 'line', field: 'priceMinor', position: 2 }] }),
  ])
  expect(boxes().map(({ disabled, checked }) => `${disabled} ${checked}`)).toEqual([
    'false true',
    ...Array.from({ length: 4 }, () => 'true false'),
    'false true',
    'false true',
  ])
  const rows = within(screen.getByRole('list', { name: uiText('issueMany:list') }))
  expect(rows.getByText(uiText('issueMany:email', { emails: 'payer1@hanse.test' }))).toBeTruthy()
  expect(rows.getByText(uiText('issueMany:inApp'))).toBeTruthy()
  expect(rows.getByText(uiTextPattern('issueMany:obstacle.no-email'))).toBeTruthy()
  expect(rows.getByText(uiTextPattern('issueMany:obstacle.client-pays', { name: 'Client 4' }))).toBeTruthy()
  const street = rows.getByRole('link', { name: uiText('invoiceDraft:missing.fields.payer.street') })
  expect(street.getAttribute('href')).toBe(`/dashboard/therapist/clients/${idOf(105)}/client-profile`)
  const price = rows.getByRole('link', { name: /2/ })
  expect(price.getAttribute('href')).toBe(`/dashboard/therapist/payments/${idOf(6)}`)
  expect(rows.getAllByRole('link', { name: uiText('issueMany:openProfile') })).toHaveLength(2)
  expect(screen.getByText('€190.00')).toBeTruthy()
  expect(submit(2)).toBeTruthy()
})

test('incomplete business settings are named once, and no draft can be chosen', async () => {
  const missing = [{ of: 'business' as const, field: 'taxId', position: null }]
  await open([draft(1, { missing }), draft(2, { missing })])
  const alert = within(screen.getByRole('alert'))
  expect(alert.getByText(uiText('invoiceDraft:missing.fields.business.taxId'))).toBeTruthy()
  expect(alert.getByRole('link', { name: uiText('issueMany:openBusiness') })).toBeTruthy()
  expect(boxes().every(({ disabled }) => disabled)).toBe(true)
  expect((submit(0) as HTMLButtonElement).disabled).toBe(true)
})

test('the review offers the credit of a payer, uses it for chosen drafts alone, and names where it could not be used @slow', async () => {
  const credit = { name: 'Client 1', amount: '€30.00' }
  const credits = ['3000', '3000', '0', '20000'].map((creditMinor, n) => draft(n + 1, { creditMinor }))
  const paid = (id: string) =>
    id === idOf(4) ? { openMinor: '0', paidMinor: '9500' } : { openMinor: '7500', paidMinor: '2000' }
  const { issues } = await open(credits, {
    'invoice/issue': ({ id }: Issue) => ({ ...issued({ id } as Issue), ...paid(id) }),
  })
  expect(screen.queryByText(uiText('issueMany:noCredit_other'))).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: uiText('issueMany:spend', credit) }))
  fireEvent.click(
    screen.getByRole('checkbox', { name: uiText('issueMany:spend', { name: 'Client 4', amount: '€200.00' }) }),
  )
  fireEvent.click(submit(4))
  await progress(4, 4)
  expect(issues().map(({ usesCredit }) => usesCredit)).toEqual([true, undefined, undefined, true])
  expect(screen.getByText(uiText('issueMany:unspent', { numbers: numberOf(idOf(1)) }))).toBeTruthy()
})

test('the review says that there is no credit', async () => {
  await open([draft(1), draft(2)])
  expect(screen.getByText(uiText('issueMany:noCredit_other'))).toBeTruthy()
})

test('without a mail server, drafts to addresses cannot be chosen', async () => {
  await open([draft(1), draft(2, { isInApp: true, emails: [] })], { 'product/info': () => ({ mailConfigured: false }) })
  expect(await screen.findByText(uiTextPattern('issueMany:obstacle.no-mail-server'))).toBeTruthy()
  expect(boxes().map(({ disabled }) => disabled)).toEqual([true, false])
  expect(screen.getByText(uiText('issueMany:inAppOnly'))).toBeTruthy()
})

test('each chosen draft is issued once by a command of its own, in the order of the list, also after a double click @slow', async () => {
  const { issues } = await open([draft(1), draft(2), draft(3), draft(4)])
  fireEvent.click(screen.getByRole('checkbox', { name: 'Client 3' }))
  const button = submit(3)
  fireEvent.click(button)
  fireEvent.click(button)
  await progress(3, 3)
  expect(issues().map(({ id, version, delaysEmails }) => [id, version, delaysEmails])).toEqual(
    [1, 2, 4].map((n) => [idOf(n), n, true]),
  )
  expect(new Set(issues().map(({ command }) => command)).size).toBe(3)
  expect(screen.getByText(uiText('issueMany:numbers', { first: '2026-0001', last: '2026-0004' }))).toBeTruthy()
})

test('of 300 drafts, an incomplete and a changed one are named with what is missing, and all others are issued @slow', async () => {
  const { issues } = await open(
    Array.from({ length: 300 }, (_, n) => draft(n + 1)),
    {
      'invoice/issue': (input: Issue) => {
        const missing = [{ of: 'payer', field: 'country', position: null }]
        if (input.id === idOf(7)) return refusalResponse(409, 'INCOMPLETE', { missing })
        if (input.id === idOf(9)) return refusalResponse(409, 'CHANGED', sampleInvoice())
        return issued(input)
      },
    },
  )
  fireEvent.click(submit(300))
  await waitFor(() => expect(issues()).toHaveLength(300), { timeout: 15_000 })
  await progress(298, 300)
  expect(screen.getByText(uiText('issueMany:notIssued_other', { count: '2' }))).toBeTruthy()
  expect(screen.getByRole('link', { name: uiText('invoiceDraft:missing.fields.payer.country') })).toBeTruthy()
  expect(screen.getByText(uiTextPattern('issueMany:refusal.CHANGED'))).toBeTruthy()
}, 30_000)

test('a refusal with Retry-After is waited for, and the same command is sent again', async () => {
  let refusals = 0
  const { issues } = await open([draft(1), draft(2)], {
    'invoice/issue': (input: Issue) =>
      input.id === idOf(1) && refusals++ < 1
        ? refusalResponse(429, 'TOO_MANY', { retryAfterSeconds: 0 })
        : issued(input),
  })
  fireEvent.click(submit(2))
  await progress(2, 2)
  const [first, again] = issues()
  expect(again).toEqual(first)
})

test('stopping half-way lets the current draft be issued as a whole, and the others can be issued later', async () => {
  let answer = () => {}
  const { issues } = await open([draft(1), draft(2), draft(3)], {
    'invoice/issue': (input: Issue) =>
      input.id === idOf(2) ? new Promise((resolve) => (answer = () => resolve(issued(input)))) : issued(input),
  })
  fireEvent.click(submit(3))
  await waitFor(() => expect(issues()).toHaveLength(2))
  await press(uiText('issueMany:stop'))
  answer()
  expect(await screen.findByText(uiText('issueMany:unfinished_one', { count: '1' }))).toBeTruthy()
  expect(issues()).toHaveLength(2)
  await press(uiText('issueMany:continue_one', { count: '1' }))
  await progress(3, 3)
  expect(issues().map(({ id }) => id)).toEqual([1, 2, 3].map(idOf))
})

test('an error that concerns every draft ends the run, and the rest is issued with the same commands', async () => {
  let fails = true
  const { issues } = await open([draft(1), draft(2)], {
    'invoice/issue': (input: Issue) => (fails ? refusalResponse(409, 'PAYMENTS_OFF') : issued(input)),
  })
  fireEvent.click(submit(2))
  expect(await screen.findByText(uiText('invoice:refused.PAYMENTS_OFF'))).toBeTruthy()
  expect(issues()).toHaveLength(1)
  fails = false
  await press(uiText('issueMany:continue_other', { count: '2' }))
  await progress(2, 2)
  expect(issues()[1]).toEqual(issues()[0])
})

test('sending is stopped within a minute: the invoices stay issued, and the dialog says which emails had left', async () => {
  const { inputsOf } = await open([draft(1), draft(2), draft(3)], {
    'invoice/stopSending': () => ({ stopped: [idOf(2), idOf(3)] }),
  })
  fireEvent.click(submit(3))
  await progress(3, 3)
  expect(screen.getByText(uiTextPattern('issueMany:leaving_other'))).toBeTruthy()
  expect(screen.getByText(uiTextPattern('issueMany:stays_other'))).toBeTruthy()
  await press(uiText('issueMany:stopSending'))
  expect(await screen.findByText(uiText('issueMany:stopped_other', { count: '2' }))).toBeTruthy()
  expect(screen.getByText(uiText('issueMany:hadLeft_one', { count: '1' }))).toBeTruthy()
  expect(inputsOf('invoice/stopSending')).toEqual([{ ids: [1, 2, 3].map(idOf) }])
})

test('after a minute, sending can no longer be stopped @slow', async () => {
  await open([draft(1), draft(2)])
  fireEvent.click(submit(2))
  await progress(2, 2)
  vi.useFakeTimers({ now: Date.now() + 61_000, toFake: ['Date'] })
  expect(await screen.findByText(uiText('issueMany:left'), undefined, { timeout: 3_000 })).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('issueMany:stopSending') })).toBeNull()
})
