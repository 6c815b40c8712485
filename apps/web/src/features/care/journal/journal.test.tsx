import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { JournalEntryDetail, JournalEntrySummary } from '@attune/contract/features/care/journal/journal'
import { act, fireEvent, renderHook, screen, waitFor, within } from '@testing-library/react'
import { QueryClientProvider } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import 'fake-indexeddb/auto'
import { newQueryClient } from '../../../platform/query/query-client.ts'
import { mockServer, renderPage, refusalResponse } from '../../../testing/render-page.tsx'
import { uiText } from '../../../testing/ui-text.ts'
import { registerToaster, toast, type ToastContent } from '../../../ui/toast/toast.ts'
import { EntryList } from './list/EntryList.tsx'
import { groupEntriesByMonth } from './list/entry-groups.ts'
import { parseJournalSearch } from './journal-search.ts'
import { JournalMenu } from './list/JournalMenu.tsx'
import { SharingButton } from './sharing/SharingButton.tsx'
import { SharingPanel } from './sharing/SharingPanel.tsx'
import { EntrySaveError } from './entry/EntrySaveError.tsx'
import { useEntryEditor } from './entry/use-entry-editor.ts'
import type { UnsentEntry } from './waiting-entries.ts'
import { useEntryFiles } from './entry/use-entry-files.ts'
import { entryProblem, emptyEntry, sameEntryContent, entryInputOf, savedEntryOf } from './entry/content.ts'

afterEach(() => vi.unstubAllGlobals())

const id = '5a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
const nora = { id: '6a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d', name: 'Nora Lindqvist', avatarUrl: null }
const entry = (text: string, version = 1, more: Partial<JournalEntryDetail> = {}): JournalEntryDetail => ({
  id,
  title: 'The train',
  mood: 4,
  tags: ['travel'],
  writtenAt: '2026-11-18T20:40:00.000Z',
  updatedAt: '2026-11-18T20:41:00.000Z',
  content: richTextFromPlain(text),
  files: [],
  shares: [],
  published: null,
  replies: [],
  looks: [],
  binnedAt: null,
  version,
  ...more,
})
const head = (writtenAt: string, more: Partial<JournalEntrySummary> = {}): JournalEntrySummary => {
  const {
    content: _content,
    shares: _shares,
    published: _published,
    looks: _looks,
    version: _version,
    ...rest
  } = entry('')
  return {
    ...rest,
    id: crypto.randomUUID(),
    writtenAt,
    files: 0,
    replies: 0,
    excerpt: 'I took',
    picture: null,
    sharedWith: [],
    ...more,
  }
}

/** An entry that was shared with Nora at 22:00 in Berlin. */
const sharedEntry = (version = 1, isCurrent = true, others: (typeof nora)[] = []) =>
  entry('one', version, {
    shares: [nora, ...others].map((therapist) => ({ therapist, since: '2026-11-18T21:00:00.000Z' })),
    published: { at: '2026-11-18T21:00:00.000Z', isCurrent },
  })

function serve(answers: Record<string, (input: never) => unknown>) {
  const served = mockServer({
    'login/session': () => ({ login: { userId: id, role: 'client', need: null } }),
    'account/me': () => ({ id, role: 'client', zone: 'Europe/Berlin', firstName: 'Ana', lastName: 'Moreau' }),
    'journal/days': () => ({ items: [] }),
    'journal/tags': () => ({ items: [] }),
    'journal/onThisDay': () => ({ items: [] }),
    'journal/settings': () => ({ prompts: false }),
    'journal/therapists': () => ({ items: [nora] }),
    ...answers,
  })
  return served
}

function open(saved: JournalEntryDetail | null, waiting?: UnsentEntry) {
  const client = newQueryClient()
  const around = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const onSaved = vi.fn<(entry: { id: string }) => void>()
  const hook = renderHook(({ now }) => useEntryEditor(now, onSaved, waiting), {
    wrapper: around,
    initialProps: { now: saved },
  })
  return { ...hook, onSaved, at: () => hook.result.current }
}

test('an empty or too long entry is not sent, and the reason is shown [5.06]', async () => {
  const { calls } = serve({ 'journal/save': () => entry('never') })
  const { at } = open(null)
  await act(async () => void (await at().saveNow()))
  expect(at().problem).toBe('empty')
  act(() => at().change({ content: richTextFromPlain(' \n\u00a0\u200b') }))
  await act(async () => void (await at().saveNow()))
  expect(at().problem).toBe('empty')
  act(() => at().change({ content: richTextFromPlain('a'.repeat(20_001)) }))
  await act(async () => void (await at().saveNow()))
  expect(at().problem).toBe('tooLong')
  expect(calls.filter(({ path }) => path === 'journal/save')).toEqual([])
  act(() => at().draft.startOver())
  expect(entryProblem({ ...emptyEntry(new Date()), content: richTextFromPlain('a'.repeat(20_000)) })).toBeNull()
})

