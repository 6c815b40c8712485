import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { SharedEntry, SharedEntrySummary } from '@attune/contract/features/care/journal/journal'
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { RowChange } from '../../../../platform/realtime/realtime-subscription.ts'
import { backendRealtime } from '../../../../platform/backend/realtime.ts'
import { resetCircuitBreakers } from '../../../../platform/api/circuit-breaker.ts'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { mockServer, renderPage, refusalResponse } from '../../../../testing/render-page.tsx'
import { ClientJournal } from './ClientJournal.tsx'
import { SharedEntryView } from './SharedEntryPage.tsx'
import { uiText, uiTextPattern } from '../../../../testing/ui-text.ts'

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const clientId = '6b2f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4e'

const head = (part: Partial<SharedEntrySummary> = {}): SharedEntrySummary => ({
  id,
  title: 'The train from Altona',
  excerpt: 'I took the early train.',
  mood: 4,
  tags: ['sleep'],
  writtenAt: '2026-11-18T20:40:00.000Z',
  updatedAt: '2026-11-18T20:41:00.000Z',
  files: 0,
  client: { id: clientId, personId: clientId, firstName: 'Ana', lastName: 'Moreau', avatarUrl: null },
  sharedAt: '2026-11-18T20:42:00.000Z',
  isNew: true,
  ...part,
})
const entry = (part: Partial<SharedEntry> = {}): SharedEntry => ({
  ...head({ isNew: false }),
  content: richTextFromPlain('I took the early train because I could not sleep.'),
  files: [],
  replies: [],
  comments: [],
  ...part,
})
const remark = ({ id: own, text }: { id: string; text: string }) => ({ id: own, text, at: '2026-11-19T09:00:00.000Z' })

let subscribers: { table: string; onChange: (changes: RowChange[]) => void }[] = []
/** Calls the subscribers of a table as if a realtime message had arrived. */
const notifySubscribers = (table: RowChange['table'], event: RowChange['event'], keys: Record<string, unknown>) =>
  act(() => {
    for (const one of subscribers) if (one.table === table) one.onChange([{ table, event, id, keys }])
  })

function serve(answers: Parameters<typeof mockServer>[0] = {}) {
  const { inputsOf } = mockServer({
    'login/session': () => ({ login: { userId: 'nora', role: 'therapist', need: null } }),
    'account/me': () => ({ id: 'nora', role: 'therapist', zone: 'Europe/Berlin' }),
    'journal/shared': () => ({ items: [head()], next: null }),
    'journal/counts': () => ({ new: 1 }),
    'journal/comments': () => ({ items: [], next: null }),
    'journal/read': () => entry(),
    'journal/addComment': remark,
    'journal/reply': (sent: { id: string; text: string }) => ({
      ...remark(sent),
      therapist: { id: 'nora', name: 'Nora Lindqvist', avatarUrl: null },
    }),
    ...answers,
  })
  return inputsOf
}

beforeEach(() => {
  subscribers = []
  vi.spyOn(backendRealtime, 'subscribe').mockImplementation(({ table }, onChange) => {
    const one = { table, onChange }
    subscribers.push(one)
    return () => void (subscribers = subscribers.filter((other) => other !== one))
  })
})
afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  resetCircuitBreakers()
  for (const kind of ['comment', 'reply']) {
    const name = `entry-${kind}-${id}`
    drafts.discard(
      name,
      drafts.versions(name).map(({ writer }) => writer),
    )
  }
})

const comment = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: uiText('sharedJournal:comment.label') })
const reply = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Reply' })
const type = async (field: Promise<HTMLTextAreaElement>, value: string) =>
  fireEvent.change(await field, { target: { value } })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

test('shared entries appear in the profile with excerpt, mood, tags and a mark for new ones [1.07]', async () => {
  const asked = serve()
  await renderPage(<ClientJournal clientId={clientId} name="Ana" hasAccount />)
  const row = await screen.findByRole('listitem')
  for (const text of ['I took the early train.', 'Good', 'sleep', 'New']) within(row).getByText(text)
  expect(within(row).getByRole('link').getAttribute('href')).toBe(`/dashboard/therapist/journals/${id}`)
  expect(asked('journal/shared')).toEqual([{ clientId, newOnly: false, limit: 30 }])
})

