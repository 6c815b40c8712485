import 'fake-indexeddb/auto'
import type { Note, NoteSummary } from '@attune/contract/features/care/note/note'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { mockServer, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { ClientNotes } from './ClientNotes.tsx'

const clientId = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const [first, second] = ['0199f0de-0000-4000-8000-000000000001', '0199f0de-0000-4000-8000-000000000002']
afterEach(() => vi.unstubAllGlobals())

const summary = (sessionId: string, part: Partial<NoteSummary>): NoteSummary => ({
  sessionId,
  startsAt: '2026-11-12T10:00:00.000Z',
  format: 'video',
  therapyType: 'individual',
  place: 13,
  updatedAt: '2026-11-12T11:08:00.000Z',
  signedAt: '2026-11-12T11:08:00.000Z',
  isShared: false,
  others: [],
  excerpt: '',
  ...part,
})
const summaries = [
  summary(first, { excerpt: 'Slept through twice.' }),
  summary(second, { startsAt: '2026-11-05T10:00:00.000Z', place: 12, signedAt: null, excerpt: 'Sister called.' }),
]
const note = (sessionId: string): Note => ({
  sessionId,
  clientId,
  text: sessionId === first ? '  Slept through twice.' : 'Plan',
  content:
    sessionId === first
      ? null
      : { type: 'doc', content: [{ type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Plan' }] }] },
  version: 1,
  updatedAt: '2026-11-12T11:08:00.000Z',
  signedAt: sessionId === first ? '2026-11-12T11:08:00.000Z' : null,
  addenda: [],
  assistance: null,
})

function server() {
  const { calls } = mockServer({
    'note/ofClient': ({ search, state }: { search?: string; state?: string }) => ({
      items: summaries.filter(
        ({ excerpt, signedAt }) => excerpt.includes(search ?? '') && (state !== 'unsigned' || signedAt === null),
      ),
      next: null,
      aboutClient: false,
    }),
    'note/open': ({ sessionId }: { sessionId: string }) => note(sessionId),
  })
  return calls
}

/** Mocks a record in which one session has a part about Ana and a shared one about her and Ben. */
function coupleServer() {
  const shared = summary(first, { isShared: true, others: ['Ben Moreau'], excerpt: 'Both came late.' })
  const { calls } = mockServer({
    'note/ofClient': () => ({ items: [shared, summary(first, { excerpt: 'Slept.' })], next: null, aboutClient: false }),
    'note/open': (part: { clientId?: string }) => ({
      ...note(first),
      clientId: part.clientId ?? null,
      text: part.clientId ? 'Slept through twice.' : 'Both came late that day.',
    }),
    'note/printOfClient': () => ({ items: [], next: null }),
  })
  return (path: string) => calls.filter((call) => call.path === path).map(({ input }) => input)
}
const rows = async () =>
  (await screen.findByRole('list', { name: uiText('note:list.title') })).querySelectorAll('button')

test('the latest note is open beside the list until another one is chosen', async () => {
  server()
  await renderPage(<ClientNotes clientId={clientId} name="Ana" />)
  expect(await rows()).toHaveLength(3)
  expect((await screen.findByText('Slept through twice.', { selector: 'div' })).textContent).toBe(
    '  Slept through twice.',
  )
  fireEvent.click((await rows())[2] as HTMLElement)
  expect(await screen.findByRole('heading', { name: 'Plan' })).toBeTruthy()
  const edit = screen.getByRole('link', { name: uiText('note:list.edit') })
  expect(edit.getAttribute('href')).toContain(second)
})

test('the search and the filter ask the server and narrow the list @slow', async () => {
  const calls = server()
  await renderPage(<ClientNotes clientId={clientId} name="Ana" />)
  await rows()
  fireEvent.change(screen.getByLabelText(uiText('note:list.search')), { target: { value: 'Sister' } })
  await waitFor(async () => expect(await rows()).toHaveLength(1))
  expect(calls.findLast(({ path }) => path === 'note/ofClient')?.input).toMatchObject({ clientId, search: 'Sister' })
  fireEvent.click(screen.getByLabelText(uiText('note:list.unsigned')))
  await waitFor(() =>
    expect(calls.findLast(({ path }) => path === 'note/ofClient')?.input).toMatchObject({ state: 'unsigned' }),
  )
})

test('a record reads its own part, and the shared one of the same session only when it is chosen @slow', async () => {
  const inputsOf = coupleServer()
  await renderPage(<ClientNotes clientId={clientId} name="Ana" />)
  await screen.findByText('Slept through twice.')
  expect(inputsOf('note/open')).toEqual([{ sessionId: first, clientId }])
  const marked = [...(await rows())].filter((row) => row.textContent.includes(uiText('note:list.shared')))
  expect(marked).toHaveLength(1)
  fireEvent.click(marked[0] as HTMLElement)
  await screen.findByText('Both came late that day.')
  expect(inputsOf('note/open')).toEqual([{ sessionId: first, clientId }, { sessionId: first }])
  expect([...(await rows())].filter((row) => row.hasAttribute('aria-current'))).toEqual(marked)
  expect(screen.queryByText('Slept through twice.')).toBeNull()
})

test('shared parts are printed only if the therapist chooses so after a warning that names the other people @slow', async () => {
  const inputsOf = coupleServer()
  await renderPage(<ClientNotes clientId={clientId} name="Ana" />)
  fireEvent.click(await screen.findByRole('button', { name: uiText('note:print.button') }))
  const print = async () =>
    fireEvent.click(await screen.findByRole('button', { name: uiText('note:printRange.submit') }))
  await print()
  await screen.findByText(uiText('note:printRange.none'))
  fireEvent.click(screen.getByRole('checkbox', { name: uiText('note:printRange.withShared') }))
  await screen.findByText(uiText('note:printRange.others', { names: 'Ben Moreau' }))
  await print()
  await waitFor(() => expect(inputsOf('note/printOfClient')).toHaveLength(2))
  expect(inputsOf('note/printOfClient')).toMatchObject([{ withShared: false }, { withShared: true }])
})
