import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage, refusalResponse } from '../../../testing/render-page.tsx'
import { ConfirmOldEmailPage } from './email-link/pages.tsx'
import { ResetPasswordPage } from './email-link/ResetPasswordPage.tsx'
import { InvitationPage } from './email-link/InvitationPage.tsx'
import { RegisterForm } from './public/RegisterForm.tsx'
import { SignInForm } from './public/SignInForm.tsx'
import { adminEmailOf, setUpInput, setUpProblems, initialSetUpValues } from './set-up/set-up.ts'
import { uiText, uiTextPattern } from '../../../testing/ui-text.ts'

const product = {
  practiceName: 'Lindqvist Psychotherapy',
  therapistSignup: 'approval',
  mailConfigured: true,
  loopback: false,
  setUp: true,
}
const invitation = { therapistName: 'Nora Lindqvist', firstName: 'Ana', email: 'ana@client.test', next: 'set-password' }

const serve = (answers: Parameters<typeof mockServer>[0]) => {
  const { calls } = mockServer({
    'product/info': () => product,
    'login/session': () => ({ login: null }),
    ...answers,
  })
  return calls
}
const fill = (label: string, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } })
const rule = (text: string) => screen.getByText(text).closest('li')?.hasAttribute('data-kept')

afterEach(() => {
  vi.unstubAllGlobals()
  history.replaceState(null, '', '/')
})

test('the rules of a password are ticked while it is typed [5.02] @slow', async () => {
  serve({})
  await renderPage(<RegisterForm onSent={() => {}} />)
  fill('Password', 'abcdefgh')
  expect([rule('At least 8 characters'), rule(uiText('login:rules.letters')), rule('One number')]).toEqual([
    true,
    false,
    false,
  ])
  fill('Password', 'Abcdefg1')
  expect([rule(uiText('login:rules.letters')), rule('One number')].map(Boolean)).toEqual([true, true])
})

test('a double click registers once and shows where the email was sent @slow', async () => {
  const calls = serve({ 'login/signUp': () => ({ done: true }) })
  const sent = vi.fn<(email: string) => void>()
  await renderPage(<RegisterForm onSent={sent} />)
  fill('First name', 'Ana')
  fill('Last name', 'Moreau')
  fill(uiText('login:email'), 'ana@client.test')
  fill('Password', 'Abcdefg1')
  const button = screen.getByRole('button', { name: 'Create account' })
  fireEvent.click(button)
  fireEvent.click(button)
  await expect.poll(() => sent.mock.calls).toEqual([['ana@client.test']])
  expect(calls.filter(({ path }) => path === 'login/signUp')).toHaveLength(1)
})

test('a wrong password shows an error and keeps what was typed @slow', async () => {
  serve({ 'login/signIn': () => refusalResponse(401, 'INVALID_CREDENTIALS') })
  await renderPage(<SignInForm onSignedIn={() => {}} onSecondFactor={() => {}} onUnconfirmed={() => {}} />)
  fill(uiText('login:email'), 'ana@client.test')
  fill('Password', 'wrong')
  fireEvent.click(screen.getByRole('button', { name: 'Sign in' }))
  expect(await screen.findByText('Invalid email or password. Please try again.')).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(uiText('login:email')).value).toBe('ana@client.test')
})

test('the invitation of a guardian says for whom and which rights, and can be accepted with another account @slow', async () => {
  const guardianOf = { firstName: 'Tim', rights: ['sessions', 'invoices'] }
  serve({ 'login/readInvitation': () => ({ ...invitation, firstName: 'Anna Weber', guardianOf }) })
  history.replaceState(null, '', '/setup-password#token=guardian')
  await renderPage(<InvitationPage />)
  const names = { therapist: 'Nora Lindqvist', client: 'Tim' }
  expect(await screen.findByText(uiTextPattern('login:invitation.textGuardian', names))).toBeTruthy()
  for (const right of ['sessions', 'requests', 'invoices'] as const) {
    const isShown = screen.queryByText(uiText(`guardianRight:name.${right}`)) !== null
    expect(isShown, right).toBe(right !== 'requests')
  }
  expect(screen.getByRole('button', { name: uiText('login:invitation.submitGuardian') })).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: uiText('login:invitation.otherAccount') }))
  expect(await screen.findByRole('button', { name: uiText('login:invitation.signIn') })).toBeTruthy()
})

