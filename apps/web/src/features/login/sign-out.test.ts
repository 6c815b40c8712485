import { afterEach, expect, test, vi } from 'vitest'
import { realtimeClient } from '../../platform/realtime-client.ts'
import { isPageAbandoned, resetUnsaved } from '../../platform/unsaved.ts'
import { failureResponse, mockServer, refusalResponse } from '../../testing/render-page.tsx'
import { uiText } from '../../testing/ui-text.ts'
import { registerToaster } from '../../ui/toast.ts'
import { signOutWithoutAsking } from './sign-out.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  resetUnsaved()
})

/** Signs out while the mocked server returns `answer`. Returns the toasts and the addresses that were opened. */
async function signOutWith(answer: unknown) {
  const { fetched } = mockServer({ 'login/session': () => ({ login: null }), 'login/signOut': () => answer })
  const opened: string[] = []
  const toasts: string[] = []
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('location', { ...location, assign: (address: string) => void opened.push(address) })
  vi.spyOn(realtimeClient, 'stop').mockReturnValue()
  const restarted = vi.spyOn(realtimeClient, 'start').mockReturnValue()
  registerToaster(({ title }) => void toasts.push(title))
  await signOutWithoutAsking()
  return { toasts, opened, restarted: restarted.mock.calls.length }
}

test.each([
  ['fails', failureResponse, 'shell:logOutRefused'],
  ['refuses', () => refusalResponse(429, 'TOO_MANY'), 'shell:logOutRefused'],
  ['cannot be reached', () => new TypeError('Failed to fetch'), 'shell:logOutFailed'],
] as const)('if the server %s, the person stays signed in and a toast says so', async (_, answer, text) => {
  expect(await signOutWith(answer())).toEqual({ toasts: [uiText(text)], opened: [], restarted: 1 })
  expect(isPageAbandoned()).toBe(false)
})

test.each([
  ['ends the login', () => ({ done: true })],
  ['answers that the login has already ended', () => refusalResponse(401, 'NO_LOGIN')],
])('if the server %s, the app reloads at the start page', async (_, answer) => {
  expect(await signOutWith(answer())).toEqual({ toasts: [], opened: ['/'], restarted: 0 })
  expect(isPageAbandoned()).toBe(true)
})
