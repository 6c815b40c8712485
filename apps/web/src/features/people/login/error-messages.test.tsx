import { fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import type { ReactNode } from 'react'
import { observedAuthState } from '../../../platform/auth/use-auth.ts'
import { withAuthError, signedOutState, type AuthError } from '../../../platform/auth/auth-state.ts'
import type { LoginView, Me } from '../../../platform/login/login.ts'
import { AuthErrorCallout } from '../../../shell/frame/AuthErrorCallout.tsx'
import { failureResponse, mockServer, renderPage, refusalResponse } from '../../../testing/render-page.tsx'
import { NamesForm } from '../account/profile/NamesForm.tsx'
import { OnboardingForm } from '../account/onboarding/OnboardingForm.tsx'
import { TherapistProfileForm } from '../account/profile/TherapistProfileForm.tsx'
import { ConfirmEmailPage } from './email-link/ConfirmEmailPage.tsx'
import ReauthenticationDialog from './lock/ReauthenticationDialog.tsx'
import { SignInForm } from './public/SignInForm.tsx'
import { uiText, uiTextPattern } from '../../../testing/ui-text.ts'

// Tests that each error message about signing in and profiles appears for exactly one cause [8.02]. The tests of the
// auth store cover the causes. Other test files cover registration and invitations.

afterEach(() => {
  vi.unstubAllGlobals()
  observedAuthState.set(signedOutState)
  history.replaceState(null, '', '/')
})
function serve(answers: Parameters<typeof mockServer>[0] = {}) {
  mockServer({
    'product/info': () => ({ practiceName: 'P', therapistSignup: 'approval', mailConfigured: true, setUp: true }),
    'login/session': () => ({ login: null }),
    'login/providers': () => ({ items: [{ id: 'google', name: 'Google', linked: false }] }),
    ...answers,
  })
}
const fill = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))
const me = { id: 'ana', role: 'client', email: 'ana@client.test', firstName: 'Ana', lastName: 'Moreau' } as Me
const login = { userId: 'ana', email: 'ana@client.test' } as LoginView
const signIn = (more: object = {}) => (
  <SignInForm onSignedIn={() => {}} onSecondFactor={() => {}} onUnconfirmed={() => {}} {...more} />
)
const broken = failureResponse

test.each<[string, number, string]>([
  ['INVALID_CREDENTIALS', 401, 'Invalid email or password. Please try again.'],
  ['EMAIL_NOT_CONFIRMED', 403, 'Please check your email and confirm your account before logging in.'],
  ['INTERNAL_SERVER_ERROR', 500, 'An unexpected error occurred. Please try again.'],
])('a sign-in refused with %s shows its message [8.02, 8.03] @slow', async (code, status, text) => {
  serve({ 'login/signIn': () => refusalResponse(status, code) })
  await renderPage(signIn())
  fill(uiText('login:email'), 'ana@client.test')
  fill('Password', 'Abcdefg1')
  press('Sign in')
  expect(await screen.findByText(text)).toBeTruthy()
})

test.each<[string, string]>([
  ['failed', 'Google sign-in failed. Please try again.'],
  ['denied', uiText('reauthentication:service.denied')],
  ['unproved-address', uiText('reauthentication:service.unproved-address')],
  ['account-exists-link-first', 'An account with this email already exists. Please try logging in instead.'],
])('a Google sign-in that ends with the reason %s shows its message [8.02] @slow', async (reason, text) => {
  serve()
  await renderPage(signIn({ failed: { reason, provider: 'google' } }))
  expect(await screen.findByText(text)).toBeTruthy()
})

test('the message about a failed sign-in does not repeat an unknown service name from the address [8.02] @slow', async () => {
  serve()
  await renderPage(signIn({ failed: { reason: 'failed', provider: 'Call 0800 now' } }))
  expect(await screen.findByText(uiText('reauthentication:service.failed'))).toBeTruthy()
})