test('an invitation names the therapist, refuses two different passwords and removes the token from the address bar [2.02, 5.02, 5.10] @slow', async () => {
  const calls = serve({ 'login/readInvitation': () => invitation })
  history.replaceState(null, '', '/setup-password#token=secret')
  await renderPage(<InvitationPage />)
  expect(await screen.findByText(uiTextPattern('login:invitation.text', { therapist: 'Nora Lindqvist' }))).toBeTruthy()
  expect(location.hash).toBe('')
  const set = screen.getByRole('button', { name: uiText('login:invitation.submit') })
  fill(uiText('login:newPassword'), 'abcdefg')
  fireEvent.click(set)
  expect(await screen.findByText('Password must be at least 8 characters with numbers and letters.')).toBeTruthy()
  fill(uiText('login:newPassword'), 'Abcdefg1')
  fill(uiText('login:passwordAgain'), 'Abcdefg2')
  fireEvent.click(set)
  expect(await screen.findByText('Passwords do not match.')).toBeTruthy()
  expect(calls.some(({ path }) => path === 'login/acceptInvitation')).toBe(false)
})

test('an invited client chooses discreet emails with one switch before the first email is sent [2.02] @slow', async () => {
  const calls = serve({
    'login/readInvitation': () => invitation,
    'login/acceptInvitation': () => refusalResponse(410, 'INVALID_LINK'),
  })
  history.replaceState(null, '', '/setup-password#token=secret')
  await renderPage(<InvitationPage />)
  const discreet = await screen.findByRole('switch', { name: uiTextPattern('login:invitation.discreet') })
  fireEvent.click(discreet)
  fill(uiText('login:newPassword'), 'Abcdefg1')
  fill(uiText('login:passwordAgain'), 'Abcdefg1')
  fireEvent.click(screen.getByRole('button', { name: uiText('login:invitation.submit') }))
  await waitFor(() =>
    expect(calls.find(({ path }) => path === 'login/acceptInvitation')?.input).toMatchObject({ discreet: true }),
  )
})

test('a forgotten password is replaced with one field, and too weak a password is refused [5.02] @slow', async () => {
  const calls = serve({
    'login/readLink': () => ({ email: 'ana@client.test' }),
    'login/reset': () => ({ done: true }),
  })
  history.replaceState(null, '', '/reset-password#token=secret')
  await renderPage(<ResetPasswordPage />)
  await screen.findByLabelText(uiText('login:newPassword'))
  fill(uiText('login:newPassword'), 'abcdefg')
  const save = screen.getByRole('button', { name: uiText('login:reset.submit') })
  fireEvent.click(save)
  expect(await screen.findByText('Password must be at least 8 characters with numbers and letters.')).toBeTruthy()
  expect(screen.queryByLabelText(uiText('login:passwordAgain'))).toBeNull()
  fill(uiText('login:newPassword'), 'Abcdefg1')
  fireEvent.click(save)
  expect(await screen.findByText(uiText('login:reset.done'))).toBeTruthy()
  expect(calls.find(({ path }) => path === 'login/reset')?.input).toEqual({ token: 'secret', password: 'Abcdefg1' })
})

test('an invalid invitation link shows an error and a button for a new link @slow', async () => {
  const calls = serve({
    'login/readInvitation': () => refusalResponse(410, 'INVALID_LINK'),
    'login/sendFreshInvitation': () => ({ done: true }),
  })
  history.replaceState(null, '', '/setup-password#token=old')
  await renderPage(<InvitationPage />)
  expect(await screen.findByText('Invalid or expired invitation link.')).toBeTruthy()
  fireEvent.click(screen.getByRole('button', { name: uiText('login:invitation.fresh') }))
  expect(await screen.findByText(uiTextPattern('login:invitation.freshSent'))).toBeTruthy()
  expect(calls).toContainEqual(expect.objectContaining({ path: 'login/sendFreshInvitation', input: { token: 'old' } }))
})

