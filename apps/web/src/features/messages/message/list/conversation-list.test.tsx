import type { Conversation } from '@attune/contract/features/messages/message/message'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { pendingChanges } from '../../../../platform/outgoing/outgoing-state.ts'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { ConversationList } from './ConversationList.tsx'
import { parseMessageSearch } from '../message-search.ts'
import { sampleConversation, sampleConversationId, sampleMessage } from '../message.testing.ts'
import { UnreadMessageCount, UnreadMessageIndicators } from '../UnreadMessageCount.tsx'

afterEach(() => {
  pendingChanges.set([])
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

function serve(answers: Parameters<typeof mockServer>[0]) {
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'Europe/Berlin' }),
    ...answers,
  })
  return inputsOf
}
type Answers = Parameters<typeof mockServer>[0]
const openList = async (items: Conversation[], answers: Answers = {}) => {
  const sent = serve({ 'message/list': () => ({ items, next: null }), ...answers })
  return { sent, ...(await renderPage(<ConversationList side="therapist" open={undefined} />)) }
}
const latest = (part: Partial<NonNullable<Conversation['latest']>> = {}): Conversation['latest'] => ({
  id: sampleMessage(1).id,
  by: 'client',
  channel: 'app',
  status: 'sent',
  createdAt: new Date().toISOString(),
  text: 'See you at eleven.',
  isDeleted: false,
  isAutomatic: false,
  files: 0,
  file: null,
  ...part,
})

test('the list keeps the order of the server and shows latest message and unread count, at most 99+ [1.08, 3.04]', async () => {
  const id = '8d3f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4f'
  await openList([
    sampleConversation({ latest: latest(), unread: 120 }),
    sampleConversation({
      id,
      person: { id, name: 'Leo Brandt', avatarUrl: null },
      latest: latest({ by: 'therapist', text: '', files: 2 }),
    }),
  ])
  const [ana, leo] = await screen.findAllByRole('listitem')
  if (!ana || !leo) throw new Error('two conversations are expected')
  within(ana).getByText('See you at eleven.')
  within(ana).getByText('99+')
  within(ana).getByText(uiText('shell:unreadMessages_other', { count: '120' }))
  expect(within(ana).getByRole('link').getAttribute('href')).toContain(`conversation=${sampleConversationId}`)
  const files = uiText('message:files_other', { count: '2' })
  within(leo).getByText(uiText('message:you', { text: files }))
})

test('a row shows the channel of a text message, what a message without text is, and what failed [1.08] @slow', async () => {
  const row = async (part: Partial<Conversation>) => {
    const { unmount } = await openList([sampleConversation(part)])
    const shown = (await screen.findByRole('listitem')).textContent
    unmount()
    return shown
  }
  const file = (kind: 'image' | 'pdf' | 'audio' | 'video', seconds: number | null = null) =>
    row({ latest: latest({ text: '', files: 1, file: { kind, seconds } }) })
  expect(await file('audio', 48)).toContain(uiText('message:file.voice', { length: '0:48' }))
  expect(await file('audio')).toContain(uiText('message:file.audio'))
  expect(await file('image')).toContain(uiText('message:file.image'))
  expect(await file('video', 70)).toContain(uiText('message:file.video'))
  expect(await file('pdf')).toContain(uiText('message:file.pdf'))
  const unkept = await row({ latest: latest({ channel: 'whatsapp', text: '', files: 1 }) })
  expect(unkept).toContain(uiText('message:files_one', { count: '1' }) + uiText('message:channel.whatsapp'))
  const failed = await row({ latest: latest({ channel: 'sms', text: 'On my way' }), hasFailed: true })
  expect(failed).toContain(`${uiText('message:status.failed')}On my way${uiText('message:channel.sms')}`)
  expect(await row({ latest: latest() })).toMatch(/See you at eleven\.$/)
})

test('a conversation with a message that the server refused says so', async () => {
  pendingChanges.set([
    {
      path: ['message', 'send'],
      input: { id: 'm', conversationId: sampleConversationId, text: 'Hello', attachments: [] },
      thing: `message-${sampleConversationId}`,
      number: 1,
      refused: 'READ_ONLY',
    },
  ])
  await openList([sampleConversation({ latest: latest() })])
  await screen.findByText(uiText('message:status.refused'))
})

