import type {
  GuardianConversation,
  GuardianMessage,
  GuardianThread,
  TherapistThread,
} from '@attune/contract/features/people/guardian/guardian.messages'
import 'fake-indexeddb/auto'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { failureResponse, mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { ConversationList } from '../list/ConversationList.tsx'
import { parseMessageSearch } from '../message-search.ts'
import { sampleConversationId as clientId } from '../message.testing.ts'
import { GuardianConversationView } from './GuardianConversationView.tsx'
import { GuardianThreadView } from './GuardianThreadView.tsx'

const id = '7c1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c41'
const draftNames = [`guardian-message-${clientId}`, `guardian-message-${id}`]

afterEach(() => {
  for (const name of draftNames)
    drafts.discard(
      name,
      drafts.versions(name).map(({ writer }) => writer),
    )
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const message = (seq: number, part: Partial<GuardianMessage> = {}): GuardianMessage =>
  ({
    id: `7c1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c${50 + seq}`,
    seq,
    by: 'therapist',
    text: `Message ${seq}`,
    createdAt: '2031-03-04T10:00:00.000Z',
    isRead: false,
    ...part,
  }) as GuardianMessage
const thread = (part: Partial<GuardianThread> = {}) =>
  ({
    id,
    items: [message(1)],
    hasOlder: false,
    readSeq: 1,
    closed: null,
    therapistName: 'Nora Lindqvist',
    ...part,
  }) as GuardianThread
const conversation = {
  id,
  clientId,
  clientName: 'Tim Weber',
  name: 'Anna Weber',
  relationship: 'Mother',
  personId: '7c1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c42',
}

async function openAsGuardian(part: Partial<GuardianThread>, answers: Parameters<typeof mockServer>[0] = {}) {
  const served = mockServer({
    'login/session': () => ({ login: { userId: 'anna', role: 'client', need: null } }),
    'account/me': () => ({ id: 'anna', role: 'client', zone: 'UTC', language: 'en' }),
    'guardian/messages': () => thread(part),
    'guardian/markMessagesRead': () => ({ done: true }),
    'guardian/sendMessage': () => message(2, { by: 'guardian' }),
    ...answers,
  })
  const { unmount } = await renderPage(<GuardianThreadView clientId={clientId} />, `/for/${clientId}/messages`)
  return { ...served, unmount }
}
const field = () =>
  screen.findByRole<HTMLTextAreaElement>('textbox', { name: uiText('message:write', { name: 'Nora Lindqvist' }) })
const send = () => fireEvent.click(screen.getByRole('button', { name: uiText('message:send') }))

test('a guardian sends a message, and the field is empty afterwards', async () => {
  const { inputsOf } = await openAsGuardian({})
  fireEvent.change(await field(), { target: { value: ' Hello ' } })
  send()
  await waitFor(() => expect(inputsOf('guardian/sendMessage')).toHaveLength(1))
  expect(inputsOf('guardian/sendMessage')[0]).toMatchObject({ actingFor: clientId, text: 'Hello' })
  await waitFor(async () => expect((await field()).value).toBe(''))
})

test('text that could not be sent stays in the field, also on the next visit, and is sent with the same id @slow', async () => {
  let works = false
  const answers = { 'guardian/sendMessage': () => (works ? message(2) : failureResponse()) }
  const { inputsOf, unmount } = await openAsGuardian({}, answers)
  fireEvent.change(await field(), { target: { value: 'Hello' } })
  send()
  expect(await screen.findByText(uiText('message:sendFailed'))).toBeTruthy()
  expect((await field()).value).toBe('Hello')
  works = true
  send()
  await waitFor(async () => expect((await field()).value).toBe(''))
  const ids = (inputsOf('guardian/sendMessage') as { id: string }[]).map((sent) => sent.id)
  expect(ids.length).toBeGreaterThan(1)
  expect(new Set(ids).size).toBe(1)
  fireEvent.change(await field(), { target: { value: 'Kept' } })
  unmount()
  await openAsGuardian({})
  expect((await field()).value).toBe('Kept')
})

test('what a guardian writes while a message is being sent stays in the field', async () => {
  const held = Promise.withResolvers<void>()
  await openAsGuardian({}, { 'guardian/sendMessage': () => held.promise.then(() => message(2, { by: 'guardian' })) })
  fireEvent.change(await field(), { target: { value: 'Hello' } })
  send()
  fireEvent.change(await field(), { target: { value: 'A new text' } })
  held.resolve()
  await waitFor(() =>
    expect(screen.getByRole('button', { name: uiText('message:send') })).toHaveProperty('disabled', false),
  )
  expect((await field()).value).toBe('A new text')
})

test('unread messages of the therapist are marked as read when they are shown', async () => {
  const { inputsOf } = await openAsGuardian({ items: [message(1), message(2)], readSeq: 1 })
  await waitFor(() => expect(inputsOf('guardian/markMessagesRead')).toEqual([{ actingFor: clientId, upTo: 2 }]))
})

test('in a closed conversation the guardian reads why nothing can be sent', async () => {
  await openAsGuardian({ closed: 'inactive' })
  const text = uiText('message:guardian.closed.guardian.inactive', { name: 'Nora Lindqvist' })
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('button', { name: uiText('message:send') })).toBeNull()
})

async function asTherapist(page: React.ReactElement, answers: Parameters<typeof mockServer>[0]) {
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'UTC', language: 'en' }),
    'message/list': () => ({ items: [], next: null }),
    'textMessage/unassigned': () => ({ items: [] }),
    'guardian/markConversationRead': () => ({ done: true }),
    ...answers,
  })
  await renderPage(page, '/dashboard/therapist/messages')
  return inputsOf
}

