import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { JournalEntryDetail, JournalEntryInput } from '@attune/contract/features/care/journal/journal'
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import 'fake-indexeddb/auto'
import { orpc } from '../../../../platform/api/api.ts'
import { newQueryClient } from '../../../../platform/query/query-client.ts'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { EntryList } from '../list/EntryList.tsx'
import { PublishedVersion } from './PublishedVersion.tsx'
import { entryInputOf, extendsEntry } from '../entry/content.ts'
import { settleOpenEntry, useEntryAutosave, useEntryEditor } from '../entry/use-entry-editor.ts'
import type { SaveResult } from '../entry/use-saved-entry.ts'

afterEach(() => vi.unstubAllGlobals())

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const nora = { id: '6a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d', name: 'Dr. Nora Lindqvist', avatarUrl: null }
const jonas = { id: '7a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d', name: 'Jonas Falk', avatarUrl: null }
const entry = (version: number, more: Partial<JournalEntryDetail> = {}): JournalEntryDetail => ({
  id,
  title: '',
  mood: null,
  tags: [],
  writtenAt: '2026-11-18T20:40:00.000Z',
  updatedAt: '2026-11-18T20:41:00.000Z',
  content: richTextFromPlain('one'),
  files: [],
  shares: [{ therapist: nora, since: '2026-11-18T13:05:00.000Z' }],
  published: { at: new Date().toISOString(), isCurrent: true },
  replies: [],
  looks: [],
  binnedAt: null,
  version,
  ...more,
})
const behind = { at: '2026-11-18T13:05:00.000Z', isCurrent: false }

function serve(answers: Record<string, (input: never) => unknown>) {
  const served = mockServer({
    'login/session': () => ({ login: { userId: id, role: 'client', need: null } }),
    'account/me': () => ({ id, role: 'client', zone: 'Europe/Berlin', firstName: 'Ana', lastName: 'Moreau' }),
    'journal/days': () => ({ items: [] }),
    'journal/tags': () => ({ items: [] }),
    ...answers,
  })
  return {
    ...served,
    sent: (path: string) => served.inputsOf(path),
  }
}

const updateButton = (names: string) =>
  screen.findByRole('button', { name: uiText('journal:publish.update_one', { names }) })
const show = (shown: JournalEntryDetail, onSave: () => Promise<SaveResult> = async () => shown, dirty = false) =>
  renderPage(<PublishedVersion entry={shown} dirty={dirty} onSave={onSave} />)

test('the entry says which version the therapist sees, and offers to update it once the working copy differs [1.07]', async () => {
  const { sent } = serve({ 'journal/publish': () => entry(3) })
  const first = await show(entry(2))
  expect((await screen.findByRole('status')).textContent).toMatch(/^Nora sees the version from \d\d:\d\d$/)
  expect(screen.queryByRole('button')).toBeNull()
  first.unmount()
  await show(entry(3, { published: behind }))
  expect((await screen.findByRole('status')).textContent).toContain('Nora sees the version from')
  fireEvent.click(await updateButton('Nora'))
  await waitFor(() => expect(sent('journal/publish')).toEqual([{ id, version: 3 }]))
})

test('with several therapists the text names all of them', async () => {
  serve({})
  const since = '2026-11-18T13:05:00.000Z'
  await show(entry(3, { published: behind, shares: [nora, jonas].map((therapist) => ({ therapist, since })) }))
  const names = 'Nora and Jonas'
  expect((await screen.findByRole('status')).textContent).toContain(`${names} see the version from`)
  await screen.findByRole('button', { name: uiText('journal:publish.update_other', { names }) })
})

test('unsaved text is saved before it is published, as the version that was saved', async () => {
  const { sent } = serve({ 'journal/publish': () => entry(5) })
  await show(entry(4), async () => entry(5), true)
  fireEvent.click(await updateButton('Nora'))
  await waitFor(() => expect(sent('journal/publish')).toEqual([{ id, version: 5 }]))
})

test.each([
  ['says that it needs a connection', 'kept' as const, 'offline_one' as const],
  ['publishes nothing while the text is not saved', null, null],
])('without a saved text, updating %s', async (_, result, message) => {
  const { sent } = serve({})
  await show(entry(4, { published: behind }), async () => result)
  fireEvent.click(await updateButton('Nora'))
  const text = message ? uiText(`journal:publish.${message}`, { names: 'Nora' }) : ''
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(text))
  expect(sent('journal/publish')).toEqual([])
})

test('an update refused because another device saved meanwhile asks to check the text', async () => {
  serve({ 'journal/publish': () => refusalResponse(409, 'CHANGED', entry(9)) })
  await show(entry(4, { published: behind }))
  fireEvent.click(await updateButton('Nora'))
  await screen.findByText(uiText('journal:publish.changed'))
})

function openEditor(saved: JournalEntryDetail) {
  const client = newQueryClient()
  const around = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const hook = renderHook(
    () => {
      const entryEditor = useEntryEditor(saved, () => {})
      useEntryAutosave(entryEditor, false)
      return entryEditor
    },
    { wrapper: around },
  )
  return { ...hook, client, at: () => hook.result.current }
}
const answerSave = ({ version, content, title }: JournalEntryInput) => entry(version + 1, { content, title })

