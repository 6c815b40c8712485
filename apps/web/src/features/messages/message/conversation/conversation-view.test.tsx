import type { Conversation, Message, NewMessage } from '@attune/contract/features/messages/message/message'
import { type MediaRefusal, mediaRefusals } from '@attune/contract/features/messages/text-message/text-message.rules'
import 'fake-indexeddb/auto'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { observedLock } from '../../../../platform/auth/use-auth.ts'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { pendingChanges } from '../../../../platform/outgoing/outgoing-state.ts'
import { failureResponse, mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { registerToaster, type ToastContent } from '../../../../ui/toast/toast.ts'
import { ConversationView } from './ConversationView.tsx'
import { sampleConversationId as id, sampleMessage, sampleMessagePage } from '../message.testing.ts'
import { messageQueueName } from '../outgoing-messages.ts'

beforeEach(() => pendingChanges.set([]))
afterEach(() => {
  vi.useRealTimers()
  pendingChanges.set([])
  const name = messageQueueName(id)
  drafts.discard(
    name,
    drafts.versions(name).map(({ writer }) => writer),
  )
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const own = (seq: number, part: Partial<Message> = {}) =>
  sampleMessage(seq, { by: 'therapist', senderId: 'nora', may: { edit: true, delete: true, retry: false }, ...part })

const onJump = vi.fn<(seq: number) => void>()
async function open(
  items: Message[],
  part: Partial<Conversation> = {},
  answers: Parameters<typeof mockServer>[0] = {},
  side: 'therapist' | 'client' = 'therapist',
) {
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'Europe/Berlin' }),
    'message/messages': () => sampleMessagePage(items, part),
    'message/markRead': () => ({ done: true }),
    'message/send': (sent: NewMessage) => own((items.at(-1)?.seq ?? 0) + 1, { id: sent.id, text: sent.text }),
    ...answers,
  })
  const onClose = vi.fn<() => void>()
  onJump.mockClear()
  const view = (
    <ConversationView id={id} around={undefined} side={side} onClose={onClose} onJump={onJump} onLatest={onClose} />
  )
  await renderPage(view, '/dashboard/therapist/messages')
  return inputsOf
}

const field = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: uiText('message:write', { name: 'Ana Moreau' }) })
const write = async (text: string) => fireEvent.change(await field(), { target: { value: text } })
const bubble = async (text: string) => {
  const item = (await screen.findByText(text)).closest('li')
  if (!item) throw new Error(`no message ${text}`)
  return item
}
const pending = (text: string, refused: string | null) => ({
  path: ['message', 'send'] as const,
  input: { id: crypto.randomUUID(), conversationId: id, text, attachments: [] },
  thing: messageQueueName(id),
  number: 1,
  refused,
})

test('a conversation shows edited and deleted messages, and the status of own messages @slow', async () => {
  await open([
    sampleMessage(1, { text: '', isDeleted: true }),
    sampleMessage(2, { isEdited: true }),
    own(3, { status: 'read' }),
    own(4),
  ])
  within(await bubble('Message 2')).getByText(uiText('message:edited'))
  within(await bubble('Message 3')).getByText(uiText('message:status.read'))
  within(await bubble('Message 4')).getByText(uiText('message:status.sent'))
  expect(within(await bubble('Message 2')).queryByText(uiText('message:status.sent'))).toBeNull()
  expect(screen.getByText(uiText('message:deleted'))).toBeTruthy()
})

test('a picture that came by WhatsApp and was not kept is a sentence @slow', async () => {
  await open([sampleMessage(1, { channel: 'whatsapp', text: '', mediaCount: 1 })])
  const came = { count: '1', channel: uiText('message:channel.whatsapp'), name: 'Ana Moreau' }
  await screen.findByText(uiText('message:media_one', came))
})

test('a file that came by WhatsApp is announced while it is checked, and says why it is not there @slow', async () => {
  const item = (refusal: MediaRefusal | null) => ({
    id: crypto.randomUUID(),
    state: refusal ? ('refused' as const) : ('waiting' as const),
    refusal,
  })
  const media = [null, ...mediaRefusals].map(item)
  await open([sampleMessage(1, { channel: 'whatsapp', text: '', media })])
  const channel = uiText('textMessage:channel.whatsapp')
  await screen.findByText(uiText('textMessage:received.waiting_one', { count: '1', channel }))
  for (const refusal of mediaRefusals) screen.getByText(uiText(`textMessage:received.refused.${refusal}`, { channel }))
})