test('an invitation to an address with an account asks the person to sign in', async () => {
  serve({ 'login/readInvitation': () => ({ ...invitation, next: 'sign-in' }) })
  history.replaceState(null, '', '/setup-password#token=known')
  await renderPage(<InvitationPage />)
  expect(await screen.findByRole('button', { name: 'Sign in to accept' })).toBeTruthy()
  expect(screen.getByText(uiTextPattern('login:invitation.textSignIn', { email: 'ana@client.test' }))).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>(uiText('login:email')).value).toBe('ana@client.test')
})

test('after a click, the page of an email link says whether the email address has changed @slow', async () => {
  for (const changed of [false, true]) {
    serve({ 'login/confirmEmailChange': () => ({ changed }) })
    history.replaceState(null, '', '/change-email/old#token=secret')
    const { unmount } = await renderPage(<ConfirmOldEmailPage />)
    fireEvent.click(await screen.findByRole('button', { name: uiText('reauthentication:emailLink.agree') }))
    const done = changed ? 'changed' : 'agree'
    await screen.findByRole('heading', { name: uiText(`reauthentication:emailLink.doneTitle.${done}`) })
    expect(screen.getByText(uiText(`reauthentication:emailLink.done.${done}`))).toBeTruthy()
    unmount()
  }
})

test('an admin who sees clients gets two accounts with two addresses, and a second address is suggested', () => {
  const values = {
    ...initialSetUpValues(),
    practiceName: 'P',
    firstName: 'Nora',
    lastName: 'L',
    password: 'Abcdefg1',
    therapist: true,
    therapistEmail: 'nora@p.test',
  }
  expect(adminEmailOf(values)).toBe('nora+admin@p.test')
  expect(setUpProblems(values)).toEqual({})
  expect(setUpInput(values)).toMatchObject({
    email: 'nora+admin@p.test',
    publicUrl: null,
    therapist: { email: 'nora@p.test' },
    emailName: 'P',
  })
  for (const adminEmail of ['Nora@p.test', ' nora@p.test '])
    expect(setUpProblems({ ...values, adminEmail })).toEqual({ adminEmail: 'setUp.sameEmail' })
  expect(setUpProblems({ ...values, publicUrl: 'practice' })).toEqual({ publicUrl: 'setUp.addressInvalid' })
})

test('the name in emails is the name of the practice without words of health care until another one is typed', () => {
  const values = { ...initialSetUpValues(), practiceName: 'Lindqvist Psychotherapy' }
  expect(setUpInput(values).emailName).toBe('Lindqvist')
  expect(setUpProblems({ ...values, emailName: 'Praxis für Psychotherapie' })).toMatchObject({
    emailName: 'setUp.emailNameHealth',
  })
  expect(setUpInput({ ...values, emailName: 'Lindqvist' }).emailName).toBe('Lindqvist')
  expect(setUpProblems({ ...values, emailName: ' ' })).toMatchObject({ emailName: 'required' })
})

test.each([
  [400, 'BAD_REQUEST', 'Missing required registration data.'],
  [500, 'INTERNAL_SERVER_ERROR', 'Registration failed. Please try again.'],
  [409, 'ACCOUNT_EXISTS', 'An account with this email already exists. Please try logging in instead.'],
  [503, 'UNAVAILABLE', uiText('common:errors.UNAVAILABLE')],
])('a registration refused with status %i shows the reason [8.02] @slow', async (status, code, text) => {
  serve({ 'login/signUp': () => refusalResponse(status, code) })
  await renderPage(<RegisterForm onSent={() => {}} />)
  fill('First name', 'Ana')
  fill('Last name', 'Moreau')
  fill(uiText('login:email'), 'ana@client.test')
  fill('Password', 'Abcdefg1')
  fireEvent.click(screen.getByRole('button', { name: 'Create account' }))
  expect(await screen.findByText(text)).toBeTruthy()
})
