import type { TicketForm } from '@attune/contract/features/care/form/form.tickets'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { clearLinkToken } from '../../../../platform/login/link-token.ts'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { SignPage } from './SignPage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  clearLinkToken()
  history.replaceState(null, '', '/')
})

const signature = {
  id: '8a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c02',
  type: 'signature' as const,
  label: 'I agree',
  hint: '',
  required: true,
  options: [],
}
const question = {
  ...signature,
  id: '8a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c01',
  type: 'short-text' as const,
  label: 'Allergies?',
}
const form = (part: Partial<TicketForm> = {}): TicketForm => ({
  id: '8a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c03',
  ticketId: '8a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c04',
  title: 'Consent to treatment',
  isConsent: true,
  state: 'open',
  version: 1,
  sentAt: '2001-11-20T09:00:00.000Z',
  replacedAt: null,
  dueDay: null,
  signedAt: null,
  withdrawnAt: null,
  hasSignature: true,
  isReady: false,
  paper: null,
  needsGuardian: false,
  isSignedByGuardian: false,
  therapistName: 'Lena Brandt',
  content: { title: 'Consent to treatment', language: 'en', isConsent: true, fields: [question, signature] },
  scan: null,
  answers: {},
  draftVersion: 0,
  savedAt: null,
  signature: null,
  isForMinor: false,
  guardians: [],
  firstName: 'Tim',
  signerName: 'Anna Weber',
  signerRelation: 'Mother',
  way: 'link',
  ...part,
})
const signed = form({ state: 'signed', signedAt: '2001-11-21T09:00:00.000Z', isReady: true })
const locked = { needsCode: true, signerName: 'Anna Weber' }
const shown = { needsCode: false, form: form() }
type Answers = Parameters<typeof mockServer>[0]

async function open(openTicket: (input: { code?: string }) => unknown, answers: Answers = {}, hash = '#token=abc') {
  history.replaceState(null, '', `/sign${hash}`)
  const server = mockServer({
    'login/session': () => ({ login: null }),
    'form/openTicket': openTicket as never,
    'form/saveTicketAnswers': () => ({ draftVersion: 1, savedAt: '2001-11-20T09:00:00.000Z' }),
    ...answers,
  })
  await renderPage(<SignPage />, '/sign')
  return server
}
async function enter(code: string) {
  fireEvent.change(await screen.findByLabelText(uiText('signPage:code')), { target: { value: code } })
  fireEvent.click(screen.getByRole('button', { name: uiText('signPage:open') }))
}
async function sign() {
  fireEvent.change(await screen.findByLabelText(/Allergies/), { target: { value: 'None' } })
  fireEvent.change(screen.getByLabelText(uiText('form:own.name')), { target: { value: 'Anna Weber' } })
  fireEvent.click(screen.getByRole('button', { name: uiText('form:own.signAction') }))
}

test('the page says for whom the form is, takes the code with a space, and signs with the token alone @slow', async () => {
  const { inputsOf } = await open(({ code }) => (code ? shown : locked), { 'form/signTicket': () => signed })
  await screen.findByText(uiText('signPage:for', { name: 'Anna Weber' }))
  expect(document.body.textContent).not.toContain('Tim')
  await enter('123 456')
  await sign()
  await screen.findByRole('heading', { level: 1, name: uiText('signPage:done.signed') })
  expect(inputsOf('form/openTicket')).toEqual([{ token: 'abc' }, { token: 'abc', code: '123456' }])
  expect(inputsOf('form/signTicket')).toMatchObject([
    { token: 'abc', version: 1, typedName: 'Anna Weber', answers: { [question.id]: 'None' } },
  ])
  const download = screen.getByRole('link', { name: new RegExp(uiText('form:download')) })
  expect(download.getAttribute('href')).toBe(`/api/form-ticket/${signed.ticketId}/pdf`)
  expect(location.href).not.toContain('abc')
})

test('a code that is too short is not sent', async () => {
  const { inputsOf } = await open(() => locked)
  await enter('12345')
  await screen.findByText(uiText('signPage:missing'))
  expect(inputsOf('form/openTicket')).toHaveLength(1)
})

test('a wrong code says how many tries are left, and the last one that the link is void', async () => {
  let left = 1
  await open(({ code }) => (code ? refusalResponse(409, 'WRONG_CODE', { left: left-- }) : locked))
  await enter('123456')
  await screen.findByText(uiText('signPage:wrong_one', { count: '1' }))
  await enter('123457')
  await screen.findByRole('heading', { level: 1, name: uiText('signPage:void.title') })
})

test('a link that opens nothing says so, without asking for a code', async () => {
  await open(() => refusalResponse(410, 'INVALID_LINK'))
  await screen.findByRole('heading', { level: 1, name: uiText('signPage:invalid.title') })
  expect(screen.queryByLabelText(uiText('signPage:code'))).toBeNull()
})

test('a form that ends while it is open says so and keeps what was typed @slow', async () => {
  await open(() => shown, { 'form/signTicket': () => refusalResponse(410, 'INVALID_LINK') })
  await sign()
  await screen.findByText(uiText('signPage:ended.title'))
  expect(screen.getByLabelText(/Allergies/)).toHaveProperty('value', 'None')
})

test('after the signature the page waits for the PDF and then offers it @slow', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'setTimeout'] })
  let isReady = false
  await open(() => ({ needsCode: false, form: { ...signed, isReady } }))
  await screen.findByText(uiText('signPage:done.making'))
  isReady = true
  await vi.advanceTimersByTimeAsync(2_500)
  await waitFor(() => screen.getByRole('link', { name: new RegExp(uiText('form:download')) }))
  vi.useRealTimers()
})