const waitingMessage = (number: number, text: string, part: object = {}) => ({
  path: ['message', 'send'] as const,
  input: { id: `m${number}`, conversationId: sampleConversationId, text, attachments: [] },
  thing: `message-${sampleConversationId}`,
  number,
  refused: null,
  ...part,
})

test('without a connection a conversation shows the newest message that waits to be sent', async () => {
  await openList([sampleConversation({ latest: latest() })])
  await screen.findByText('See you at eleven.')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  act(() => pendingChanges.set([waitingMessage(1, 'First'), waitingMessage(2, 'I will be late.')]))
  await screen.findByText(uiText('message:you', { text: 'I will be late.' }))
  expect(screen.getByText(uiText('message:status.waiting'))).toBeTruthy()
  expect(screen.queryByText('See you at eleven.')).toBeNull()
  const file = { id: 'f', isUploaded: false, problem: null }
  act(() => pendingChanges.set([waitingMessage(3, '', { files: [file, { ...file, id: 'g' }] })]))
  const files = uiText('message:files_other', { count: '2' })
  await screen.findByText(uiText('message:you', { text: files }))
})

test('a list that could not be loaded shows the conversations with messages that wait to be sent', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  pendingChanges.set([waitingMessage(1, 'I will be late.')])
  await openList([])
  await screen.findByText(uiText('common:offline.part'))
  await screen.findByText(uiText('message:you', { text: 'I will be late.' }))
  expect(screen.getByRole('link').getAttribute('href')).toContain(`conversation=${sampleConversationId}`)
})

test('a search shows people and messages, each result with a link @slow', async () => {
  const found = { ...sampleMessage(40, { text: 'The sleep diary' }), personName: 'Ana Moreau' }
  const { sent } = await openList([sampleConversation({ latest: latest() })], {
    'message/search': () => ({ items: [found], next: null }),
  })
  const search = await screen.findByRole('searchbox', { name: uiText('message:find') })
  fireEvent.change(search, { target: { value: 'sleep' } })
  const results = await screen.findByRole('region', { name: uiText('message:search.results') })
  await within(results).findByText('The sleep diary')
  expect(within(results).getByRole('link').getAttribute('href')).toContain('around=40')
  expect(sent('message/search')).toEqual([{ search: 'sleep', limit: 30 }])
  expect(screen.getAllByRole('listitem')).toHaveLength(1)
  fireEvent.change(search, { target: { value: 'mor' } })
  await screen.findByText('See you at eleven.')
})

test('without conversations the list says why, after a failure with a retry @slow', async () => {
  await openList([])
  await screen.findByText(uiText('message:empty.therapist'))
  let fails = true
  await openList([], {
    'message/list': () => (fails ? refusalResponse(400, 'BAD_REQUEST') : { items: [sampleConversation()], next: null }),
  })
  await screen.findByText(uiText('message:listFailed'))
  fails = false
  fireEvent.click(screen.getByRole('button', { name: uiText('message:again') }))
  await screen.findByText(uiText('message:noMessages'))
})

test('sidebar, tab title and app icon show the unread messages of all conversations', async () => {
  const setAppBadge = vi.fn<(count: number) => Promise<void>>(async () => {})
  const clearAppBadge = vi.fn<() => Promise<void>>(async () => {})
  Object.assign(navigator, { setAppBadge, clearAppBadge })
  serve({
    'message/unreadCounts': () => ({
      items: [
        { conversationId: 'a', unread: 2 },
        { conversationId: 'b', unread: 1 },
      ],
    }),
  })
  document.title = 'Tasks · Attune'
  const { unmount } = await renderPage(
    <>
      <UnreadMessageCount />
      <UnreadMessageIndicators />
    </>,
  )
  await screen.findByText('3')
  await waitFor(() => expect(document.title).toBe('(3) Tasks · Attune'))
  expect(setAppBadge).toHaveBeenCalledWith(3)
  document.title = 'Messages · Attune'
  await waitFor(() => expect(document.title).toBe('(3) Messages · Attune'))
  unmount()
  expect(document.title).toBe('Messages · Attune')
  expect(clearAppBadge).toHaveBeenCalled()
  Reflect.deleteProperty(navigator, 'setAppBadge')
  Reflect.deleteProperty(navigator, 'clearAppBadge')
})

