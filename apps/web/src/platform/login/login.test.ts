import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer } from '../../testing/render-page.tsx'
import { acceptLogin, cacheLogin, clearLogin, fetchLogin, loginInCache } from './login.ts'
import { pageAccount, setPageAccount } from './page-account.ts'
import {
  finishReauthentication,
  pendingRequirement,
  requireLogin,
  resetReauthentication,
  setLoginRecovery,
} from './reauthentication.ts'

const robert = { userId: '00000000-0000-7000-8000-000000000001', role: 'admin', need: 'enrol' } as unknown as LoginView
const replaced: LoginView = { ...robert, need: null }

afterEach(() => {
  resetReauthentication()
  clearLogin()
  setPageAccount(null)
  vi.unstubAllGlobals()
})

test('a login that replaces the login of this page closes a question to sign in', async () => {
  cacheLogin(robert)
  // A call with the old login is refused before the answer with the new login arrives.
  const passed = requireLogin('sign-in')
  await expect.poll(pendingRequirement).toBe('sign-in')
  acceptLogin(replaced)
  expect(pendingRequirement()).toBeNull()
  expect(await passed).toBe(true)
})

test('a login that arrives while the page tries to recover opens no question to sign in', async () => {
  cacheLogin(robert)
  const { promise, resolve } = Promise.withResolvers<boolean>()
  setLoginRecovery(() => promise)
  const passed = requireLogin('sign-in')
  acceptLogin(replaced)
  resolve(false)
  expect(await passed).toBe(true)
  expect(pendingRequirement()).toBeNull()
})

test.each(['unlock', 'code'] as const)(
  'a login that ends while the page waits for %s asks to sign in, and what waits continues then',
  async (requirement) => {
    cacheLogin(replaced)
    const waiting = requireLogin(requirement)
    const call = requireLogin('sign-in')
    await expect.poll(pendingRequirement).toBe('sign-in')
    finishReauthentication(true)
    expect(await Promise.all([waiting, call])).toEqual([true, true])
  },
)

test('a login that ends while two-step verification is set up leaves the setup open', async () => {
  cacheLogin(robert)
  void requireLogin('enrol')
  void requireLogin('sign-in')
  expect(pendingRequirement()).toBe('enrol')
})

test('the login of another person leaves the question to sign in open', async () => {
  cacheLogin(robert)
  void requireLogin('sign-in')
  await expect.poll(pendingRequirement).toBe('sign-in')
  acceptLogin({ ...replaced, userId: '00000000-0000-7000-8000-000000000002' })
  expect(pendingRequirement()).toBe('sign-in')
})

test('a page keeps its account when another tab makes another account the active one', async () => {
  cacheLogin(replaced)
  const other = { ...replaced, userId: '00000000-0000-7000-8000-000000000003' }
  mockServer({ 'login/session': () => ({ login: other }) })
  expect((await fetchLogin())?.userId).toBe(robert.userId)
  expect([loginInCache()?.userId, pageAccount()]).toEqual([robert.userId, robert.userId])
  expect(pendingRequirement()).toBe('account')
  finishReauthentication(false)
})
