import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { heldAccounts, setHeldAccounts } from '../../../../platform/login/held-accounts.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { SetUpPage } from './SetUpPage.tsx'
import { initialSetUpValues, setUpInput, setUpProblems } from './set-up.ts'

const login = {
  userId: 'nora-therapist',
  email: 'nora@practice.test',
  role: 'therapist',
  strength: 1,
  need: 'enrol',
} as LoginView
const enrolment = {
  uri: 'otpauth://totp/Attune:nora?secret=ABCD',
  secret: 'ABCD',
  recoveryCodes: ['AAAAA-11111', 'AAAAA-22222'],
  other: { userId: 'nora-admin', email: 'nora+admin@practice.test', recoveryCodes: ['BBBBB-11111'] },
}
let signedIn: LoginView | null = null

function signInBoth() {
  signedIn = login
  return { kind: 'signed-in', login, enrolment }
}

/** The answer of a server that was too slow. It requests no delay before a retry. */
const lateResponse = () => refusalResponse(503, 'UNAVAILABLE', { retryAfterSeconds: 0 })

function serve(answers: Parameters<typeof mockServer>[0] = {}) {
  return mockServer({
    'product/info': () => ({ practiceName: '', mailConfigured: true, loopback: false, setUp: false }),
    'login/session': () => ({ login: signedIn }),
    'login/readLink': () => ({ email: null }),
    'login/setUp': signInBoth,
    'login/confirmTwoStep': () => ({ kind: 'signed-in', login: { ...login, strength: 2, need: null }, both: true }),
    'dashboard/frame': () => refusalResponse(404, 'NOT_FOUND'),
    'account/me': () => ({ id: login.userId, role: 'therapist', onboarded: true, roleRequest: null }),
    ...answers,
  })
}

