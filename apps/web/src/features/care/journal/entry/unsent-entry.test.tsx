import 'fake-indexeddb/auto'
import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { JournalEntryDetail, JournalEntryInput } from '@attune/contract/features/care/journal/journal'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { resetSavedValues } from '../../../../platform/autosave/use-saved-value.ts'
import { outgoingQueue } from '../../../../platform/outgoing/outgoing-queue.ts'
import { waitingChange } from '../../../../platform/outgoing/outgoing-state.ts'
import { newQueryClient } from '../../../../platform/query/query-client.ts'
import { mockServer, refusalResponse } from '../../../../testing/render-page.tsx'
import { openWithStoredDrafts } from '../../../../testing/stored-drafts.tsx'
import { useWaitingEntry } from '../waiting-entries.ts'
import { useEntryAutosave, useEntryEditor } from './use-entry-editor.ts'

afterEach(() => {
  outgoingQueue.close()
  drafts.reset()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const newEntry = (id: string, text: string) =>
  `{"id":"${id}","version":0,"title":"The train","content":{"type":"doc","content":[{"type":"paragraph","content":[{"type":"text","text":"${text}"}]}]},"mood":null,"tags":[],"writtenAt":"2026-11-18T20:40:00.000Z","files":[]}`

const detail = (input: JournalEntryInput, version: number): JournalEntryDetail => ({
  ...input,
  version,
  updatedAt: input.writtenAt,
  files: [],
  shares: [],
  published: null,
  replies: [],
  looks: [],
  binnedAt: null,
})

/** A server that refuses a save for any version other than its own. `entry` is its current entry. */
function serve(entry: JournalEntryDetail | null = null) {
  const state = { entry, isLocked: false }
  const server = mockServer({
    'journal/save': (input: JournalEntryInput) => {
      if (state.isLocked) return refusalResponse(403, 'FORBIDDEN')
      const version = state.entry?.version ?? 0
      if (input.version !== version) return refusalResponse(409, 'CHANGED', state.entry)
      state.entry = detail(input, version + 1)
      return state.entry
    },
  })
  return { state, sent: () => server.inputsOf('journal/save') as JournalEntryInput[] }
}

/** Opens an entry as its page does. */
function open(id: string | null, entry: JournalEntryDetail | null = null) {
  const client = newQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const onSaved = vi.fn<(saved: { id: string }) => void>()
  const { result, rerender, unmount } = renderHook(
    (now: { id: string | null; entry: JournalEntryDetail | null }) => {
      const editor = useEntryEditor(now.entry, onSaved, useWaitingEntry(now.id))
      useEntryAutosave(editor, false)
      return editor
    },
    { wrapper, initialProps: { id, entry } },
  )
  const write = (text: string) => act(() => result.current.change({ content: richTextFromPlain(text) }))
  return { at: () => result.current, rerender, unmount, onSaved, write }
}

async function openDevice(isOnline = true) {
  await openWithStoredDrafts([])
  await outgoingQueue.open('ana')
  return vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
}

const nameOf = (id: string) => `journal-${id}`
const storedAs = (name: string) => drafts.versions(name).map(({ value }) => value)

test('a new entry that an earlier build has stored opens, is saved, and is no longer an unfinished one', async () => {
  const id = crypto.randomUUID()
  await openWithStoredDrafts([{ name: 'journal-new', stored: newEntry(id, 'I took'), place: 'local storage' }])
  const { state } = serve()
  const { at, onSaved } = open(null)
  expect(at()).toMatchObject({ written: JSON.parse(newEntry(id, 'I took')) as object, draft: { restored: true } })
  await waitFor(() => expect(state.entry).toMatchObject({ id, version: 1, content: richTextFromPlain('I took') }))
  await waitFor(() => expect(at().draft).toMatchObject({ dirty: false, restored: false }))
  expect(onSaved).toHaveBeenCalledWith(expect.objectContaining({ id }))
  expect(storedAs('journal-new')).toEqual([])
})

test('a draft is stored as the build before reads it @slow', async () => {
  await openWithStoredDrafts([])
  serve().state.isLocked = true
  const { at, write } = open(null)
  write('I took')
  const { id, writtenAt } = at().written
  const record = { ...(JSON.parse(newEntry(id, 'I took')) as object), title: '', writtenAt }
  expect(storedAs('journal-new')).toEqual([record])
  await waitFor(() => expect(at().failure).not.toBeNull(), { timeout: 4_000 })
  expect(storedAs('journal-new')).toEqual([record])
  act(() => at().draft.startOver())
})

test('an entry that is left while its first save is on its way keeps what was typed since, under its own name @slow', async () => {
  await openWithStoredDrafts([])
  let answer: (saved: JournalEntryDetail) => void = () => {}
  const { inputsOf } = mockServer({
    'journal/save': () => new Promise((resolve) => (answer = resolve)),
  })
  const { at, write, unmount, onSaved } = open(null)
  write('I took')
  await waitFor(() => expect(inputsOf('journal/save')).toHaveLength(1), { timeout: 4_000 })
  write('I took the train')
  const [sent] = inputsOf('journal/save') as [JournalEntryInput]
  const { id } = at().written
  unmount()
  answer(detail(sent, 1))
  await waitFor(() => expect(storedAs('journal-new')).toEqual([]))
  expect(storedAs(nameOf(id))).toMatchObject([{ id, version: 1, content: richTextFromPlain('I took the train') }])
  expect(onSaved).not.toHaveBeenCalled()
  expect(open(id, detail(sent, 1)).at()).toMatchObject({
    written: { version: 1, content: richTextFromPlain('I took the train') },
    draft: { restored: true },
  })
  resetSavedValues()
})

test('an entry that waits for a connection opens on the next page, and is saved once @slow', async () => {
  const isOnline = await openDevice(false)
  const { state, sent } = serve()
  const first = open(null)
  first.write('Written offline')
  const { id } = first.at().written
  await waitFor(() => expect(first.onSaved).toHaveBeenCalledWith(expect.objectContaining({ id })), { timeout: 4_000 })
  expect(storedAs('journal-new')).toEqual([])
  expect(waitingChange(nameOf(id))).toMatchObject({ refused: null })
  first.unmount()
  resetSavedValues()

  const next = open(id)
  expect(next.at()).toMatchObject({ draft: { dirty: false }, written: { id, version: 0 } })
  expect(next.at().waiting).toBeDefined()
  isOnline.mockReturnValue(true)
  await act(() => outgoingQueue.flush())
  await waitFor(() => expect(next.at().waiting).toBeUndefined())
  next.rerender({ id, entry: state.entry })
  await waitFor(() => expect(next.at().written).toMatchObject({ version: 1 }))
  expect(sent()).toHaveLength(1)
})

test('text that replaces what was sent later causes no conflict @slow', async () => {
  const isOnline = await openDevice(false)
  const { state } = serve()
  const { at, write } = open(null)
  write('Up late')
  const { id } = at().written
  await waitFor(() => expect(waitingChange(nameOf(id))).toBeDefined(), { timeout: 4_000 })
  isOnline.mockReturnValue(true)
  await act(() => outgoingQueue.flush())
  await waitFor(() => expect(state.entry?.version).toBe(1))
  write('Slept')
  await waitFor(() => expect(state.entry?.content).toEqual(richTextFromPlain('Slept')), { timeout: 6_000 })
  expect(at()).toMatchObject({ theirs: null, draft: { dirty: false } })
})

test('an entry that was refused when it was sent late shows the other version, and both texts are there', async () => {
  const id = crypto.randomUUID()
  const input = { ...(JSON.parse(newEntry(id, 'Mine')) as JournalEntryInput), version: 1 }
  const isOnline = await openDevice(false)
  const { state } = serve(detail({ ...input, content: richTextFromPlain('From the phone') }, 2))
  await outgoingQueue.add({ path: ['journal', 'save'], input, thing: nameOf(id), replaces: true })
  isOnline.mockReturnValue(true)
  await outgoingQueue.flush()
  expect(waitingChange(nameOf(id))).toMatchObject({ refused: 'CHANGED' })
  const { at } = open(id, state.entry)
  await waitFor(() => expect(at().theirs?.value.content).toEqual(richTextFromPlain('From the phone')))
  expect(at().written.content).toEqual(richTextFromPlain('Mine'))
  expect(waitingChange(nameOf(id))).toBeDefined()
  act(() => at().keepMine())
  await waitFor(() => expect(state.entry).toMatchObject({ version: 3, content: richTextFromPlain('Mine') }))
  await waitFor(() => expect(waitingChange(nameOf(id))).toBeUndefined())
})

test('a save that another tab has stored is not discarded by an editor that does not show its text @slow', async () => {
  const id = crypto.randomUUID()
  const input = { ...(JSON.parse(newEntry(id, 'From the other tab')) as JournalEntryInput), version: 1 }
  const isOnline = await openDevice(false)
  const shown = detail({ ...input, content: richTextFromPlain('From the phone') }, 2)
  const { state } = serve(shown)
  const { at, write } = open(id, shown)
  await act(() => outgoingQueue.add({ path: ['journal', 'save'], input, thing: nameOf(id), replaces: true }))
  isOnline.mockReturnValue(true)
  await act(() => outgoingQueue.flush())
  expect(waitingChange(nameOf(id))).toMatchObject({ refused: 'CHANGED' })
  write('From the phone, and more')
  await waitFor(() => expect(state.entry?.version).toBe(3), { timeout: 4_000 })
  await waitFor(() => expect(at().draft.dirty).toBe(false))
  expect(waitingChange(nameOf(id))).toMatchObject({ input: { content: richTextFromPlain('From the other tab') } })
})

test('a text that was refused is sent again when its entry is opened again @slow', async () => {
  await openWithStoredDrafts([])
  const id = crypto.randomUUID()
  const saved = detail(JSON.parse(newEntry(id, 'One')) as JournalEntryInput, 1)
  const { state } = serve(saved)
  state.isLocked = true
  const first = open(id, saved)
  first.write('One two')
  await waitFor(() => expect(first.at().failure).not.toBeNull(), { timeout: 4_000 })
  first.unmount()
  state.isLocked = false
  const next = open(id, saved)
  expect(next.at().written.content).toEqual(richTextFromPlain('One two'))
  await waitFor(() => expect(state.entry?.content).toEqual(richTextFromPlain('One two')))
  await waitFor(() => expect(next.at().failure).toBeNull())
})