test('comments on entries that are no longer shared are shown below and can be deleted @slow', async () => {
  const kept = [{ id: clientId, text: 'A fact, not an order.', at: '2026-11-19T09:00:00.000Z' }]
  const sent = serve({
    'journal/comments': () => ({ items: kept, next: null }),
    'journal/deleteComment': () => (kept.pop(), { done: true }),
  })
  await renderPage(<ClientJournal clientId={clientId} name="Ana" hasAccount />)
  const own = await screen.findByRole('region', { name: uiText('sharedJournal:unsharedComments.title') })
  within(own).getByText('A fact, not an order.')
  expect(sent('journal/comments')).toEqual([{ clientId, limit: 30 }])
  fireEvent.click(within(own).getByRole('button', { name: uiTextPattern('sharedJournal:comment.deleteOf') }))
  const question = await screen.findByRole('dialog', { name: 'Delete this comment?' })
  fireEvent.click(within(question).getByRole('button', { name: uiText('sharedJournal:deleteComment.submit') }))
  await waitFor(() => expect(screen.queryByText('A fact, not an order.')).toBeNull())
  expect(screen.queryByText(uiText('sharedJournal:unsharedComments.title'))).toBeNull()
})

test('without shared entries the client record shows a message', async () => {
  serve({ 'journal/shared': () => ({ items: [], next: null }) })
  await renderPage(<ClientJournal clientId={clientId} name="Ana" hasAccount />)
  await screen.findByText(uiText('sharedJournal:client.empty', { name: 'Ana' }))
})

test('a list that cannot be loaded shows an error with a retry', async () => {
  let broken = true
  serve({ 'journal/shared': () => (broken ? refusalResponse(400, 'BAD_REQUEST') : { items: [head()], next: null }) })
  await renderPage(<ClientJournal clientId={clientId} name="Ana" hasAccount />)
  await screen.findByText(uiText('sharedJournal:listFailed'))
  broken = false
  press('Try again')
  await screen.findByText('I took the early train.')
})

test('a revoked entry is removed from the cached lists without a request to the server', async () => {
  let taken = false
  serve({ 'journal/shared': () => (taken ? refusalResponse(400, 'BAD_REQUEST') : { items: [head()], next: null }) })
  await renderPage(<ClientJournal clientId={clientId} name="Ana" hasAccount />)
  await screen.findByText('I took the early train.')
  taken = true
  notifySubscribers('journal_shares', 'DELETE', { entry_id: id, therapist_id: 'nora' })
  await waitFor(() => expect(screen.queryByText('I took the early train.')).toBeNull())
})

test('an entry is shown with a comment form for the record and a reply form for the client @slow', async () => {
  const sent = serve()
  await renderPage(<SharedEntryView id={id} />)
  await screen.findByText('I took the early train because I could not sleep.')
  await screen.findByText('Only you can read this')
  screen.getByText('Ana sees this under the entry')
  await type(comment(), 'A fact, not an order.')
  press('Add comment')
  await waitFor(async () => expect((await comment()).value).toBe(''))
  screen.getByText('A fact, not an order.')
  await type(reply(), 'Thank you.')
  fireEvent.keyDown(await reply(), { key: 'Enter', ctrlKey: true })
  await screen.findByText('Thank you.', { selector: 'p' })
  expect(sent('journal/addComment')).toMatchObject([{ entryId: id, text: 'A fact, not an order.' }])
  expect(sent('journal/reply')).toMatchObject([{ entryId: id, text: 'Thank you.' }])
})

test('a failed comment is kept and retried with the same id until it is changed @slow', async () => {
  let refusals = 2
  const sent = serve({
    'journal/addComment': (one: { id: string; text: string }) =>
      refusals-- > 0 ? refusalResponse(400, 'BAD_REQUEST') : remark(one),
  })
  await renderPage(<SharedEntryView id={id} />)
  await type(comment(), 'Once.')
  press('Add comment')
  await screen.findByText(uiTextPattern('sharedJournal:comment.failed'))
  press('Add comment')
  await waitFor(() => expect(sent('journal/addComment')).toHaveLength(2))
  await screen.findByText(uiTextPattern('sharedJournal:comment.failed'))
  await type(comment(), 'Once more.')
  press('Add comment')
  await screen.findByText('Once more.', { selector: 'p' })
  const [first, second, third] = sent('journal/addComment') as { id: string }[]
  expect(first?.id).toBe(second?.id)
  expect(third?.id).not.toBe(first?.id)
})

