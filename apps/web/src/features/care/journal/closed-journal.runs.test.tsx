import 'fake-indexeddb/auto'
import { runs } from '@attune/contract/common/runs.testing'
import { emptyRichText, plainTextOf, richTextFromPlain } from '@attune/contract/common/rich-text/rich-text'
import type { JournalEntryDetail, JournalEntryInput } from '@attune/contract/features/care/journal/journal'
import { QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { resetSavedValues } from '../../../platform/autosave/use-saved-value.ts'
import { drafts } from '../../../platform/draft/drafts.ts'
import { outgoingQueue } from '../../../platform/outgoing/outgoing-queue.ts'
import { pendingChanges } from '../../../platform/outgoing/outgoing-state.ts'
import { newQueryClient } from '../../../platform/query/query-client.ts'
import { mockServer, refusalResponse } from '../../../testing/render-page.tsx'
import { openWithStoredDrafts } from '../../../testing/stored-drafts.tsx'
import { useEntryAutosave, useEntryEditor } from './entry/use-entry-editor.ts'
import { useWaitingEntry } from './waiting-entries.ts'

afterEach(() => {
  outgoingQueue.close()
  drafts.reset()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

const upTo = (count: number) => Math.floor(Math.random() * (count + 1))
const someTurns = async (most = 12) => {
  for (let turns = upTo(most); turns > 0; turns--) await new Promise(setImmediate)
}

/** A server with one entry. It answers at a random moment, possibly after the page was closed. */
function serve() {
  const stored = new Map<string, JournalEntryDetail>()
  mockServer({
    'journal/save': async (input: JournalEntryInput) => {
      await someTurns(80)
      const earlier = stored.get(input.id)
      const version = earlier?.version ?? 0
      if (input.version !== version) return refusalResponse(409, 'CHANGED', earlier)
      const rest = { updatedAt: input.writtenAt, shares: [], published: null, replies: [], looks: [], binnedAt: null }
      stored.set(input.id, { ...input, ...rest, files: [], version: version + 1 })
      await someTurns(80)
      return stored.get(input.id)
    },
  })
  return stored
}

/** Opens a page of the journal with an entry, or with a new one if `id` is null. */
async function openPage(id: string | null, stored: ReadonlyMap<string, JournalEntryDetail>) {
  await drafts.open('ana')
  await outgoingQueue.open('ana')
  await outgoingQueue.flush()
  const client = newQueryClient()
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result, unmount } = renderHook(
    () => {
      const editor = useEntryEditor(stored.get(id ?? '') ?? null, () => {}, useWaitingEntry(id))
      useEntryAutosave(editor, false)
      return editor
    },
    { wrapper },
  )
  return {
    at: () => result.current,
    text: () => plainTextOf(result.current.written.content),
    write: (text: string) => act(() => result.current.change({ content: richTextFromPlain(text) })),
    /** Closes the page without any event, as a crash does. Another tab keeps sending the waiting changes. */
    close() {
      resetSavedValues()
      drafts.reset()
      unmount()
    },
  }
}

test('a journal whose pages are closed at random moments, with and without a connection, never loses a key @slow', async () => {
  await openWithStoredDrafts([])
  drafts.reset()
  const connection = vi.spyOn(navigator, 'onLine', 'get')
  const setOnline = (isOnline: boolean) => {
    connection.mockReturnValue(isOnline)
    dispatchEvent(new Event(isOnline ? 'online' : 'offline'))
  }
  const stored = serve()
  for (let run = 0; run < runs(20, 200); run++) {
    let [id, text] = [null as string | null, '']
    for (let pages = 0; pages < 4; pages++) {
      const page = await openPage(id, stored)
      expect(page.text()).toBe(text)
      if (page.at().theirs) act(() => page.at().keepMine())
      for (let keys = 1 + upTo(5); keys > 0; keys--) {
        setOnline(Math.random() < 0.6)
        text = Math.random() < 0.2 ? `${run} ${pages} ${keys} ` : `${text}${upTo(9)}`
        page.write(text)
        if (Math.random() < 0.5) void page.at().saveNow()
        await act(() => someTurns())
      }
      const isKnown = drafts.versions('journal-new').length === 0
      if (isKnown) ({ id } = page.at().written)
      page.close()
      await someTurns()
    }
    setOnline(true)
    const last = await openPage(id, stored)
    expect(last.text()).toBe(text)
    // A page that was opened without an id does not show the unsent changes of its entry.
    const isUnsent = () => pendingChanges.get().some(({ refused }) => refused === null)
    const isSaved = () => !last.at().draft.dirty && !last.at().waiting && !last.at().saving && !isUnsent()
    while (!isSaved()) {
      if (last.at().theirs) act(() => last.at().keepMine())
      void last.at().saveNow()
      void outgoingQueue.flush()
      await act(() => someTurns())
    }
    expect(plainTextOf(stored.get(last.at().written.id)?.content ?? emptyRichText)).toBe(text)
    last.close()
  }
})
