import 'fake-indexeddb/auto'
import { QueryClientProvider } from '@tanstack/react-query'
import { renderHook } from '@testing-library/react'
import { IDBFactory } from 'fake-indexeddb'
import type { ReactNode } from 'react'
import { expect, test } from 'vitest'
import { drafts } from '../platform/draft/drafts.ts'
import { latestDraftItems } from '../platform/offline/latest-draft-items.ts'
import { LatestDrafts } from '../platform/draft/latest-drafts.ts'
import { DraftDatabase } from '../platform/offline/draft-database.ts'
import { encryptBytes, importEncryptionKey } from '../platform/offline/encryption.ts'
import { newQueryClient } from '../platform/query/query-client.ts'
import { mockServer } from './render-page.tsx'

const account = 'ana'

/** A draft in the format in which an earlier version stored it. `stored` is the JSON text before encryption. */
type StoredVersion = {
  name: string
  stored: string
  place: 'database' | 'local storage'
  at?: number
  isCut?: boolean
}

/** Stores drafts like a page that was closed, and opens the page again. `isCut`: the end of the bytes is lost. */
export async function openWithStoredDrafts(versions: readonly StoredVersion[]): Promise<void> {
  drafts.reset()
  localStorage.clear()
  globalThis.indexedDB = new IDBFactory()
  const key = await importEncryptionKey(btoa('k'.repeat(32)))
  const database = await DraftDatabase.open()
  await database.saveKey(account, key)
  for (const version of versions) await store(database, key, version)
  database.close()
  await drafts.open(account)
}

async function store(database: DraftDatabase, key: CryptoKey, { name, stored, place, at = 1, isCut }: StoredVersion) {
  const writer = 'closed page'
  if (place === 'local storage') {
    const latest = await LatestDrafts.open(account, key)
    latest.store({ name, writer, at, replaces: [], value: JSON.parse(stored) as object })
    for (const item of latestDraftItems(account)) if (isCut) localStorage.setItem(item.key, item.text.slice(0, -9))
    return
  }
  const sealed = await encryptBytes(key, account + name, new TextEncoder().encode(stored))
  const bytes = isCut ? sealed.bytes.slice(0, -9) : sealed.bytes
  await database.put({ account, name, writer, at, iv: sealed.iv, bytes }, [])
}

type Engine<Editor> = {
  /** The name of the editor in test titles. */
  title: string
  /** Returns the name of the draft on this device. `<id>` in a stored text stands for the same id. */
  name: (id: string) => string
  /** The stored texts: the newest version and an earlier one, both based on version 1 of the server. */
  stored: { newest: string; earlier: string }
  /** The values that the editor shows for these versions, and for the server's version. */
  shown: { newest: unknown; earlier: unknown; server: unknown }
  /** Runs the hook of the editor, with this version on the server. */
  use: (id: string, version: number) => Editor
  /** Returns the value in the editor, and whether the editor asks the person to choose between two versions. */
  read: (editor: Editor) => { value: unknown; isConflict: boolean }
  /**
   * `path` is the procedure that saves, `input` returns the part of its input that a restored draft sends, and `answer` returns its output with the
   * given version of the server.
   */
  save: { path: string; input: (id: string) => object; answer: (id: string, version: number) => unknown }
}

/** Registers tests that an editor opens the drafts of earlier builds. Add stored texts of new builds, and never remove one. */
export function testStoredDrafts<Editor>(engine: Engine<Editor>): void {
  const { title, name, stored, shown, read } = engine
  const textOf = (part: keyof typeof stored, id: string) => stored[part].replaceAll('<id>', id)
  const open = (id: string, version = 1) => {
    const { inputsOf } = mockServer({ [engine.save.path]: () => engine.save.answer(id, version) })
    const client = newQueryClient()
    const wrapper = ({ children }: { children: ReactNode }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    )
    const { result, unmount } = renderHook(() => engine.use(id, version), { wrapper })
    const sent = () => inputsOf(engine.save.path)
    return { now: () => read(result.current), sent, unmount }
  }

  test.each(['database', 'local storage'] as const)(
    `${title}: a draft that an earlier build left in the %s opens, and is saved`,
    async (place) => {
      const id = crypto.randomUUID()
      await openWithStoredDrafts([{ name: name(id), stored: textOf('newest', id), place }])
      const { now, sent } = open(id)
      expect(now()).toEqual({ value: shown.newest, isConflict: false })
      await expect.poll(sent).toMatchObject([engine.save.input(id)])
      await expect.poll(() => drafts.versions(name(id))).toEqual([])
    },
  )

  test(`${title}: of two versions of one page, the one that was typed last opens`, async () => {
    const id = crypto.randomUUID()
    await openWithStoredDrafts([
      { name: name(id), stored: textOf('earlier', id), place: 'database', at: 1 },
      { name: name(id), stored: textOf('newest', id), place: 'local storage', at: 2 },
    ])
    expect(open(id).now().value).toEqual(shown.newest)
  })

  test(`${title}: a version of which only a part was written leaves the earlier one`, async () => {
    const id = crypto.randomUUID()
    await openWithStoredDrafts([
      { name: name(id), stored: textOf('earlier', id), place: 'database', at: 1 },
      { name: name(id), stored: textOf('newest', id), place: 'local storage', at: 2, isCut: true },
    ])
    expect(open(id).now().value).toEqual(shown.earlier)
  })

  test(`${title}: a damaged draft does not prevent the editor from opening`, async () => {
    const id = crypto.randomUUID()
    await openWithStoredDrafts([{ name: name(id), stored: textOf('newest', id), place: 'database', isCut: true }])
    expect(open(id).now()).toEqual({ value: shown.server, isConflict: false })
  })

  test(`${title}: a draft that is based on an older version than the server's causes a conflict and is not lost`, async () => {
    const id = crypto.randomUUID()
    await openWithStoredDrafts([{ name: name(id), stored: textOf('newest', id), place: 'database' }])
    const { now, unmount } = open(id, 2)
    await expect.poll(now).toEqual({ value: shown.newest, isConflict: true })
    unmount()
    expect(drafts.versions(name(id))).toHaveLength(1)
  })
}
