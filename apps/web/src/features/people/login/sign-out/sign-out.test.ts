import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import { DraftStore } from '../../../../platform/draft/drafts.ts'
import { setHeldAccounts } from '../../../../platform/login/held-accounts.ts'
import { realtimeClient } from '../../../../platform/realtime/realtime-client.ts'
import { isPageAbandoned, resetUnsaved } from '../../../../platform/draft/unsaved.ts'
import { failureResponse, mockServer, refusalResponse } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { registerToaster } from '../../../../ui/toast/toast.ts'
import { signOutOrAsk, signOutWithoutAsking } from './sign-out.ts'
import { signOutQuestion } from './question.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  resetUnsaved()
  signOutQuestion.set(null)
  setHeldAccounts([])
})

/** Signs out while the mocked server returns `answer`. Returns the toasts and the addresses that were opened. */
async function signOutWith(answer: unknown, signOut = signOutWithoutAsking) {
  mockServer({ 'login/session': () => ({ login: null }), 'login/signOut': () => answer })
  const opened: string[] = []
  const toasts: string[] = []
  vi.stubGlobal('location', { ...location, assign: (address: string) => void opened.push(address) })
  vi.spyOn(realtimeClient, 'stop').mockReturnValue()
  const restarted = vi.spyOn(realtimeClient, 'start').mockReturnValue()
  registerToaster(({ title }) => void toasts.push(title))
  await signOut()
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

test('only logging out of all accounts asks about a draft of another account', async () => {
  const others = new DraftStore(async () => btoa('o'.repeat(32)))
  await others.open('other')
  others.save('note', 'a', { text: 'not sent' })
  others.flush()
  setHeldAccounts(['own', 'other'])
  mockServer({ 'login/session': () => ({ login: null }), 'login/signOut': () => ({ done: true }) })
  await expect.poll(async () => (await reopened('other')).hasDrafts).toBe(true)
  await signOutOrAsk(true)
  expect(signOutQuestion.get()).toBe('all')
  signOutQuestion.set(null)
  expect(await signOutWith({ done: true }, signOutOrAsk)).toMatchObject({ opened: ['/'] })
  expect(signOutQuestion.get()).toBe(null)
  expect((await reopened('other')).hasDrafts).toBe(true)
})

async function reopened(account: string) {
  const store = new DraftStore(async () => btoa('o'.repeat(32)))
  await store.open(account)
  return store
}
