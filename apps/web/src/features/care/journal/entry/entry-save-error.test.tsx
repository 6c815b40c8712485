import { richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { JournalEntryDetail, JournalEntryInput } from '@attune/contract/features/care/journal/journal'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { drafts } from '../../../../platform/draft/drafts.ts'
import { outgoingQueue } from '../../../../platform/outgoing/outgoing-queue.ts'
import { waitingChange } from '../../../../platform/outgoing/outgoing-state.ts'
import { mockServer, refusalResponse, renderPage } from '../../../../testing/render-page.tsx'
import { openWithStoredDrafts } from '../../../../testing/stored-drafts.tsx'
import { uiText } from '../../../../testing/ui-text.ts'
import { registerToaster } from '../../../../ui/toast/toast.ts'
import { useWaitingEntry } from '../waiting-entries.ts'
import { EntrySaveError } from './EntrySaveError.tsx'
import { useEntryAutosave, useEntryEditor } from './use-entry-editor.ts'

afterEach(() => {
  outgoingQueue.close()
  drafts.reset()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const entry = (text: string, version = 1): JournalEntryDetail => ({
  id: crypto.randomUUID(),
  title: 'The train',
  mood: 4,
  tags: [],
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
})

/** An editor with autosave, a field for the title, and the message about a failed save. */
function TestEditor({ saved }: { saved: JournalEntryDetail }) {
  const entryEditor = useEntryEditor(saved, () => {}, useWaitingEntry(saved.id))
  useEntryAutosave(entryEditor, false)
  return (
    <>
      <input
        aria-label="Title"
        value={entryEditor.written.title}
        onChange={(event) => entryEditor.change({ title: event.currentTarget.value })}
      />
      <p>{entryEditor.draft.dirty ? 'unsaved' : 'saved'}</p>
      <EntrySaveError
        entryEditor={entryEditor}
        waitsForFiles={false}
        onSaveAgain={() => void entryEditor.saveNow({ evenIfSaved: true })}
        onClose={() => {}}
      />
    </>
  )
}
const type = (title: string) => fireEvent.change(screen.getByLabelText('Title'), { target: { value: title } })
const error = () => screen.findByRole('alert', undefined, { timeout: 5_000 })
const restoreButton = () => screen.findByRole('button', { name: uiText('journal:bin.restore') }, { timeout: 5_000 })

/** A server with one entry, which another device has moved to the trash. */
function serveTrashed(saved: JournalEntryDetail) {
  const stored = { entry: saved, isTrashed: true, isErased: false }
  const server = mockServer({
    'journal/save': ({ version, title }: JournalEntryInput) => {
      if (stored.isErased) return refusalResponse(404, 'NOT_FOUND')
      if (stored.isTrashed) return refusalResponse(409, 'IN_BIN')
      stored.entry = { ...stored.entry, title, version: version + 1 }
      return stored.entry
    },
    'journal/restore': () => {
      if (stored.isErased) return refusalResponse(404, 'NOT_FOUND')
      stored.isTrashed = false
      return stored.entry
    },
  })
  return { ...server, stored }
}

test('the message about an entry that was trashed on another device restores it and saves the text @slow', async () => {
  const saved = entry('one')
  const { stored, inputsOf } = serveTrashed(saved)
  const said: string[] = []
  const stop = registerToaster(({ title }) => said.push(title))
  await renderPage(<TestEditor saved={saved} />)
  type('The night train')
  expect((await error()).textContent).toContain(uiText('journal:error.inBin'))
  expect(stored.entry.title).toBe('The train')
  fireEvent.click(await restoreButton())
  await screen.findByText('saved')
  expect(inputsOf('journal/restore')).toEqual([{ id: saved.id }])
  expect(stored).toMatchObject({ isTrashed: false, entry: { title: 'The night train', version: 2 } })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('The night train')
  expect(said).toEqual([uiText('journal:bin.restored')])
  stop()
})

test('an entry that cannot be restored keeps its text and its button @slow', async () => {
  const saved = entry('one')
  const { stored } = serveTrashed(saved)
  const { fetched } = mockServer({
    'journal/save': () => refusalResponse(409, 'IN_BIN'),
    'journal/restore': () => refusalResponse(403, 'FORBIDDEN'),
  })
  expect(fetch).toBe(fetched)
  const said: string[] = []
  const stop = registerToaster(({ title }) => said.push(title))
  await renderPage(<TestEditor saved={saved} />)
  type('The night train')
  fireEvent.click(await restoreButton())
  await waitFor(() => expect(said).toEqual([uiText('journal:bin.restoreFailed')]))
  expect(await restoreButton()).toBeTruthy()
  expect(screen.getByText('unsaved')).toBeTruthy()
  expect(stored.entry.title).toBe('The train')
  stop()
})

test('if the trashed entry was deleted permanently meanwhile, its text can be saved as a new entry @slow', async () => {
  const saved = entry('one')
  const { stored } = serveTrashed(saved)
  await renderPage(<TestEditor saved={saved} />)
  type('The night train')
  const restore = await restoreButton()
  stored.isErased = true
  fireEvent.click(restore)
  expect(await screen.findByRole('button', { name: uiText('journal:erased.saveAsNew') })).toBeTruthy()
  expect(screen.getByLabelText<HTMLInputElement>('Title').value).toBe('The night train')
})

test('offline on a full device one sentence says that the page must stay open, and the text saves itself later', async () => {
  await openWithStoredDrafts([])
  await outgoingQueue.open('ana')
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  for (const method of ['add', 'put'] as const) vi.spyOn(IDBObjectStore.prototype, method).mockImplementation(refuse)
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(refuse)
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const saved = entry('one')
  const { inputsOf } = mockServer({
    'journal/save': ({ version, title }: JournalEntryInput) => ({ ...saved, title, version: version + 1 }),
  })
  await renderPage(<TestEditor saved={saved} />)
  type('The night train')
  expect((await error()).textContent).toBe(uiText('journal:error.notSaved') + uiText('journal:error.pageOnly'))
  expect(inputsOf('journal/save')).toEqual([])
  // The device stays full.
  isOnline.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await screen.findByText('saved')
  expect(inputsOf('journal/save')).toMatchObject([{ title: 'The night train', version: 1 }])
  expect(screen.queryByRole('alert')).toBeNull()
})

test('an entry that was edited offline and trashed on another device is restored, and its text is sent @slow', async () => {
  await openWithStoredDrafts([])
  await outgoingQueue.open('ana')
  const saved = entry('one')
  const { stored, inputsOf } = serveTrashed(saved)
  const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const { unmount } = await renderPage(<TestEditor saved={saved} />)
  type('The night train')
  await waitFor(() => expect(waitingChange(`journal-${saved.id}`)).toBeDefined(), { timeout: 5_000 })
  // The person closes the entry, and opens it again after the server has refused it.
  unmount()
  isOnline.mockReturnValue(true)
  dispatchEvent(new Event('online'))
  await waitFor(() => expect(waitingChange(`journal-${saved.id}`)?.refused).toBe('IN_BIN'))
  await renderPage(<TestEditor saved={saved} />)
  expect((await error()).textContent).toContain(uiText('journal:error.inBin'))
  fireEvent.click(await restoreButton())
  await waitFor(() => expect(stored.entry.title).toBe('The night train'))
  expect(inputsOf('journal/restore')).toEqual([{ id: saved.id }])
  await waitFor(() => expect(waitingChange(`journal-${saved.id}`)).toBeUndefined())
  expect(screen.queryByRole('alert')).toBeNull()
})