test('saving an empty entry asks to complete the content first [5.10]', async () => {
  serve({})
  const { at } = open(null)
  await act(async () => void (await at().saveNow()))
  await renderPage(
    <EntrySaveError entryEditor={at()} waitsForFiles={false} onSaveAgain={() => {}} onClose={() => {}} />,
  )
  expect((await screen.findByRole('alert')).textContent).toBe('Please complete the content before saving.')
  act(() => at().draft.startOver())
})

test('an entry that was saved offline and then refused keeps its text, shows the refusal and can be saved again', async () => {
  const { calls } = serve({ 'journal/save': ({ title }: { title: string }) => entry('written offline', 2, { title }) })
  const input = { ...entryInputOf(entry('written offline')), title: 'On the ferry' }
  const refused = { path: ['journal', 'save'], input, thing: 'journal', number: 1, refused: 'LIMIT_REACHED' } as const
  const { at, onSaved } = open(null, refused as unknown as UnsentEntry)
  expect(at().written.title).toBe('On the ferry')
  await renderPage(
    <EntrySaveError entryEditor={at()} waitsForFiles={false} onSaveAgain={() => {}} onClose={() => {}} />,
  )
  expect((await screen.findByRole('alert')).textContent).toContain(uiText('journal:error.refusedLater'))
  await act(async () => void (await at().saveNow()))
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(calls.filter(({ path }) => path === 'journal/save').map(({ input: sent }) => sent)).toEqual([input])
})

test('the text of an entry that was deleted elsewhere can be saved as a new entry', async () => {
  const { calls } = serve({
    'journal/save': ({ version }: { version: number }) =>
      version === 0 ? entry('written offline', 1, {}) : refusalResponse(404, 'NOT_FOUND'),
  })
  const input = { ...entryInputOf(entry('written offline')), title: 'On the ferry' }
  const refused = { path: ['journal', 'save'], input, thing: 'journal', number: 1, refused: 'NOT_FOUND' } as const
  const { at, onSaved } = open(null, refused as unknown as UnsentEntry)
  expect(at().erased).toBe(true)
  await act(async () => void (await at().saveNow()))
  await waitFor(() => expect(at().failure).not.toBeNull())
  const onClose = vi.fn<() => void>()
  await renderPage(<EntrySaveError entryEditor={at()} waitsForFiles={false} onSaveAgain={() => {}} onClose={onClose} />)
  expect((await screen.findByRole('alert')).textContent).toContain(uiText('journal:error.erased'))
  expect(screen.getByRole('button', { name: uiText('journal:erased.discard') })).toBeDefined()
  await act(async () => fireEvent.click(screen.getByRole('button', { name: uiText('journal:erased.saveAsNew') })))
  await waitFor(() => expect(onSaved).toHaveBeenCalled())
  expect(calls.filter(({ path }) => path === 'journal/save').at(-1)?.input).toEqual({ ...input, version: 0 })
})

test('text typed during a save stays unsaved and continues from the saved version', async () => {
  let answer: (saved: JournalEntryDetail) => void = () => {}
  serve({ 'journal/save': () => new Promise((resolve) => (answer = resolve)) })
  const { at, onSaved } = open(null)
  act(() => at().change({ title: 'The train', content: richTextFromPlain('one') }))
  act(() => void at().saveNow())
  await waitFor(() => expect(at().saving).toBe(true))
  act(() => at().change({ content: richTextFromPlain('one two') }))
  await act(async () =>
    answer({ ...entry('one'), id: at().written.id, mood: null, tags: [], writtenAt: at().written.writtenAt }),
  )
  await waitFor(() => expect(onSaved).toHaveBeenCalledOnce())
  expect(at().draft.dirty).toBe(true)
  expect(at().written).toMatchObject({ version: 1, content: richTextFromPlain('one two') })
  act(() => at().draft.startOver())
})

