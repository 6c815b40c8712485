import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket } from '../../testing/fake-socket.ts'
import { failureResponse, mockServer } from '../../testing/render-page.tsx'
import { resetPage } from '../../testing/reset-page.ts'
import { api, orpc } from '../api/api.ts'
import { acceptLogin, clearLogin, type LoginView } from '../login/login.ts'
import { limitQueryCache } from '../query/query-cache-limits.ts'
import { queryClient } from '../query/query-client.ts'
import { realtimeClient } from '../realtime/realtime-client.ts'
import { answerCacheLimits, emptyAnswerCaches } from './answer-cache.ts'
import { backend } from './backend.ts'

const { table } = backend
const minute = 60_000
const person = { email: 'ana@practice.test', firstName: 'Ana', lastName: 'Moreau', role: 'client' }
const socket = () => FakeSocket.all.at(-1) as FakeSocket

/** The test server. Each answer contains the number of earlier reads, so that repeated reads are visible. */
let reads = 0
const serve = () =>
  mockServer({
    'account/me': () => ({ id: 'own' }),
    'account/profileOf': ({ id }: { id: string }) => ({ ...person, id, avatarUrl: `/avatars/${id}/${reads++}.webp` }),
    'message/sender': () => ({ senderId: `sender ${reads++}` }),
    'message/latestFromOther': () => ({ message: { id: `message ${reads++}` } }),
    'message/unreadCounts': () => ({ items: [{ conversationId: 'c', unread: reads++ }] }),
    'notification/list': () => ({ items: [{ id: `notification ${reads++}` }], unread: 1 }),
    'notification/markRead': () => ({ done: true }),
    'task/dueDates': () => ({ items: [{ status: 'assigned', dueDay: `day ${reads++}` }] }),
    'task/withdraw': () => failureResponse(),
    'storage/avatars': () => ({ path: 'own/1.webp', url: '' }),
  })
let server: ReturnType<typeof serve>

const allReads = {
  profile: () => table.profiles.names('a'),
  author: () => table.profiles.face('a'),
  picture: () => table.profiles.avatarUrl('a'),
  tasks: () => table.tasks.select(),
  sender: () => table.messages.sender('m'),
  latest: () => table.messages.latestFromOther('c'),
  notifications: () => table.notifications.select(),
  unread: () => backend.rpc('get_unread_message_counts', { p_user_id: 'own' }),
}
const readAll = () => Promise.all(Object.values(allReads).map((read) => read()))

/** Tells the page that a row of a table has changed. */
async function change(name: string) {
  const { ref } = socket().sent.find((frame) => frame['table'] === name) ?? {}
  socket().receive({ type: 'change', ref, table: name, event: 'UPDATE', id: 'x', keys: {} })
  await vi.advanceTimersByTimeAsync(500)
}

beforeEach(() => {
  resetPage()
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all = []
  reads = 0
  server = serve()
  realtimeClient.start()
  socket().receive({ type: 'welcome', at: 0 })
})
afterEach(resetPage)

test('the general cache has 5 minutes and 1000 entries, that of avatars 15 minutes and 500 [9.08]', () => {
  expect(answerCacheLimits).toEqual({
    general: { minutes: 5, entries: 1000 },
    avatars: { minutes: 15, entries: 500 },
  })
})

test('a second call of each kind is answered without a request [9.08]', async () => {
  const first = await readAll()
  const sent = server.calls.length
  expect(await readAll()).toEqual(first)
  expect(server.calls).toHaveLength(sent)
})

test.each([
  ['profile', 5],
  ['author', 15],
  ['picture', 10],
  ['tasks', 5],
  ['sender', 5],
  ['latest', 5],
  ['notifications', 5],
  ['unread', 5],
] as const)('the answer to %s is used for %i minutes [9.08]', async (name, minutes) => {
  const keepConnected = setInterval(() => socket().receive({ type: 'heartbeat' }), 10_000)
  const read = allReads[name]
  await read()
  const sent = server.calls.length
  await vi.advanceTimersByTimeAsync(minutes * minute - 1_000)
  await read()
  expect(server.calls).toHaveLength(sent)
  await vi.advanceTimersByTimeAsync(1_000)
  await read()
  expect(server.calls.length).toBeGreaterThan(sent)
  clearInterval(keepConnected)
})

test.each([
  ['general', (id: string) => table.messages.sender(id)],
  ['avatars', (id: string) => table.profiles.avatarUrl(id)],
] as const)('above its limit, the oldest answer leaves the cache %s [9.08] @slow', async (name, read) => {
  const { entries } = answerCacheLimits[name]
  const stopLimiting = limitQueryCache(queryClient)
  for (let number = 0; number < entries; number++) {
    await read(`${number}`)
    vi.advanceTimersByTime(1)
  }
  await read('0')
  expect(server.calls).toHaveLength(entries)
  await read(`${entries}`)
  await read('1')
  expect(server.calls).toHaveLength(entries + 1)
  await read('0')
  expect(server.calls).toHaveLength(entries + 2)
  stopLimiting()
})