test('a comment is deleted after a confirmation @slow', async () => {
  const sent = serve({
    'journal/read': () => entry({ comments: [{ id: clientId, text: 'Too early.', at: '2026-11-19T09:00:00.000Z' }] }),
    'journal/deleteComment': () => ({ done: true }),
  })
  await renderPage(<SharedEntryView id={id} />)
  fireEvent.click(await screen.findByRole('button', { name: uiTextPattern('sharedJournal:comment.deleteOf') }))
  const question = await screen.findByRole('dialog', { name: 'Delete this comment?' })
  expect(sent('journal/deleteComment')).toEqual([])
  fireEvent.click(within(question).getByRole('button', { name: uiText('sharedJournal:deleteComment.submit') }))
  await waitFor(() => expect(screen.queryByText('Too early.')).toBeNull())
  expect(sent('journal/deleteComment')).toEqual([{ id: clientId }])
})

test('an entry that was marked as unread is not fetched again while its page closes @slow', async () => {
  const { promise: isRead, resolve: read } = Promise.withResolvers<void>()
  const { promise: isMarked, resolve: mark } = Promise.withResolvers<{ done: true }>()
  let reads = 0
  const sent = serve({
    'journal/read': () => (reads++ ? isRead.then(() => entry()) : entry()),
    'journal/markUnread': () => isMarked,
  })
  const { router } = await renderPage(<SharedEntryView id={id} />)
  const button = await screen.findByRole('button', { name: 'Mark as unread' })
  notifySubscribers('journal_publications', 'UPDATE', { entry_id: id })
  await waitFor(() => expect(sent('journal/read')).toHaveLength(2))
  fireEvent.click(button)
  await waitFor(() => expect(button.getAttribute('data-loading')).toBe('true'))
  notifySubscribers('journal_publications', 'UPDATE', { entry_id: id })
  expect(sent('journal/markUnread')).toEqual([])
  read()
  await waitFor(() => expect(sent('journal/markUnread')).toEqual([{ id }]))
  notifySubscribers('journal_publications', 'UPDATE', { entry_id: id })
  mark({ done: true })
  await waitFor(() => expect(router.state.location.pathname).toBe('/dashboard/therapist/journals'))
  expect(sent('journal/read')).toHaveLength(2)
})

test('an entry revoked while open disappears, and unsent text stays @slow', async () => {
  serve()
  const { container } = await renderPage(<SharedEntryView id={id} />)
  await type(comment(), 'Half a thought')
  await type(reply(), 'Half an answer')
  notifySubscribers('journal_shares', 'DELETE', { entry_id: id, therapist_id: 'nora' })
  await screen.findByRole('heading', { name: 'This entry is no longer shared with you' })
  expect(container.textContent).not.toMatch(/train|Ana/)
  screen.getByText('Half a thought')
  screen.getByText('Half an answer')
  notifySubscribers('journal_shares', 'INSERT', { entry_id: id, therapist_id: 'nora' })
  await screen.findByText('I took the early train because I could not sleep.')
  expect((await comment()).value).toBe('Half a thought')
})

test('an entry disappears when the server refuses a reload or a reply @slow', async () => {
  let taken = false
  serve({
    'journal/read': () => (taken ? refusalResponse(404, 'NOT_FOUND') : entry()),
    'journal/reply': () => refusalResponse(404, 'NOT_FOUND'),
  })
  const { unmount } = await renderPage(<SharedEntryView id={id} />)
  await type(reply(), 'Too late.')
  press('Send reply')
  await screen.findByRole('heading', { name: 'This entry is no longer shared with you' })
  screen.getByText('Too late.')
  unmount()
  await renderPage(<SharedEntryView id={id} />)
  await screen.findByText('I took the early train because I could not sleep.')
  taken = true
  notifySubscribers('journal_publications', 'UPDATE', { entry_id: id })
  await screen.findByRole('heading', { name: 'This entry is no longer shared with you' })
  expect(screen.queryByText(/early train/)).toBeNull()
})