test.each<[string, () => unknown, string]>([
  ['fails', broken, 'Google sign-in failed. Please try again.'],
  ['gets no answer', () => refusalResponse(503, 'PROVIDER_UNAVAILABLE'), uiText('common:errors.PROVIDER_UNAVAILABLE')],
])('the Google button shows its message when the server %s [8.02] @slow', async (_, answer, text) => {
  serve({ 'login/signInWith': answer })
  await renderPage(signIn())
  fireEvent.click(await screen.findByRole('button', { name: 'Continue with Google' }))
  expect(await screen.findByText(text)).toBeTruthy()
})

test.each<[AuthError, string]>([
  ['SESSION_LOAD_FAILED', 'Failed to load session'],
  ['AUTH_START_FAILED', 'Failed to initialize authentication'],
])('%s is shown on the public page too [8.02] @slow', async (error, text) => {
  serve()
  observedAuthState.set(withAuthError(signedOutState, error))
  await renderPage(signIn())
  expect(await screen.findByText(text)).toBeTruthy()
})

test.each<[AuthError, string]>([
  ['PROFILE_REFRESH_FAILED', 'Failed to refresh profile'],
  ['ROLE_UNKNOWN', 'Could not determine user role. Please contact support.'],
])('%s is shown above the page of a signed-in person [8.02]', async (error, text) => {
  serve()
  observedAuthState.set(withAuthError({ ...signedOutState, session: login }, error))
  await renderPage(<AuthErrorCallout />)
  expect(screen.getByText(text)).toBeTruthy()
})

test('an ended login opens the sign-in dialog with its message [4.13, 8.02]', async () => {
  serve()
  await renderPage(
    <ReauthenticationDialog
      kind="sign-in"
      who={{ email: me.email, me, isClient: true, passkey: false, password: true }}
    />,
  )
  expect(await screen.findByText('Session expired. Please log in again.')).toBeTruthy()
})

test('a failed verification and an expired link have their own messages [8.02] @slow', async () => {
  let answer = broken
  serve({ 'login/readLink': () => ({ email: me.email }), 'login/confirm': () => answer() })
  history.replaceState(null, '', '/confirm#token=secret')
  await renderPage(<ConfirmEmailPage />)
  await screen.findByText(/ana@client\.test/)
  fill('Password', 'Abcdefg1')
  press(uiText('login:confirm.submit'))
  expect(await screen.findByText('Verification failed. Please try again.')).toBeTruthy()
  answer = () => refusalResponse(410, 'INVALID_LINK')
  press(uiText('login:confirm.submit'))
  expect(await screen.findByText(uiText('login:link.title'))).toBeTruthy()
  expect(screen.queryByText('Verification failed. Please try again.')).toBeNull()
})

test('a profile that could not be created shows its message [8.02] @slow', async () => {
  serve({ 'account/onboard': broken })
  await renderPage(<OnboardingForm me={me} />)
  fireEvent.click(await screen.findByRole('radio', { name: uiTextPattern('onboarding:client') }))
  press('Continue')
  expect(await screen.findByText(uiText('common:errors.onboard.failed'))).toBeTruthy()
})

const profile = { specialization: 'Grief', credentials: '', bio: '', aboutMe: '' }
test.each<[string, ReactNode, string | RegExp]>([
  ['names', <NamesForm key="names" me={me} />, /First name/],
  ['work', <TherapistProfileForm key="work" title="Work" hint="" profile={profile} />, 'Specialization'],
])(
  'a profile whose %s could not be changed shows its message and keeps what was typed [8.02] @slow',
  async (_, form, label) => {
    serve({ 'account/saveNames': broken, 'account/saveTherapistProfile': broken })
    await renderPage(form)
    fill(label, 'Other')
    press('Save')
    expect(await screen.findByText(uiText('common:errors.saveProfile.failed'))).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>(label).value).toBe('Other')
  },
)
