import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startAuth } from '../../../../platform/auth/auth.ts'
import { openTabChannel } from '../../../../platform/auth/tab-channel.ts'
import { observedAuthState } from '../../../../platform/auth/use-auth.ts'
import type { LoginView, Me } from '../../../../platform/login/login.ts'
import { queryClient } from '../../../../platform/query/query-client.ts'
import { realtimeClient } from '../../../../platform/realtime/realtime-client.ts'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { SecuritySettings } from './SecuritySettings.tsx'

const me = { id: 'ana', role: 'client', email: 'ana@example.org', onboarded: true, roleRequest: null } as Me
let hasApp = false
let stop = () => {}
const heard = new Map<string, () => void>()

beforeEach(async () => {
  hasApp = false
  queryClient.clear()
  const login = { userId: 'ana', loginId: 'l1', email: me.email, role: 'client', hasPassword: true, need: null }
  const nothing = () => ({ items: [] })
  mockServer({
    'login/session': () => ({ login: { ...login, hasApp } as LoginView }),
    'account/me': () => me,
    'login/passkeys': nothing,
    'login/providers': nothing,
    'login/logins': nothing,
  })
  vi.spyOn(realtimeClient, 'subscribe').mockImplementation(({ table }, onChange) => {
    heard.set(table, () => onChange([]))
    return () => {}
  })
  stop = startAuth()
  await vi.waitUntil(() => observedAuthState.get().session)
})
afterEach(() => {
  stop()
  cleanup()
})

test.each([
  ['another device', () => heard.get('profiles')?.()],
  [
    'another tab of this browser',
    () => {
      const other = openTabChannel(() => {})
      other.send({ kind: 'signed-in', userId: 'ana' })
      setTimeout(() => other.close(), 100)
    },
  ],
  ['another device while this page was out of sight', () => dispatchEvent(new Event('focus'))],
] as const)('the reminder to set up two-step verification disappears once it is set up on %s', async (_, happens) => {
  await renderPage(
    <QueryClientProvider client={queryClient}>
      <SecuritySettings />
    </QueryClientProvider>,
    '/dashboard/client/settings',
  )
  expect(await screen.findByRole('button', { name: uiText('account:settings.setUp') })).toBeTruthy()
  hasApp = true
  happens()
  await vi.waitFor(() => expect(screen.queryByRole('button', { name: uiText('account:settings.setUp') })).toBeNull())
  expect(screen.getByRole('button', { name: uiText('security:app.turnOff') })).toBeTruthy()
})