test('the head of a conversation names the next session @slow', async () => {
  const startsAt = new Date(Date.now() + 86_400_000).toISOString()
  const page = { ...sampleMessagePage([own(1)]), nextSession: { id: crypto.randomUUID(), startsAt } }
  await open([], {}, { 'message/messages': () => page })
  const [before, after] = uiText('message:nextSession', { when: '|' }).split('|')
  const text = await screen.findByText(
    (shown) => shown.startsWith(`${before}tomorrow, `) && shown.endsWith(after ?? ''),
  )
  expect(text.closest('header')).toBeTruthy()
})

const divider = () => screen.queryByText(uiText('message:newMessages'))

test('a divider precedes the first unread message and stays while the conversation is open @slow', async () => {
  let unread = 2
  const items = [sampleMessage(1), own(2), sampleMessage(3), own(4), sampleMessage(5)]
  const page = () => sampleMessagePage(items, { readSeq: unread > 0 ? 2 : 5, unread })
  const read = () => {
    unread = 0
    return { done: true }
  }
  const sent = await open([], {}, { 'message/messages': page, 'message/markRead': read })
  const third = await bubble('Message 3')
  expect(divider()?.closest('li')?.nextElementSibling).toBe(third)
  await waitFor(() => expect(sent('message/messages').length).toBeGreaterThan(1))
  expect(divider()?.closest('li')?.nextElementSibling).toBe(third)
  expect(onJump).not.toHaveBeenCalled()
})

test('a conversation without unread messages has no divider @slow', async () => {
  await open([sampleMessage(1), own(2)], { readSeq: 2 })
  await bubble('Message 1')
  expect(divider()).toBeNull()
})

test('a conversation opens at the first unread message even if it is not among the latest ones @slow', async () => {
  const sent = await open([sampleMessage(60), sampleMessage(61)], { readSeq: 8, unread: 53 })
  await waitFor(() => expect(onJump.mock.calls).toEqual([[9]]))
  expect(sent('message/markRead')).toEqual([])
})

test('each day has its name above its first message @slow', async () => {
  const yesterday = new Date(Date.now() - 86_400_000).toISOString()
  await open([sampleMessage(1, { createdAt: yesterday }), sampleMessage(2), sampleMessage(3)])
  await bubble('Message 3')
  expect(screen.getAllByText('Today')).toHaveLength(1)
  expect(screen.getAllByText('Yesterday')).toHaveLength(1)
})

test('a conversation is marked as read up to the last visible message, but not while the page is locked @slow', async () => {
  observedLock.set(true)
  const sent = await open([sampleMessage(1), sampleMessage(2)], { unread: 2 })
  await bubble('Message 2')
  expect(sent('message/markRead')).toEqual([])
  act(() => observedLock.set(false))
  await waitFor(() => expect(sent('message/markRead')).toEqual([{ id, upTo: 2 }]))
})

test('Ctrl and Enter send a message with an id of the browser and empty the field @slow', async () => {
  const sent = await open([sampleMessage(1)])
  await write('See you at eleven.')
  fireEvent.keyDown(await field(), { key: 'Enter' })
  expect(sent('message/send')).toEqual([])
  fireEvent.keyDown(await field(), { key: 'Enter', ctrlKey: true })
  await waitFor(() => expect(sent('message/send')).toHaveLength(1))
  expect(sent('message/send')[0]).toMatchObject({ conversationId: id, text: 'See you at eleven.', attachments: [] })
  await waitFor(async () => expect((await field()).value).toBe(''))
})

test.each([
  { title: 'Enter sends if the person has chosen it', keys: { key: 'Enter' }, sends: true },
  { title: 'Enter with Shift inserts a line break', keys: { key: 'Enter', shiftKey: true }, sends: false },
  {
    title: 'Enter that accepts a suggested word sends nothing',
    keys: { key: 'Enter', isComposing: true },
    sends: false,
  },
  { title: 'on a phone Enter inserts a line break', keys: { key: 'Enter' }, isTouch: true, sends: false },
])('$title @slow', async ({ keys, sends, isTouch = false }) => {
  vi.spyOn(window, 'matchMedia').mockImplementation(
    (query) => Object.assign(new EventTarget(), { matches: isTouch && query.includes('coarse') }) as never,
  )
  const me = { id: 'nora', role: 'therapist', zone: 'Europe/Berlin', enterKey: 'send' }
  const sent = await open([sampleMessage(1)], {}, { 'account/me': () => me })
  await write('See you at eleven.')
  await screen.findByText(uiText('message:sendKey', { key: isTouch ? 'Ctrl Enter' : 'Enter' }))
  const isDefaultKept = fireEvent.keyDown(await field(), keys)
  expect(isDefaultKept).toBe(!sends)
  if (sends) await waitFor(() => expect(sent('message/send')).toHaveLength(1))
  else expect(sent('message/send')).toEqual([])
})

