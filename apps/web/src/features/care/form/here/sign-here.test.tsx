import type { SentForm } from '@attune/contract/features/care/form/form.schemas'
import type { TicketForm } from '@attune/contract/features/care/form/form.tickets'
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { idleLock, resetLock } from '../../../../platform/auth/auth.ts'
import { endSigningHere, guardianPageShown, hasFormToSignHere } from '../../../../platform/auth/signing-here.ts'
import { observedLock } from '../../../../platform/auth/use-auth.ts'
import { registerUnsaved } from '../../../../platform/draft/unsaved.ts'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { SentFormMenu } from '../sent/SentFormMenu.tsx'
import { SignHereDialog } from './SignHereDialog.tsx'
import { SignHerePage } from './SignHerePage.tsx'

afterEach(() => {
  vi.unstubAllGlobals()
  endSigningHere()
  guardianPageShown.set(false)
  observedLock.set(false)
  resetLock()
  history.replaceState(null, '', '/')
})

const [id, contactId, clientId] = ['1', '2', '3'].map((end) => `7a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c0${end}`) as [
  string,
  string,
  string,
]
const client = { id: clientId, name: 'Tim Weber' }
const sentAt = '2001-11-20T09:00:00.000Z'
const head = {
  id,
  title: 'Consent to treatment',
  isConsent: true,
  state: 'open' as const,
  version: 1,
  sentAt,
  replacedAt: null,
  dueDay: null,
  signedAt: null,
  withdrawnAt: null,
  hasSignature: true,
  isReady: false,
  paper: null,
  needsGuardian: true,
}
const item: SentForm = {
  ...head,
  formId: id,
  cancelledAt: null,
  newerVersion: null,
  flag: 'none',
  guardianName: '',
  method: null,
  isKept: false,
  isForGuardians: true,
  waitsFor: [],
  agreement: null,
}
const element = { hint: '', required: false, options: [] }
const form: TicketForm = {
  ...head,
  isSignedByGuardian: false,
  therapistName: 'Nora Lindqvist',
  content: {
    title: head.title,
    language: 'en',
    isConsent: true,
    fields: [
      { ...element, id: contactId, type: 'short-text', label: 'Allergies?' },
      { ...element, id: clientId, type: 'signature', label: 'I agree' },
    ],
  },
  scan: null,
  answers: {},
  draftVersion: 0,
  savedAt: null,
  signature: null,
  isForMinor: true,
  guardians: [],
  ticketId: id,
  firstName: 'Tim',
  signerName: 'Anna Weber',
  signerRelation: 'Mother',
  way: 'practice',
}
const contact = { id: contactId, name: 'Anna Weber', relationship: 'Mother', email: null, warnings: [] }
const opened = { needsCode: false, form }
const connectionLost = () => new TypeError('Failed to fetch')

function stubLocation() {
  const replace = vi.fn<(url: string) => void>()
  vi.stubGlobal('location', { ...location, replace, pathname: '/record', search: '?tab=documents' })
  return replace
}

async function openDialog(answers: Parameters<typeof mockServer>[0]) {
  const server = mockServer({ 'login/lock': () => ({ done: true }), ...answers })
  await renderPage(<SignHereDialog client={client} item={item} onClose={() => {}} />)
  return server
}
const submitName = { name: uiText('signHere:submit') }

type Answers = Parameters<typeof mockServer>[0]
/** Opens the page of the guardian with a token. The therapist's login is locked. */
async function openPage(answers: Answers = {}) {
  history.replaceState(null, '', '/sign-here#token=abc')
  const server = mockServer({
    'login/session': () => ({ login: null }),
    'form/openTicket': () => opened,
    'form/saveTicketAnswers': () => ({ draftVersion: 1, savedAt: sentAt }),
    ...answers,
  })
  guardianPageShown.set(true)
  observedLock.set(true)
  await renderPage(<SignHerePage />, '/sign-here')
  return server
}

async function sign() {
  fireEvent.change(await screen.findByLabelText(uiText('form:own.name')), { target: { value: 'Anna Weber' } })
  fireEvent.click(screen.getByRole('button', { name: uiText('form:own.signAction') }))
}

test.each([
  ['a form that is kept from guardians', { isKept: true }],
  ['a form for the client alone', { isForGuardians: false }],
])('%s is not signed here', async (_, part) => {
  mockServer({})
  await renderPage(<SentFormMenu client={client} item={{ ...item, ...part }} />)
  fireEvent.click(screen.getByRole('button', { name: uiText('form:more') }))
  await screen.findByRole('menuitem', { name: uiText('formPaper:action') })
  expect(screen.queryByRole('menuitem', { name: uiText('signHere:action') })).toBeNull()
})

