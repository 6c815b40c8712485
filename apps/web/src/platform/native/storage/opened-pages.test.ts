import 'fake-indexeddb/auto'
import type { LoginView } from '@attune/contract/features/people/login/login.schemas'
import { InfiniteQueryObserver, QueryObserver, type QueryObserverOptions } from '@tanstack/react-query'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { mockServer, refusalResponse } from '../../../testing/render-page.tsx'
import { orpc } from '../../api/api.ts'
import { resetCircuitBreakers } from '../../api/circuit-breaker.ts'
import { DraftDatabase } from '../../offline/draft-database.ts'
import { drafts } from '../../draft/drafts.ts'
import { cacheLogin, clearLogin } from '../../login/login.ts'
import { newQueryClient } from '../../query/query-client.ts'
import { forgetStoredPerson } from '../../offline/stored-person.ts'
import { keepOpenedPages, savedAt } from './opened-pages.ts'

type Answers = Parameters<typeof mockServer>[0]
const answeredAt = 1_800_000_000_000

/** Starts the app with an empty cache and the data that this device stores. */
function start(answers: Answers) {
  mockServer({ 'account/draftKey': () => ({ key: btoa('a'.repeat(32)) }), ...answers })
  const client = newQueryClient()
  keepOpenedPages(client)
  return client
}

/** Starts the app without a connection. */
function startOffline() {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  return start({})
}

/** Opens a page that reads a query, and returns the shown data when the read has ended. */
async function open(client: ReturnType<typeof start>, options: unknown) {
  const observer = new QueryObserver(client, options as QueryObserverOptions)
  const stop = observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle')
  return { ...observer.getCurrentResult(), stop, at: savedAt(client) }
}

const entry = (id: string) => orpc.journal.get.queryOptions({ input: { id } })
const entryAnswers = { 'journal/get': ({ id }: { id: string }) => ({ id, title: `Entry ${id}` }) }

/** Returns the ids of the stored rows. */
async function rows() {
  const database = await DraftDatabase.open()
  const ids: string[] = []
  await database.discardAnswers('ana', (id) => ids.push(id) > 0)
  database.close()
  return ids
}

const signIn = (userId: string, role: LoginView['role']) => cacheLogin({ userId, role, need: null } as LoginView)

beforeEach(() => {
  resetCircuitBreakers()
  globalThis.indexedDB = new IDBFactory()
  vi.useFakeTimers({ toFake: ['Date'], now: answeredAt })
  signIn('ana', 'client')
})
afterEach(() => {
  clearLogin()
  drafts.reset()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

/** Opens an entry and waits until it is stored on this device. */
async function storeEntry(id: string) {
  const client = start(entryAnswers)
  expect((await open(client, entry(id))).at).toBeNull()
  await expect.poll(rows).not.toEqual([])
}

test('an entry that was opened is readable without a connection, with the time at which it was saved @slow', async () => {
  await storeEntry('a')
  vi.setSystemTime(answeredAt + 86_400_000)
  const client = startOffline()
  const { data, at, stop } = await open(client, entry('a'))
  expect(data).toEqual({ id: 'a', title: 'Entry a' })
  expect(at).toBe(answeredAt)
  expect((await open(client, entry('b'))).data).toBeUndefined()
  stop()
  expect(savedAt(client)).toBeNull()
})

test('an answer of the server replaces the stored one, and no time is shown @slow', async () => {
  await storeEntry('a')
  const client = start({ 'journal/get': () => ({ id: 'a', title: 'Changed elsewhere' }) })
  const { data, at } = await open(client, entry('a'))
  expect(data).toEqual({ id: 'a', title: 'Changed elsewhere' })
  expect(at).toBeNull()
  const readOffline = async () => (await open(startOffline(), entry('a'))).data
  await expect.poll(readOffline).toEqual({ id: 'a', title: 'Changed elsewhere' })
})

test('a stored list has its first page @slow', async () => {
  const list = orpc.journal.list.infiniteOptions({
    input: (after: string | undefined) => ({ search: '', after, limit: 50 }),
    initialPageParam: undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })
  const answers = {
    'journal/list': ({ after }: { after?: string }) => ({ items: [], next: after ? null : 'second' }),
  }
  const client = start(answers)
  const observer = new InfiniteQueryObserver(client, list)
  observer.subscribe(() => {})
  await expect.poll(() => observer.getCurrentResult().hasNextPage).toBe(true)
  await observer.fetchNextPage()
  await expect.poll(rows).toHaveLength(1)
  const restarted = startOffline()
  const shown = new InfiniteQueryObserver(restarted, list)
  shown.subscribe(() => {})
  await expect.poll(() => shown.getCurrentResult().data?.pages).toEqual([{ items: [], next: 'second' }])
})

test('what a person searches for is not stored, and no row shows what it is about', async () => {
  const search = (text: string) => orpc.journal.list.queryOptions({ input: { search: text, limit: 50 } })
  const client = start({ ...entryAnswers, 'journal/list': () => ({ items: [], next: null }) })
  await open(client, search('afraid'))
  await open(client, entry('a'))
  await expect.poll(rows).toHaveLength(1)
  expect(JSON.stringify(await rows())).not.toMatch(/journal|Entry|afraid/)
})

test('a therapist keeps the days of the calendar, and nothing that a client wrote @slow', async () => {
  signIn('ana', 'therapist')
  const days = { from: '2026-11-23T00:00:00Z', to: '2026-11-24T00:00:00Z' }
  const calendar = orpc.session.between.queryOptions({ input: days })
  const answers = { 'task/get': () => ({ answer: 'afraid' }), 'session/between': () => ({ items: [{ id: 's' }] }) }
  const client = start(answers)
  await open(client, orpc.task.get.queryOptions({ input: { id: 't' } }))
  await open(client, calendar)
  await expect.poll(rows).toHaveLength(1)
  const restarted = startOffline()
  expect((await open(restarted, calendar)).data).toEqual({ items: [{ id: 's' }] })
})

test('after two weeks, after a sign-out and after the end of a login nothing is left @slow', async () => {
  await storeEntry('a')
  vi.setSystemTime(answeredAt + 14 * 86_400_000)
  expect((await open(startOffline(), entry('a'))).data).toBeUndefined()
  vi.setSystemTime(answeredAt)
  await forgetStoredPerson()
  expect((await open(startOffline(), entry('a'))).data).toBeUndefined()
  vi.restoreAllMocks()
  await storeEntry('a')
  await drafts.erase('ana')
  expect(await rows()).toEqual([])
})

test('an entry that the server no longer has is deleted from this device @slow', async () => {
  await storeEntry('a')
  const client = start({ 'journal/get': () => refusalResponse(404, 'NOT_FOUND') })
  expect((await open(client, entry('a'))).data).toBeUndefined()
  await expect.poll(rows).toEqual([])
})