test('what is typed is saved shortly after without a press, and publishes nothing @slow', async () => {
  const { sent, calls } = serve({ 'journal/save': answerSave })
  const { at, unmount } = openEditor(entry(1))
  act(() => at().change({ content: richTextFromPlain('one two') }))
  act(() => at().change({ content: richTextFromPlain('one two three') }))
  await waitFor(() => expect(at().draft.dirty).toBe(false), { timeout: 4_000 })
  expect(sent('journal/save')).toMatchObject([{ version: 1, content: richTextFromPlain('one two three') }])
  unmount()
  expect(calls.some(({ path }) => path === 'journal/publish')).toBe(false)
})

test('a pause after a space at the end of the title does not remove the space @slow', async () => {
  const { sent } = serve({ 'journal/save': ({ version }: JournalEntryInput) => entry(version + 1, { title: 'The' }) })
  const { at } = openEditor(entry(1))
  act(() => at().change({ title: 'The ' }))
  await waitFor(() => expect(at().draft.dirty).toBe(false), { timeout: 4_000 })
  expect(at().written).toMatchObject({ title: 'The ', version: 2 })
  expect(sent('journal/save')).toHaveLength(1)
})

test('an own earlier save that arrives late is replaced by the longer text without a question @slow', async () => {
  const earlier = entry(1, { content: richTextFromPlain('I took the train') })
  const { sent } = serve({
    'journal/save': (save: JournalEntryInput) =>
      save.version === 0 ? refusalResponse(409, 'CHANGED', earlier) : answerSave(save),
  })
  const { at } = openEditor(entry(0, { content: richTextFromPlain('I') }))
  act(() => at().change({ content: richTextFromPlain('I took the train and slept') }))
  await waitFor(() => expect(sent('journal/save')).toHaveLength(2), { timeout: 6_000 })
  expect(sent('journal/save')).toMatchObject([{ version: 0 }, { version: 1 }])
  expect(at().theirs).toBeNull()
})

test.each([
  ['more words at the end', 'one two', 'one', true],
  ['another paragraph', 'one\ntwo', 'one', true],
  ['other words', 'one three', 'one two', false],
  ['fewer words', 'one', 'one two', false],
])('a text with %s replaces the one before without loss: %s, %s', (_, mine, other, expected) => {
  const input = (text: string) => entryInputOf(entry(1, { content: richTextFromPlain(text) }))
  expect(extendsEntry(input(mine), input(other))).toBe(expected)
})

test('the version that is published is the one that the editor shows, not a newer one of another device', async () => {
  serve({})
  const { at, client } = openEditor(entry(4))
  client.setQueryData(orpc.journal.get.queryKey({ input: { id } }), entry(9))
  await act(async () => expect(await at().saveNow()).toMatchObject({ id, version: 4 }))
})

test('leaving the editor saves what is not saved yet, and publishes nothing', async () => {
  const { sent, calls } = serve({ 'journal/save': answerSave })
  const { at, unmount } = openEditor(entry(1))
  act(() => at().change({ content: richTextFromPlain('left in a hurry') }))
  unmount()
  await waitFor(() => expect(sent('journal/save')).toMatchObject([{ content: richTextFromPlain('left in a hurry') }]))
  expect(calls.some(({ path }) => path === 'journal/publish')).toBe(false)
})

test('before a new entry opens, the open one is saved', async () => {
  const { sent } = serve({ 'journal/save': answerSave })
  const { at } = openEditor(entry(1))
  act(() => at().change({ content: richTextFromPlain('the one before') }))
  await act(() => settleOpenEntry())
  expect(sent('journal/save')).toMatchObject([{ content: richTextFromPlain('the one before') }])
})

test('an empty text is saved only when its author asks for it [5.06]', async () => {
  const { sent } = serve({ 'journal/save': answerSave })
  const { at, unmount } = openEditor(entry(1))
  act(() => at().change({ content: richTextFromPlain(' ') }))
  expect(at().problem).toBeNull()
  await act(async () => expect(await at().saveNow()).toBeNull())
  expect(at().problem).toBe('empty')
  unmount()
  expect(sent('journal/save')).toEqual([])
})

test('entries of the same day in earlier years are listed first, and the heading is absent without any @slow', async () => {
  let earlier: object[] = []
  serve({
    'journal/list': () => ({ items: [], next: null }),
    'journal/onThisDay': () => ({ items: earlier }),
  })
  const list = <EntryList open={undefined} day={undefined} onNew={() => {}} onDay={() => {}} />
  const first = await renderPage(list)
  await screen.findByText(uiText('journal:empty.title'))
  expect(screen.queryByRole('heading', { name: uiText('journal:onThisDay') })).toBeNull()
  first.unmount()
  const {
    content: _content,
    shares: _shares,
    published: _published,
    looks: _looks,
    version: _version,
    ...rest
  } = entry(1)
  earlier = [{ ...rest, title: 'A year ago', excerpt: 'one', files: 0, replies: 0, picture: null, sharedWith: [] }]
  await renderPage(list)
  const heading = await screen.findByRole('heading', { name: uiText('journal:onThisDay') })
  within(heading.parentElement as HTMLElement).getByRole('link', { name: 'A year ago' })
})