test('handing over locks all tabs and opens the form of the guardian in place of the record', async () => {
  const replace = stubLocation()
  idleLock.watch({ userId: 'nora', role: 'therapist' }, true)
  const { inputsOf } = await openDialog({
    'form/signLinks': () => ({ items: [], contacts: [contact] }),
    'form/startSigningHere': () => ({ token: 'abc', expiresAt: sentAt }),
  })
  expect(await screen.findByRole('option', { name: 'Anna Weber (Mother)' })).toBeTruthy()
  screen.getByText(uiText('signHere:locks'))
  fireEvent.click(screen.getByRole('button', submitName))
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/sign-here#token=abc'))
  expect(inputsOf('form/startSigningHere')).toEqual([{ clientId, id, contactId }])
  expect(idleLock.locked).toBe(true)
  expect(endSigningHere()).toBe('/record?tab=documents')
})

test('a client without a guardian has nobody to hand over to', async () => {
  const { inputsOf } = await openDialog({ 'form/signLinks': () => ({ items: [], contacts: [] }) })
  await screen.findByText(uiText('signHere:noGuardian', { name: client.name }))
  fireEvent.click(screen.getByRole('button', submitName))
  expect(inputsOf('form/startSigningHere')).toEqual([])
})

test('a tab with unsaved text is not handed over', async () => {
  const saved = registerUnsaved()
  const { inputsOf } = await openDialog({ 'form/signLinks': () => ({ items: [], contacts: [contact] }) })
  await screen.findByRole('option', { name: 'Anna Weber (Mother)' })
  fireEvent.click(screen.getByRole('button', submitName))
  await screen.findByText(uiText('signHere:unsaved'))
  expect(inputsOf('form/startSigningHere')).toEqual([])
  saved()
})

test('a refused hand-over keeps the record open', async () => {
  const replace = stubLocation()
  await openDialog({
    'form/signLinks': () => ({ items: [], contacts: [contact] }),
    'form/startSigningHere': () => refusalResponse(409, 'ILLEGAL_TRANSITION', { state: 'signed' }),
  })
  await screen.findByRole('option', { name: 'Anna Weber (Mother)' })
  fireEvent.click(screen.getByRole('button', submitName))
  await screen.findByText(uiText('form:refused.ILLEGAL_TRANSITION'))
  expect([replace.mock.calls, idleLock.locked]).toEqual([[], false])
})

test('a signed form thanks the guardian, and the button leads to the lock @slow', async () => {
  const { inputsOf } = await openPage({ 'form/signTicket': () => ({ ...form, state: 'signed', signedAt: sentAt }) })
  await screen.findByText(uiText('signHere:signer', { signer: 'Anna Weber', client: 'Tim' }))
  await sign()
  await screen.findByRole('heading', { name: uiText('signHere:done.title') })
  expect(inputsOf('form/signTicket')).toMatchObject([{ token: 'abc', version: 1, typedName: 'Anna Weber' }])
  expect(hasFormToSignHere()).toBe(false)
  fireEvent.click(screen.getByRole('button', { name: uiText('signHere:unlock') }))
  expect(guardianPageShown.get()).toBe(false)
})

test('without a connection signing says so, and keeps what was typed @slow', async () => {
  await openPage({ 'form/saveTicketAnswers': connectionLost, 'form/signTicket': connectionLost })
  const field = await screen.findByLabelText<HTMLInputElement>('Allergies?')
  fireEvent.change(field, { target: { value: 'Nuts' } })
  await sign()
  await screen.findByText(uiText('common:errors.NETWORK_ERROR'))
  expect(field.value).toBe('Nuts')
  expect(hasFormToSignHere()).toBe(true)
})

test('a form that cannot be loaded says that there is no connection, and opens when there is one @slow', async () => {
  let isOnline = false
  await openPage({ 'form/openTicket': () => (isOnline ? opened : connectionLost()) })
  await screen.findByRole('heading', { name: uiText('signHere:offline.title') })
  isOnline = true
  fireEvent.click(screen.getByRole('button', { name: uiText('signHere:again') }))
  expect(await screen.findByLabelText('Allergies?')).toBeTruthy()
})

test('a ticket that ends while the form is open takes the form away @slow', async () => {
  let isOver = false
  await openPage({
    'form/openTicket': () => (isOver ? refusalResponse(410, 'INVALID_LINK') : opened),
    'form/signTicket': () => refusalResponse(410, 'INVALID_LINK'),
  })
  await screen.findByLabelText('Allergies?')
  isOver = true
  await sign()
  await screen.findByRole('heading', { name: uiText('signHere:over.title') })
  expect(screen.queryByLabelText('Allergies?')).toBeNull()
})

test('the page returns to the record as soon as the login is unlocked, in whichever tab', async () => {
  sessionStorage.setItem('attune-sign-here-back', '/dashboard/therapist/clients/1')
  await openPage()
  await screen.findByLabelText('Allergies?')
  const replace = stubLocation()
  act(() => observedLock.set(false))
  await waitFor(() => expect(replace).toHaveBeenCalledWith('/dashboard/therapist/clients/1'))
  expect(hasFormToSignHere()).toBe(false)
})
