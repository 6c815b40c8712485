import type { LinkedInvoice } from '@attune/contract/features/billing/invoice/invoice.links'
import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { failureResponse, mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'
import { clearLinkToken } from '../../../../platform/login/link-token.ts'
import { sampleId } from '../../../schedule/session/session.testing.ts'
import { sampleDocument } from '../invoice.testing.ts'
import { LinkedInvoicePage } from './LinkedInvoicePage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  clearLinkToken()
  history.replaceState(null, '', '/')
})

const sheet = sampleDocument()
const invoice: LinkedInvoice = {
  id: sampleId,
  number: '2026-0147',
  kind: 'invoice',
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
    { kind: 'reminder-1', ready: true },
  ],
  sheet: { ...sheet, buyer: { ...sheet.buyer, kind: 'organization', name: 'Hanse Insurance' } },
  paidMinor: '0',
  creditedMinor: '0',
  isAsIssued: false,
  asOf: null,
}
const shown = { needsPostalCode: false, invoice }
const locked = { needsPostalCode: true }
type Input = { token: string; postalCode?: string }

/** Opens the link. `answer` responds to its calls. Returns the inputs of these calls. */
async function openPage(answer: (input: Input) => unknown, hash = '#token=abc') {
  history.replaceState(null, '', `/invoice${hash}`)
  const { inputsOf } = mockServer({ 'login/session': () => ({ login: null }), 'invoice/openLink': answer })
  await renderPage(<LinkedInvoicePage />, '/invoice')
  return () => inputsOf('invoice/openLink')
}
async function enter(postalCode: string) {
  fireEvent.change(await screen.findByLabelText(uiText('linkedInvoice:postalCode')), { target: { value: postalCode } })
  fireEvent.click(screen.getByRole('button', { name: uiText('linkedInvoice:open') }))
}

test('the page asks for the postal code, then shows the sheet, how to pay and the downloads of the link @slow', async () => {
  const sent = await openPage(({ postalCode }) => (postalCode ? shown : locked))
  await enter(' 20095 ')
  expect(await screen.findByRole('heading', { level: 1, name: /2026-0147/ })).toBeTruthy()
  expect(sent()).toEqual([{ token: 'abc' }, { token: 'abc', postalCode: '20095' }])
  expect(location.href).not.toContain('abc')
  expect(screen.getByText(uiText('ownInvoice:copyIban'))).toBeTruthy()
  expect(screen.queryByText(uiText('ownInvoice:otherPays', { name: 'Hanse Insurance' }))).toBeNull()
  const links = (['pdf', 'xml', 'reminder-1'] as const).map((kind) =>
    screen.getByRole('link', { name: uiText(`invoice:documents.${kind}`) }).getAttribute('href'),
  )
  expect(links).toEqual(['pdf', 'xml', 'reminder-1'].map((kind) => `/api/invoice-link/${sampleId}/${kind}`))
})

test('an invoice as it was issued says neither whether it is paid nor how much is open @slow', async () => {
  await openPage(() => ({ ...shown, invoice: { ...invoice, status: 'partly-paid', isAsIssued: true } }))
  expect(await screen.findByRole('heading', { level: 1, name: /2026-0147/ })).toBeTruthy()
  expect(screen.queryByText(uiText('ownInvoice:open'))).toBeNull()
  expect(screen.queryByText(uiText('invoice:status.partly-paid'))).toBeNull()
  expect(screen.getByRole('link', { name: uiText('invoice:documents.pdf') })).toBeTruthy()
})

test('an invoice as of the day on which the client withdrew the agreement says which status it had then', async () => {
  const then = { ...invoice, status: 'paid', openMinor: '0', isAsIssued: true, asOf: '2026-11-20' }
  await openPage(() => ({ ...shown, invoice: then }))
  expect(await screen.findByText(uiText('invoice:status.paid'))).toBeTruthy()
  expect(screen.getByText(uiTextPattern('invoice:page.asOf'))).toBeTruthy()
  expect(screen.queryByText(uiText('ownInvoice:copyIban'))).toBeNull()
})

test('while the link is checked, the page shows that it loads', async () => {
  await openPage(() => new Promise(() => {}))
  expect(await screen.findByLabelText(uiText('linkedInvoice:loading'))).toBeTruthy()
})

test('a browser that has proved the postal code is not asked again', async () => {
  await openPage(() => shown)
  expect(await screen.findByRole('heading', { level: 1, name: /2026-0147/ })).toBeTruthy()
})

test('a postal code is sent only if it is entered, and a wrong one can be corrected @slow', async () => {
  const sent = await openPage(({ postalCode }) =>
    postalCode === '20095' ? shown : postalCode ? refusalResponse(409, 'WRONG_POSTAL_CODE') : locked,
  )
  await enter(' ')
  expect(await screen.findByText(uiText('linkedInvoice:missing'))).toBeTruthy()
  expect(sent()).toHaveLength(1)
  await enter('99999')
  expect(await screen.findByText(uiText('linkedInvoice:wrong'))).toBeTruthy()
  await enter('20095')
  expect(await screen.findByRole('heading', { level: 1, name: /2026-0147/ })).toBeTruthy()
})

test('after too many wrong postal codes the page says how long to wait', async () => {
  await openPage(({ postalCode }) =>
    postalCode ? refusalResponse(429, 'TOO_MANY', { retryAfterSeconds: 600 }) : locked,
  )
  await enter('99999')
  expect((await screen.findByRole('alert')).textContent).toContain('10')
})

test.each([
  ['unknown or expired', () => refusalResponse(410, 'INVALID_LINK'), '#token=abc'],
  ['incomplete', () => shown, ''],
])('a link that is %s is refused without the form', async (_case, answer, hash) => {
  await openPage(answer, hash)
  expect(await screen.findByText(uiText('linkedInvoice:invalid.text'))).toBeTruthy()
  expect(screen.queryByLabelText(uiText('linkedInvoice:postalCode'))).toBeNull()
})

test('a link that ends while the postal code is entered says so', async () => {
  await openPage(({ postalCode }) => (postalCode ? refusalResponse(410, 'INVALID_LINK') : locked))
  await enter('20095')
  expect(await screen.findByText(uiText('linkedInvoice:invalid.text'))).toBeTruthy()
})

test('if the server fails, the page offers another try', async () => {
  let isDown = true
  await openPage(() => (isDown ? failureResponse() : locked))
  const again = await screen.findByRole('button', { name: uiText('linkedInvoice:again') })
  isDown = false
  fireEvent.click(again)
  expect(await screen.findByLabelText(uiText('linkedInvoice:postalCode'))).toBeTruthy()
})