test('a message that could not be sent stays in the field @slow', async () => {
  await open([], {}, { 'message/send': () => refusalResponse(409, 'CONFLICT') })
  await write('See you at eleven.')
  fireEvent.click(screen.getByRole('button', { name: uiText('message:send') }))
  await screen.findByText(uiText('message:sendFailed'))
  expect((await field()).value).toBe('See you at eleven.')
})

test('what is written while a message is being stored stays in the field, and is sent as a message of its own', async () => {
  const held = Promise.withResolvers<void>()
  const answer = ({ id: sent, text }: NewMessage) => held.promise.then(() => own(1, { id: sent, text }))
  const sent = await open([], {}, { 'message/send': answer })
  const send = () => fireEvent.click(screen.getByRole('button', { name: uiText('message:send') }))
  await write('First')
  send()
  // Written and sent at once, before anything can wait for the first message.
  fireEvent.change(await field(), { target: { value: 'First and second' } })
  send()
  held.resolve()
  await waitFor(async () => expect((await field()).value).toBe('and second'))
  send()
  await waitFor(async () => expect((await field()).value).toBe(''))
  const messages = sent('message/send') as NewMessage[]
  expect(messages.map(({ text }) => text)).toEqual(['First', 'and second'])
  expect(new Set(messages.map((message) => message.id)).size).toBe(2)
})

test('a message that waits for a connection is shown below the others, with a clock @slow', async () => {
  await open([sampleMessage(1)])
  await bubble('Message 1')
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  fireEvent(window, new Event('offline'))
  act(() => pendingChanges.set([pending('On the train', null)]))
  within(await bubble('On the train')).getByText(uiText('message:status.waiting'))
})

test('the text of a message that the server refused returns to the field @slow', async () => {
  await open([sampleMessage(1)])
  await write('Second')
  act(() => pendingChanges.set([pending('First', 'FILE_REFUSED')]))
  await waitFor(async () => expect((await field()).value).toBe('Second\nFirst'))
  await screen.findByText(uiText('message:returned'))
  expect(screen.queryByText('First')).toBeNull()
})

test('a read-only conversation gives the reason, shows the returned text and cannot send @slow', async () => {
  pendingChanges.set([pending('Not sent yet', 'READ_ONLY')])
  await open([sampleMessage(1)], { readOnly: 'disconnected' })
  await screen.findByText(uiText('message:readOnly.therapist.disconnected', { name: 'Ana Moreau' }))
  const unsent = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: uiText('message:unsent') })
  expect(unsent.value).toBe('Not sent yet')
  expect(screen.queryByRole('button', { name: uiText('message:send') })).toBeNull()
})

test('a client sees the emergency numbers in a read-only conversation too @slow', async () => {
  await open([sampleMessage(1)], { readOnly: 'inactive' }, {}, 'client')
  await screen.findByText(uiText('message:readOnly.client.inactive', { name: 'Ana Moreau' }))
  await screen.findByText(uiText('safety:messagesNotice'))
  screen.getByRole('link', { name: '112' })
})

test('the list is one tab stop, within which arrows, Home and End move between messages @slow', async () => {
  await open([sampleMessage(1), sampleMessage(2), sampleMessage(3)])
  const [first, second, third] = [await bubble('Message 1'), await bubble('Message 2'), await bubble('Message 3')]
  expect([first, second, third].map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0])
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key })
  act(() => third.focus())
  press('ArrowUp')
  expect(document.activeElement).toBe(second)
  press('Home')
  expect(document.activeElement).toBe(first)
  expect(first.tabIndex).toBe(0)
  press('End')
  expect(document.activeElement).toBe(third)
  press('Escape')
  expect(document.activeElement).toBe(await field())
})