beforeEach(() => history.replaceState(null, '', '/setup#token=secret'))
afterEach(() => {
  signedIn = null
  setHeldAccounts([])
  queryClient.clear()
  sessionStorage.clear()
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

async function setUpForBoth() {
  const page = await renderPage(<SetUpPage />, '/setup')
  fireEvent.click(await screen.findByLabelText(uiText('login:setUp.therapist')))
  fill(uiText('login:setUp.practiceName'), 'Lindqvist')
  fill(uiText('login:firstName'), 'Nora')
  fill(uiText('login:lastName'), 'Lindqvist')
  const [therapistEmail] = screen.getAllByLabelText(uiText('login:email'))
  fireEvent.change(therapistEmail as HTMLElement, { target: { value: login.email } })
  fill('Password', 'Abcdefg1')
  return page
}

test('a therapist with a practice of their own types one password, and the page says that later changes are separate @slow', async () => {
  const { inputsOf } = serve()
  await setUpForBoth()
  expect(document.querySelectorAll('input[type=password]')).toHaveLength(1)
  expect(screen.getByText(uiText('login:setUp.both'))).toBeTruthy()
  expect(screen.getByText(uiText('login:setUp.nextBoth'))).toBeTruthy()
  const ownPassword = screen.getByLabelText(uiText('login:setUp.ownPassword'))
  fireEvent.click(ownPassword)
  expect(document.querySelectorAll('input[type=password]')).toHaveLength(2)
  expect(screen.getByText(uiText('login:setUp.bothApp'))).toBeTruthy()
  fireEvent.click(ownPassword)
  press(uiText('login:setUp.submit'))
  await screen.findByRole('heading', { name: uiText('login:enrol.title') })
  expect(inputsOf('login/setUp')).toMatchObject([
    { email: 'nora+admin@practice.test', password: 'Abcdefg1', therapist: { email: 'nora@practice.test' } },
  ])
})

test('the admin account can get a password of its own', () => {
  const values = {
    ...initialSetUpValues(),
    practiceName: 'P',
    firstName: 'Nora',
    lastName: 'L',
    therapist: true,
    therapistEmail: 'nora@p.test',
    password: 'Abcdefg1',
  }
  expect(setUpInput(values)).toMatchObject({ password: 'Abcdefg1', therapist: { email: 'nora@p.test' } })
  expect(setUpInput(values).therapist).not.toHaveProperty('password')
  expect(setUpProblems({ ...values, adminPassword: 'weak' })).toEqual({ adminPassword: 'passwordWeak' })
  expect(setUpInput({ ...values, adminPassword: 'Winter-2026' })).toMatchObject({
    password: 'Winter-2026',
    therapist: { password: 'Abcdefg1' },
  })
  expect(setUpProblems({ ...values, therapist: false, adminEmail: 'a@p.test', adminPassword: 'weak' })).toEqual({})
})

test('two-step verification is a step of the set-up: one key, the recovery codes below each address, no password @slow', async () => {
  const { inputsOf } = serve()
  const { router } = await setUpForBoth()
  press(uiText('login:setUp.submit'))
  const own = await screen.findByLabelText(login.email)
  expect(own.textContent).toBe('AAAAA-11111AAAAA-22222')
  expect(screen.getByLabelText(enrolment.other.email).textContent).toBe('BBBBB-11111')
  expect(screen.getByText(uiText('login:enrol.both'))).toBeTruthy()
  const file = decodeURIComponent(
    screen.getByRole('link', { name: uiText('login:enrol.download') }).getAttribute('href') ?? '',
  )
  expect(file).toContain('nora@practice.test\nAAAAA-11111\nAAAAA-22222\n\nnora+admin@practice.test\nBBBBB-11111')
  expect(document.querySelectorAll('input[type=password]')).toHaveLength(0)
  expect(heldAccounts()).toEqual(['nora-therapist', 'nora-admin'])
  fireEvent.click(screen.getByLabelText(uiText('login:enrol.kept')))
  fill(uiText('login:code'), '123456')
  press(uiText('login:enrol.confirm'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/therapist'))
  expect(inputsOf('login/setUpTwoStep')).toEqual([])
})

test('a set-up that the server answers too late is sent again by the page, which then continues', async () => {
  const { inputsOf } = serve({
    'login/setUp': () => (inputsOf('login/setUp').length === 1 ? lateResponse() : signInBoth()),
  })
  await setUpForBoth()
  press(uiText('login:setUp.submit'))
  expect(await screen.findByRole('heading', { name: uiText('login:enrol.title') })).toBeTruthy()
  const [first, second, ...more] = inputsOf('login/setUp')
  expect(second).toEqual(first)
  expect(more).toEqual([])
})

test('after too many late answers the set-up keeps what was entered, and the button sends it again', async () => {
  const { inputsOf } = serve({
    'login/setUp': () => (inputsOf('login/setUp').length <= 4 ? lateResponse() : signInBoth()),
  })
  await setUpForBoth()
  press(uiText('login:setUp.submit'))
  expect(await screen.findByText(uiText('common:errors.UNAVAILABLE'))).toBeTruthy()
  press(uiText('login:setUp.submit'))
  expect(await screen.findByRole('heading', { name: uiText('login:enrol.title') })).toBeTruthy()
  expect(new Set(inputsOf('login/setUp').map((input) => JSON.stringify(input))).size).toBe(1)
})

test('if only one account got the app, a message names the other one @slow', async () => {
  serve({
    'login/confirmTwoStep': () => ({ kind: 'signed-in', login: { ...login, strength: 2, need: null }, both: false }),
  })
  const { toast } = await import('../../../../ui/toast/toast.ts')
  const shown = vi.spyOn(toast, 'error')
  const { router } = await setUpForBoth()
  press(uiText('login:setUp.submit'))
  fireEvent.click(await screen.findByLabelText(uiText('login:enrol.kept')))
  fill(uiText('login:code'), '123456')
  press(uiText('login:enrol.confirm'))
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/therapist'))
  expect(shown).toHaveBeenCalledWith(uiText('login:enrol.notBoth', { email: enrolment.other.email }))
})

test('opening the used link again continues with the missing step where the browser is signed in, and else says that it was used @slow', async () => {
  serve({ 'login/readLink': () => refusalResponse(410, 'INVALID_LINK') })
  const page = await renderPage(<SetUpPage />, '/setup')
  expect(await screen.findByText(uiText('login:setUp.invalid'))).toBeTruthy()
  page.unmount()
  signedIn = login
  const { router } = await renderPage(<SetUpPage />, '/setup')
  await waitFor(() => expect(router.state.location.pathname).toBe('/'))
})