test('an entry saved on two devices shows the other version, and either can be kept', async () => {
  const other = entry('from the desk', 2)
  const { calls } = serve({
    'journal/save': ({ version }: { version: number }) =>
      version === 1 ? refusalResponse(409, 'CHANGED', other) : entry('from the phone', 3),
  })
  const { at } = open(entry('the beginning'))
  act(() => at().change({ content: richTextFromPlain('from the phone') }))
  await act(async () => void (await at().saveNow()))
  await waitFor(() => expect(at().theirs).toEqual(savedEntryOf(entryInputOf(other), other.updatedAt)))
  expect(at().failure).toBeNull()
  expect(at().written.content).toEqual(richTextFromPlain('from the phone'))
  act(() => at().keepMine())
  await waitFor(() => expect(at().draft.dirty).toBe(false))
  expect(
    calls.filter(({ path }) => path === 'journal/save').map(({ input }) => (input as { version: number }).version),
  ).toEqual([1, 2])
})

test('a version from another device replaces the text only if this device has no unsaved text', async () => {
  serve({})
  const { at, rerender } = open(entry('one'))
  rerender({ now: entry('two', 2) })
  await waitFor(() => expect(at().written).toMatchObject({ version: 2, content: richTextFromPlain('two') }))
  act(() => at().change({ title: 'Mine' }))
  rerender({ now: entry('three', 3) })
  expect(at().written).toMatchObject({ version: 2, title: 'Mine' })
  act(() => at().draft.startOver())
})

test('the order of object keys does not count as a change', () => {
  const turned = {
    ...entry('one'),
    content: JSON.parse('{"content":[{"content":[{"text":"one","type":"text"}],"type":"paragraph"}],"type":"doc"}'),
  }
  expect(sameEntryContent(entryInputOf(turned), entryInputOf(entry('one', 9)))).toBe(true)
})

test('a failed save shows an error that says the text is kept [8.04]', async () => {
  serve({ 'journal/save': () => refusalResponse(409, 'FILE_REFUSED') })
  const { at } = open(entry('one'))
  act(() => at().change({ title: 'New' }))
  await act(async () => void (await at().saveNow()))
  await waitFor(() => expect(at().failure).not.toBeNull())
  const onDevice = { ...at(), draft: { ...at().draft, stored: true } }
  await renderPage(
    <EntrySaveError entryEditor={onDevice} waitsForFiles={false} onSaveAgain={() => {}} onClose={() => {}} />,
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Error saving the journal entry')
  expect(alert.textContent).toContain(uiText('journal:error.kept'))
  act(() => at().draft.startOver())
})

test('a refused save whose text is on this page alone does not say that the text is on the device or saves itself', async () => {
  serve({ 'journal/save': () => refusalResponse(409, 'FILE_REFUSED') })
  const { at } = open(entry('one'))
  act(() => at().change({ title: 'New' }))
  await act(async () => void (await at().saveNow()))
  await waitFor(() => expect(at().failure).not.toBeNull())
  const onPage = { ...at(), draft: { ...at().draft, stored: false } }
  await renderPage(
    <EntrySaveError entryEditor={onPage} waitsForFiles={false} onSaveAgain={() => {}} onClose={() => {}} />,
  )
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain(uiText('common:outcome.pageOnly'))
  expect(alert.textContent).not.toContain(uiText('journal:error.kept'))
  expect(alert.textContent).not.toContain(uiText('journal:error.pageOnly'))
  act(() => at().draft.startOver())
})

test('the list shows the first line, mood and readers of each entry, by month [1.07] @slow', async () => {
  const locale = { zone: 'Europe/Berlin', language: 'en' }
  // 2026-10-31T23:30Z is October in UTC but half past midnight on 1 November in Berlin.
  const days = ['2026-11-18T20:00:00Z', '2026-10-31T23:30:00Z', '2026-10-31T22:30:00Z', '2025-10-02T10:00:00Z']
  expect(
    groupEntriesByMonth(
      days.map((day) => head(day)),
      locale,
    ).map(({ name, entries }) => [name, entries.length]),
  ).toEqual([
    ['November 2026', 2],
    ['October 2026', 1],
    ['October 2025', 1],
  ])
  serve({
    'journal/list': () => ({
      items: [
        head('2026-11-20T12:00:00Z', { title: 'Shared', sharedWith: [nora], files: 2 }),
        head('2026-11-20T12:00:00Z', { title: '', mood: null }),
      ],
      next: null,
    }),
  })
  await renderPage(<EntryList open={undefined} day={undefined} onNew={() => {}} onDay={() => {}} />)
  const [first, second] = await screen.findAllByRole('listitem')
  expect(within(first as HTMLElement).getByText('I took')).toBeTruthy()
  expect(within(first as HTMLElement).getByRole('img', { name: uiText('journal:mood.good') })).toBeTruthy()
  expect(within(second as HTMLElement).queryByRole('img')).toBeNull()
  expect(within(first as HTMLElement).getByText('Shared with Nora')).toBeTruthy()
  expect(within(first as HTMLElement).getByRole('img', { name: '2 files' })).toBeTruthy()
  expect(within(second as HTMLElement).getByRole('link', { name: 'I took' })).toBeTruthy()
  expect(within(second as HTMLElement).getByText(uiText('journal:private'))).toBeTruthy()
})

test('a list that cannot be loaded shows an error with a retry', async () => {
  let fails = true
  serve({ 'journal/list': () => (fails ? refusalResponse(403, 'FORBIDDEN') : { items: [], next: null }) })
  await renderPage(<EntryList open={undefined} day={undefined} onNew={() => {}} onDay={() => {}} />)
  expect(await screen.findByText(uiText('journal:listFailed'))).toBeTruthy()
  fails = false
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText(uiText('journal:empty.title'))).toBeTruthy()
})