test('a page acknowledges the unread messages that it learns of, and a failure is silent [4.05]', async () => {
  const [first, second] = ['00000000-0000-4000-8000-000000000001', '00000000-0000-4000-8000-000000000002']
  const inputsOf = serve({
    'message/unreadCounts': () => ({
      items: [
        { conversationId: 'a', unread: 2, unacknowledgedId: first },
        { conversationId: 'b', unread: 1, unacknowledgedId: null },
        { conversationId: 'c', unread: 1, unacknowledgedId: second },
      ],
    }),
    'message/acknowledge': () => refusalResponse(401, 'SCREEN_LOCKED'),
  })
  await renderPage(<UnreadMessageIndicators />)
  await waitFor(() => expect(inputsOf('message/acknowledge')).toEqual([{ ids: [first, second] }]))
  await waitFor(() => expect(document.title).toMatch(/^\(4\)/))
})

test('a page that learns of 250 unread conversations acknowledges all of them, 100 with a call [4.05]', async () => {
  const ids = Array.from({ length: 250 }, () => crypto.randomUUID())
  const inputsOf = serve({
    'message/unreadCounts': () => ({
      items: ids.map((id) => ({ conversationId: `of-${id}`, unread: 1, unacknowledgedId: id })),
    }),
    'message/acknowledge': () => ({ done: true }),
  })
  await renderPage(<UnreadMessageIndicators />)
  await waitFor(() => expect(inputsOf('message/acknowledge')).toHaveLength(3))
  const calls = inputsOf('message/acknowledge') as { ids: string[] }[]
  expect(calls.map((call) => call.ids.length)).toEqual([100, 100, 50])
  expect(new Set(calls.flatMap((call) => call.ids))).toEqual(new Set(ids))
})

test('the address names a conversation and a message and nothing else', () => {
  expect(parseMessageSearch({ conversation: sampleConversationId, around: 7, other: 1 })).toEqual({
    conversation: sampleConversationId,
    around: 7,
  })
  expect(parseMessageSearch({ conversation: sampleConversationId, around: 0 })).toEqual({
    conversation: sampleConversationId,
  })
  expect(parseMessageSearch({ conversation: 'x', around: 7 })).toEqual({})
})

test.each(['therapist', 'client'] as const)(
  'the list of a %s says within three seconds that it has not loaded @slow',
  async (side) => {
    let hangs = true
    const answer = () => (hangs ? refusalResponse(503, 'UNAVAILABLE') : { items: [sampleConversation()], next: null })
    serve({ 'message/list': answer })
    vi.useFakeTimers({ shouldAdvanceTime: true })
    await renderPage(<ConversationList side={side} open={undefined} />)
    await screen.findByRole('status', { busy: true })
    await act(() => vi.advanceTimersByTimeAsync(3_000))
    screen.getByText(uiText('message:listLate'))
    hangs = false
    fireEvent.click(screen.getByRole('button', { name: uiText('message:again') }))
    await screen.findByRole('listitem')
    expect(screen.queryByText(uiText('message:listLate'))).toBeNull()
  },
)

test('a search without an answer says so within three seconds, also when an earlier search found nothing @slow', async () => {
  const results = (search: string) => (search === 'an' ? { items: [], next: null } : new Promise<never>(() => {}))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await openList([], { 'message/search': ({ search }: { search: string }) => results(search) })
  const field = await screen.findByRole('searchbox', { name: uiText('message:find') })
  fireEvent.change(field, { target: { value: 'an' } })
  await screen.findByText(uiText('message:search.none'))
  fireEvent.change(field, { target: { value: 'ana' } })
  await screen.findByRole('status', { busy: true })
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  screen.getByText(uiText('message:search.late'))
  expect(screen.queryByText(uiText('message:search.none'))).toBeNull()
})