test.each([
  ['profile', ['profiles', 'clients']],
  ['author', ['profiles', 'clients']],
  ['picture', ['profiles', 'clients']],
  ['tasks', ['tasks', 'task_clients']],
  ['sender', ['messages', 'conversations']],
  ['latest', ['messages', 'conversations', 'conversation_reads', 'files', 'file_readers']],
  ['notifications', ['notifications', 'tasks', 'profiles']],
  ['unread', ['messages', 'conversations', 'conversation_reads']],
] as const)('after a change that the server reports, %s is read again [9.08]', async (name, tables) => {
  const read = allReads[name]
  await read()
  for (const changed of tables) {
    const sent = server.calls.length
    await change(changed)
    await read()
    expect(server.calls.length).toBeGreaterThan(sent)
    const again = server.calls.length
    await read()
    expect(server.calls).toHaveLength(again)
  }
})

test('a change of messages leaves the answer about tasks in the cache [9.08]', async () => {
  await readAll()
  const sent = server.inputsOf('task/dueDates').length
  await change('messages')
  await readAll()
  expect(server.inputsOf('task/dueDates')).toHaveLength(sent)
})

test('after an own write everything is read again, also if the write was not answered [9.08]', async () => {
  for (const write of [
    () => table.notifications.markRead('n'),
    () =>
      api.task.withdraw({ id: 't', command: 'c' }, { context: { retry: { times: 0, baseSeconds: 0, maxSeconds: 0 } } }),
  ]) {
    const before = await readAll()
    await write().catch(() => {})
    const after = await readAll()
    const texts = (answers: readonly unknown[]) => answers.slice(1).map((answer) => JSON.stringify(answer))
    const same = texts(after).filter((text) => texts(before).includes(text))
    expect(same).toEqual([])
  }
})

test('the read of a query and the check of the login leave the answers in the cache [9.08]', async () => {
  await readAll()
  const sent = server.calls.length
  await queryClient.fetchQuery(orpc.task.counts.queryOptions({ input: {} }))
  await api.login.session({})
  await readAll()
  expect(server.calls).toHaveLength(sent + 2)
})

test('what a page invalidates is read again here too [9.08]', async () => {
  await table.tasks.select()
  await queryClient.invalidateQueries({ queryKey: orpc.task.key() })
  await table.tasks.select()
  expect(server.inputsOf('task/dueDates')).toHaveLength(2)
})

test('a change during a read is not lost: the call returns what was read after it [9.08]', async () => {
  let answer: (row: object) => void = () => {}
  let state = 'old'
  mockServer({
    'task/dueDates': () => {
      const items = [{ status: 'assigned', dueDay: state }]
      return state === 'old' ? new Promise((resolve) => void (answer = () => resolve({ items }))) : { items }
    },
  })
  const first = table.tasks.select()
  await vi.advanceTimersByTimeAsync(0)
  state = 'new'
  await change('tasks')
  const second = table.tasks.select()
  answer({})
  expect(await Promise.all([first, second])).toEqual([
    [{ status: 'assigned', due_date: 'new' }],
    [{ status: 'assigned', due_date: 'new' }],
  ])
})

test('without a connection to the server nothing is answered from a cache, nor after it is back [9.08]', async () => {
  await table.tasks.select()
  socket().close()
  await table.tasks.select()
  await table.tasks.select()
  expect(server.inputsOf('task/dueDates')).toHaveLength(3)
  await vi.advanceTimersByTimeAsync(5_000)
  socket().receive({ type: 'welcome', at: 0 })
  await table.tasks.select()
  await table.tasks.select()
  expect(server.inputsOf('task/dueDates')).toHaveLength(4)
})

test('a sign-out, another account and the screen lock empty the caches [9.08]', async () => {
  const login = { userId: 'own', role: 'client', need: null } as LoginView
  const cached = () => queryClient.getQueryCache().findAll({ predicate: ({ meta }) => meta?.['cache'] !== undefined })
  for (const empty of [clearLogin, () => acceptLogin({ ...login, userId: 'other' }), emptyAnswerCaches]) {
    acceptLogin(login)
    await readAll()
    expect(cached().length).toBeGreaterThan(0)
    empty()
    expect(cached()).toEqual([])
  }
})

test('an answer that arrives after the screen lock reaches its caller, but no cache [9.08]', async () => {
  const asked = table.tasks.select()
  emptyAnswerCaches()
  await expect(asked).resolves.toHaveLength(1)
  await table.tasks.select()
  expect(server.inputsOf('task/dueDates')).toHaveLength(2)
})