/** Turns on the switch of the therapist, who cannot read the entry yet: the only press that sharing needs. */
async function shareWithNora() {
  const button = await screen.findByRole<HTMLInputElement>('switch', {
    name: uiText('journal:share.with', { name: nora.name }),
  })
  expect(button.checked).toBe(false)
  fireEvent.click(button)
}

test('one press on a switch saves a private entry and shares it, and the toast undoes it [3.10]', async () => {
  const { calls } = serve({ 'journal/share': () => sharedEntry(), 'journal/revoke': () => entry('one') })
  const toasts: ToastContent[] = []
  const stop = registerToaster((content) => toasts.push(content))
  const onSave = vi.fn<() => Promise<JournalEntryDetail>>(async () => entry('one'))
  await renderPage(<SharingPanel entry={null} dirty onSave={onSave} />)
  await shareWithNora()
  await waitFor(() => expect(toasts[0]?.title).toBe(uiText('journal:share.shared', { name: nora.name })))
  expect(onSave).toHaveBeenCalledOnce()
  expect(calls.find(({ path }) => path === 'journal/share')?.input).toMatchObject({ id, therapistIds: [nora.id] })
  act(() => toasts[0]?.action?.onClick())
  await waitFor(() =>
    expect(calls.find(({ path }) => path === 'journal/revoke')?.input).toEqual({ id, therapistId: nora.id }),
  )
  stop()
})

test('on a phone a client with one therapist shares with one press, without a dialog [3.10]', async () => {
  const { calls } = serve({ 'journal/share': () => sharedEntry() })
  await renderPage(<SharingButton entry={entry('one')} dirty={false} onSave={async () => entry('one')} />)
  await shareWithNora()
  await waitFor(() =>
    expect(calls.find(({ path }) => path === 'journal/share')?.input).toMatchObject({ id, therapistIds: [nora.id] }),
  )
  expect(screen.queryByRole('dialog')).toBeNull()
})

test.each([
  ['that is refused', null, ''],
  ['without a connection', 'kept' as const, uiText('journal:share.offline')],
])('an entry %s is not shared', async (_, result, message) => {
  const { calls } = serve({})
  await renderPage(<SharingPanel entry={null} dirty onSave={async () => result} />)
  await shareWithNora()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(message))
  expect(calls.some(({ path }) => path === 'journal/share')).toBe(false)
})

test('without a connection a switch says neither that an entry is shared nor that it no longer is', async () => {
  const { calls } = serve({})
  const errors: string[] = []
  const stop = registerToaster(({ title }) => errors.push(title))
  const first = await renderPage(<SharingPanel entry={entry('one')} dirty={false} onSave={async () => entry('one')} />)
  const nameOfSwitch = { name: uiText('journal:share.with', { name: nora.name }) }
  await screen.findByRole('switch', nameOfSwitch)
  const online = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  await shareWithNora()
  await waitFor(() => expect(screen.getByRole('alert').textContent).toBe(uiText('journal:share.offline')))
  expect(screen.getByRole<HTMLInputElement>('switch', nameOfSwitch).checked).toBe(false)
  first.unmount()
  online.mockReturnValue(true)
  await renderPage(<SharingPanel entry={sharedEntry()} dirty={false} onSave={async () => entry('one')} />)
  const shared = await screen.findByRole<HTMLInputElement>('switch', nameOfSwitch)
  online.mockReturnValue(false)
  fireEvent.click(shared)
  await waitFor(() => expect(errors).toContain(uiText('journal:share.revokeFailed', { name: nora.name })))
  expect(shared.checked).toBe(true)
  expect(calls.filter(({ path }) => ['journal/share', 'journal/revoke'].includes(path))).toEqual([])
  online.mockRestore()
  stop()
})