test('the menu of a message, opened by Enter, offers changes only of an own unread message of the last 15 minutes @slow', async () => {
  const old = new Date(Date.now() - 16 * 60_000).toISOString()
  await open([own(1, { createdAt: old }), own(2)])
  const edit = () => screen.queryByRole('menuitem', { name: uiText('message:menu.edit') })
  fireEvent.keyDown(await bubble('Message 1'), { key: 'Enter' })
  screen.getByRole('menuitem', { name: uiText('message:menu.copy') })
  expect(edit()).toBeNull()
  fireEvent.keyDown(screen.getByRole('menu'), { key: 'Escape' })
  fireEvent.keyDown(await bubble('Message 2'), { key: 'Enter' })
  expect(edit()).toBeTruthy()
})

test('an edit after the other side has read the message says so and keeps the text @slow', async () => {
  const read = () => refusalResponse(409, 'NOT_CHANGEABLE', { reason: 'read' })
  await open([own(1)], {}, { 'message/edit': read })
  fireEvent.keyDown(await bubble('Message 1'), { key: 'Enter' })
  fireEvent.click(screen.getByRole('menuitem', { name: uiText('message:menu.edit') }))
  const text = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: uiText('message:edit.label') })
  fireEvent.change(text, { target: { value: 'Corrected' } })
  fireEvent.click(screen.getByRole('button', { name: uiText('message:edit.submit') }))
  await screen.findByText(uiText('message:refused.read'))
  expect(text.value).toBe('Corrected')
})

test('a deleted message is confirmed first, then sent to the server @slow', async () => {
  const sent = await open([own(1)], {}, { 'message/delete': () => own(1, { text: '', isDeleted: true }) })
  fireEvent.keyDown(await bubble('Message 1'), { key: 'Enter' })
  fireEvent.click(screen.getByRole('menuitem', { name: uiText('message:menu.delete') }))
  fireEvent.click(await screen.findByRole('button', { name: uiText('message:delete.submit') }))
  await waitFor(() => expect(sent('message/delete')).toEqual([{ id: own(1).id }]))
})

test('a conversation that cannot be shown says why, after a failure with a retry', async () => {
  await open([], {}, { 'message/messages': () => refusalResponse(404, 'NOT_FOUND') })
  await screen.findByText(uiText('message:notFound'))
  expect(screen.queryByRole('textbox')).toBeNull()
})

test('a therapist puts a message into the notes and can undo it @slow', async () => {
  const toasts: ToastContent[] = []
  const stop = registerToaster((toast) => void toasts.push(toast))
  const calls = await open(
    [sampleMessage(1)],
    {},
    {
      'message/putIntoNotes': () => ({ done: true }),
      'message/removeFromNotes': () => ({ removed: true }),
    },
  )
  fireEvent.keyDown(await bubble('Message 1'), { key: 'Enter' })
  fireEvent.click(await screen.findByRole('menuitem', { name: uiText('message:notes.put') }))
  await waitFor(() => expect(toasts.at(-1)?.title).toBe(uiText('message:notes.done')))
  toasts.at(-1)?.action?.onClick()
  await waitFor(() => expect(toasts.at(-1)?.title).toBe(uiText('message:notes.removed')))
  expect(calls('message/putIntoNotes')).toEqual([{ id: sampleMessage(1).id }])
  expect(calls('message/removeFromNotes')).toEqual([{ id: sampleMessage(1).id }])
  stop()
})

test('a conversation that the server fails to open says so within three seconds, and opens when it is tried again @slow', async () => {
  let fails = true
  const messages = () => (fails ? refusalResponse(503, 'UNAVAILABLE') : sampleMessagePage([sampleMessage(1)], {}))
  vi.useFakeTimers({ shouldAdvanceTime: true })
  await open([], {}, { 'message/messages': messages })
  await screen.findByRole('status', { busy: true })
  await act(() => vi.advanceTimersByTimeAsync(3_000))
  expect(screen.getByText(uiText('message:conversationLate'))).toBeTruthy()
  fails = false
  fireEvent.click(screen.getByRole('button', { name: uiText('message:again') }))
  expect(await screen.findByText(sampleMessage(1).text ?? '')).toBeTruthy()
})

test("a conversation that cannot be opened says 'Failed to initialize conversation', and opens when it is tried again [8.04] @slow", async () => {
  let fails = true
  const messages = () => (fails ? failureResponse() : sampleMessagePage([sampleMessage(1)], {}))
  await open([], {}, { 'message/messages': messages })
  expect(await screen.findByText('Failed to initialize conversation', {}, { timeout: 30_000 })).toBeTruthy()
  fails = false
  fireEvent.click(screen.getByRole('button', { name: uiText('message:again') }))
  expect(await screen.findByText(sampleMessage(1).text ?? '')).toBeTruthy()
})
