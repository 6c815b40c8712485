import 'fake-indexeddb/auto'
import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { loginBackupKey } from '../../../platform/auth/login-backup-key.ts'
import { cacheLogin, clearLogin, fetchLogin } from '../../../platform/login/login.ts'
import { DraftDatabase } from '../../../platform/offline/draft-database.ts'
import { pendingChanges } from '../../../platform/outgoing/outgoing-state.ts'
import { mockServer, refusalResponse, renderPage } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { ConversationList } from './list/ConversationList.tsx'
import { ConversationView } from './conversation/ConversationView.tsx'
import { forgetOtherConversations } from './senders.ts'
import { sampleConversation, sampleConversationId as id, sampleMessage, sampleMessagePage } from './message.testing.ts'

type Answers = Parameters<typeof mockServer>[0]
const never = () => new Promise<never>(() => {})
const name = 'Ana Moreau'

/** Opens a page as after a reload: with an empty cache and the data stored on this device. */
async function reload(answers: Answers, page: 'conversation' | 'list' = 'conversation', around?: number) {
  cleanup()
  mockServer({
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'Europe/Berlin' }),
    'account/draftKey': () => ({ key: btoa('n'.repeat(32)) }),
    'message/markRead': () => ({ done: true }),
    'message/messages': never,
    'message/list': never,
    ...answers,
  })
  const ignore = () => {}
  await renderPage(
    page === 'list' ? (
      <ConversationList side="therapist" open={undefined} />
    ) : (
      <ConversationView id={id} around={around} side="therapist" onClose={ignore} onJump={ignore} onLatest={ignore} />
    ),
    '/dashboard/therapist/messages',
  )
}
const offline = () => {
  throw new TypeError('network')
}
const page = (...seqs: number[]) => ({
  'message/messages': () => sampleMessagePage(seqs.map((seq) => sampleMessage(seq))),
})
const heading = () => screen.queryByRole('heading', { name })

/** Opens the conversation and waits until its messages are stored on this device. */
async function storeMessages(...seqs: number[]) {
  const { readStoredAnswer } = await import('../../../platform/offline/stored-answers.ts')
  await reload(page(...seqs))
  await screen.findByText(`Message ${seqs.at(-1)}`)
  await expect.poll(() => readStoredAnswer('nora', 'messages', id)).not.toBeNull()
  await expect.poll(() => readStoredAnswer('nora', 'senders', id)).not.toBeNull()
}

beforeEach(() => {
  globalThis.indexedDB = new IDBFactory()
  cacheLogin({ userId: 'nora', role: 'therapist', need: null } as LoginView)
})
afterEach(() => {
  clearLogin()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('after a reload a conversation shows its last messages at once, then those of the server [9.08] @slow', async () => {
  await storeMessages(1, 2)
  const { promise, resolve: answer } = Promise.withResolvers<unknown>()
  await reload({ 'message/messages': () => promise })
  await screen.findByText('Message 2')
  answer(sampleMessagePage([sampleMessage(2), sampleMessage(3)]))
  await screen.findByText('Message 3')
  expect(screen.queryByText('Message 1')).toBeNull()
})

test('without a connection the last messages are shown for 5 minutes, then only the name, for an hour [9.08] @slow', async () => {
  await storeMessages(1, 2)
  const now = Date.now()
  const failed = uiText('common:offline.part')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await reload({ 'message/messages': offline })
  await screen.findByText('Message 2')
  expect(screen.queryByText(failed)).toBeNull()
  await reload({ 'message/messages': offline }, 'conversation', 1)
  await screen.findByText('Message 2')

  vi.useFakeTimers({ toFake: ['Date'], now: now + 6 * 60_000 })
  await reload({ 'message/messages': offline })
  await screen.findByText(failed)
  await waitFor(() => expect(heading()).toBeTruthy())
  expect(screen.queryByText('Message 2')).toBeNull()
  vi.setSystemTime(now + 61 * 60_000)
  await reload({ 'message/messages': offline })
  await screen.findByText(failed)
  expect(heading()).toBeNull()
})

test('without a connection the last messages are shown even if the device reads them only after the failure @slow', async () => {
  await storeMessages(1, 2)
  const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
  const { open } = DraftDatabase
  vi.spyOn(DraftDatabase, 'open').mockImplementation(() => isFree.then(open))
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await reload({ 'message/messages': offline })
  await screen.findByText(uiText('common:offline.part'), {}, { timeout: 5_000 })
  free()
  await screen.findByText('Message 2')
})

test('messages of a conversation that the server no longer shows disappear from the page and the device @slow', async () => {
  await storeMessages(1)
  await reload({ 'message/messages': () => refusalResponse(404, 'NOT_FOUND') })
  await screen.findByText(uiText('message:notFound'))
  expect(screen.queryByText('Message 1')).toBeNull()
  expect(heading()).toBeNull()
  const { readStoredAnswer } = await import('../../../platform/offline/stored-answers.ts')
  for (const kind of ['messages', 'senders'] as const)
    await expect.poll(() => readStoredAnswer('nora', kind, id)).toBeNull()
})

test('the stored list is shown at once, and conversations that it no longer contains are deleted from the device @slow', async () => {
  await storeMessages(1)
  const other = sampleConversation({ id: crypto.randomUUID() })
  await reload({ 'message/list': () => ({ items: [other], next: null }) }, 'list')
  await screen.findByText(name)
  const { readStoredAnswer } = await import('../../../platform/offline/stored-answers.ts')
  await expect.poll(() => readStoredAnswer('nora', 'messages', id)).toBeNull()
  await expect.poll(() => readStoredAnswer('nora', 'messages', 'list')).not.toBeNull()
  await reload({}, 'list')
  await screen.findByText(name)
})

test('when the server answers that the login has ended, nothing of the messages stays on the device [9.08] @slow', async () => {
  await storeMessages(1)
  localStorage.setItem(loginBackupKey, '{}')
  mockServer({ 'login/session': () => ({ login: null }) })
  await fetchLogin()
  const { readStoredAnswer } = await import('../../../platform/offline/stored-answers.ts')
  for (const kind of ['messages', 'senders'] as const)
    await expect.poll(() => readStoredAnswer('nora', kind, id)).toBeNull()
})

test('deleting what belongs to conversations leaves the stored sessions and the opened pages of the native app @slow', async () => {
  await storeMessages(1)
  const { readStoredAnswer, storeAnswers } = await import('../../../platform/offline/stored-answers.ts')
  for (const kind of ['opened', 'upcoming'] as const)
    await storeAnswers('nora', kind, new Map([['page', { items: [] }]]), Date.now())
  forgetOtherConversations([])
  await expect.poll(() => readStoredAnswer('nora', 'messages', id)).toBeNull()
  for (const kind of ['opened', 'upcoming'] as const)
    expect(await readStoredAnswer('nora', kind, 'page')).not.toBeNull()
})

test('a conversation that could not be loaded shows the messages that wait to be sent', async () => {
  const input = { id: 'm', conversationId: id, text: 'I will be late.', attachments: [] }
  pendingChanges.set([{ path: ['message', 'send'], input, thing: `message-${id}`, number: 1, refused: null }])
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await reload({ 'message/messages': offline })
  await screen.findByText(uiText('common:offline.part'))
  await screen.findByText('I will be late.')
  expect(screen.getByText(uiText('message:status.waiting'))).toBeTruthy()
  pendingChanges.set([])
})