test('the list of a therapist has the guardian as an own entry, with the client and the latest message', async () => {
  const listed = {
    ...conversation,
    latest: { by: 'guardian', text: 'Can we talk?', createdAt: '2031-03-04T10:00:00.000Z' },
    latestAt: '2031-03-04T10:00:00.000Z',
    unread: 2,
  } as GuardianConversation
  await asTherapist(<ConversationList side="therapist" open={id} />, {
    'guardian/conversations': () => ({ items: [listed] }),
  })
  const link = await screen.findByRole('link', { name: 'Anna Weber' })
  expect(link.getAttribute('href')).toBe(`/dashboard/therapist/messages?guardian=${id}`)
  expect(link.getAttribute('aria-current')).toBe('true')
  const row = within(link.closest('li') as HTMLElement)
  expect(
    row.getByText(uiText('message:guardian.related', { relationship: 'Mother', client: 'Tim Weber' })),
  ).toBeTruthy()
  expect(row.getByText('Can we talk?')).toBeTruthy()
  expect(row.getByText(uiText('shell:unreadMessages_other', { count: '2' }))).toBeTruthy()
  expect(screen.queryByText(uiText('message:empty.title'))).toBeNull()
})

test('a therapist writes to a guardian, and earlier messages are loaded on request @slow', async () => {
  const opened = (items: GuardianMessage[], hasOlder: boolean) =>
    ({ ...conversation, items, hasOlder, readSeq: 2, closed: null }) as TherapistThread
  const inputsOf = await asTherapist(<GuardianConversationView id={id as never} onClose={() => {}} />, {
    'guardian/conversation': (input: { before?: number }) =>
      input.before === undefined ? opened([message(2, { by: 'guardian' })], true) : opened([message(1)], false),
    'guardian/writeToGuardian': () => message(3),
  })
  fireEvent.click(await screen.findByRole('button', { name: uiText('message:guardian.older') }))
  expect(await screen.findByText('Message 1')).toBeTruthy()
  const text = await screen.findByRole('textbox', { name: uiText('message:write', { name: 'Anna Weber' }) })
  fireEvent.change(text, { target: { value: 'Yes' } })
  send()
  await waitFor(() => expect(inputsOf('guardian/writeToGuardian')).toMatchObject([{ conversationId: id, text: 'Yes' }]))
})

test('a conversation that the therapist cannot open says so', async () => {
  await asTherapist(<GuardianConversationView id={id as never} onClose={() => {}} />, {
    'guardian/conversation': () => refusalResponse(404, 'NOT_FOUND'),
  })
  expect(await screen.findByText(uiText('message:notFound'))).toBeTruthy()
})

test('the address of the page names a conversation with a guardian', () => {
  expect(parseMessageSearch({ guardian: id, around: 7 })).toEqual({ guardian: id })
  expect(parseMessageSearch({ guardian: 'x' })).toEqual({})
})
