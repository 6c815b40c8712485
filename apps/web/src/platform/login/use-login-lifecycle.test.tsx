import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { FakeSocket } from '../../testing/fake-socket.ts'
import { mockServer } from '../../testing/render-page.tsx'
import { queryClient } from '../query/query-client.ts'
import { cacheLogin, clearLogin } from './login.ts'
import { setPageAccount } from './page-account.ts'
import { pendingRequirement, resetReauthentication } from './reauthentication.ts'
import { useLoginLifecycle } from './use-login-lifecycle.ts'

vi.mock('../auth/auth.ts', () => ({ startAuth: () => () => {} }))

const ana = { userId: 'ana', loginId: 'login-1', role: 'client', need: null } as unknown as LoginView

const wrapper = ({ children }: { children: ReactNode }) => (
  <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
)
const showPage = (persisted: boolean) => dispatchEvent(Object.assign(new Event('pageshow'), { persisted }))

afterEach(() => {
  resetReauthentication()
  clearLogin()
  setPageAccount(null)
  vi.unstubAllGlobals()
})

test.each([
  ['has ended', null, 'sign-in'],
  ['is locked', { ...ana, locked: true }, 'unlock'],
  ['belongs to another account', { ...ana, userId: 'leo' }, 'account'],
])('a page from the back/forward cache whose login %s asks for it', async (_, login, requirement) => {
  let current: LoginView | null = ana
  mockServer({ 'login/session': () => ({ login: current }) })
  vi.stubGlobal('WebSocket', FakeSocket)
  cacheLogin(ana)
  const { unmount } = renderHook(() => useLoginLifecycle(), { wrapper })
  current = login as LoginView | null
  showPage(false)
  expect(pendingRequirement()).toBeNull()
  showPage(true)
  await expect.poll(pendingRequirement, { timeout: 5_000 }).toBe(requirement)
  unmount()
})