test('of several therapists each has a switch, and the text asks to choose one before sharing [5.06, 5.10]', async () => {
  const max = { ...nora, id: '3f0c2d53-6f7b-4d6c-9a34-1d6b1f6f2a11', name: 'Max Ibarra' }
  const { calls } = serve({
    'journal/therapists': () => ({ items: [nora, max] }),
    'journal/share': () => entry('one', 1, { shares: [{ therapist: max, since: '2026-11-18T21:00:00.000Z' }] }),
  })
  await renderPage(<SharingPanel entry={entry('one')} dirty={false} onSave={async () => entry('one')} />)
  const choice = await screen.findByRole('switch', { name: uiText('journal:share.with', { name: max.name }) })
  expect(screen.getByText('Please select at least one therapist before sharing.')).toBeTruthy()
  expect(calls.some(({ path }) => path === 'journal/share')).toBe(false)
  fireEvent.click(choice)
  await waitFor(() =>
    expect(calls.find(({ path }) => path === 'journal/share')?.input).toMatchObject({ id, therapistIds: [max.id] }),
  )
})

test('valid search parameters of the page are kept and all others are dropped', () => {
  expect(parseJournalSearch({ entry: 'new', day: '2026-11-20', bin: true })).toEqual({
    entry: 'new',
    day: '2026-11-20',
    bin: true,
  })
  expect(parseJournalSearch({ entry: id })).toEqual({ entry: id })
  expect(parseJournalSearch({ entry: '<script>', day: '2026-02-30', bin: 'x' })).toEqual({})
})

test('a restored draft keeps the files that still exist, without the deleted ones', async () => {
  const file = {
    id: '7a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d',
    name: 'river.jpg',
    kind: 'image',
    type: 'image/jpeg',
    size: 1000,
    state: 'ready',
    refusal: null,
    width: 10,
    height: 10,
    seconds: null,
    hasThumbnail: true,
    createdAt: '2026-11-18T20:40:00.000Z',
  } as const
  const swept = '8a1f4b7e-5d1f-4a58-9a43-0d3a1a2b3c4d'
  serve({ 'file/mine': ({ ids }: { ids: string[] }) => ({ items: ids.includes(file.id) ? [file] : [] }) })
  const before = open(null)
  act(() => before.at().change({ content: richTextFromPlain('one'), files: [file.id, swept] }))
  before.unmount()
  const client = newQueryClient()
  const around = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const editor = { current: null }
  const { result } = renderHook(
    () => {
      const entryEditor = useEntryEditor(null, () => {})
      return { entryEditor, ...useEntryFiles(null, entryEditor, editor) }
    },
    { wrapper: around },
  )
  expect(result.current.entryEditor.written.files).toEqual([file.id, swept])
  await waitFor(() => expect(result.current.entryEditor.written.files).toEqual([file.id]))
  expect(result.current.uploads.ids).toEqual([file.id])
  act(() => result.current.entryEditor.draft.startOver())
})

test('the journal export downloads a file and keeps the page open, one at a time @slow', async () => {
  let refused: Response | null = refusalResponse(409, 'BUSY')
  serve({
    'journal/exportAll': () => refused ?? { url: '/api/journal/export/pdf?seal=1', expiresAt: '' },
  })
  const fetched: HTMLAnchorElement[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    fetched.push(this)
  })
  await renderPage(<JournalMenu />)
  const ask = async () => {
    fireEvent.click(await screen.findByRole('button', { name: uiText('journal:menu') }))
    fireEvent.click(await screen.findByRole('menuitem', { name: uiText('journal:export.pdf') }))
  }
  const [failed, begun] = [vi.spyOn(toast, 'error'), vi.spyOn(toast, 'info')]
  await ask()
  await waitFor(() => expect(failed).toHaveBeenCalledWith(uiText('journal:export.busy')))
  refused = refusalResponse(429, 'TOO_MANY', { retryAfterSeconds: 1_800 })
  await ask()
  await waitFor(() =>
    expect(failed).toHaveBeenLastCalledWith(expect.stringMatching(/again (today|tomorrow), \d\d:\d\d\.$/)),
  )
  expect(fetched).toEqual([])
  refused = null
  await ask()
  await waitFor(() => expect(begun).toHaveBeenCalledWith(uiText('journal:export.begun')))
  expect(fetched.map((link) => [link.getAttribute('href'), link.hasAttribute('download')])).toEqual([
    ['/api/journal/export/pdf?seal=1', true],
  ])
  vi.restoreAllMocks()
})
