import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket } from '../../testing/fake-socket.ts'
import { backendRealtime } from '../backend/realtime.ts'
import { RealtimeClient, realtimeClient } from './realtime-client.ts'
import type { SubscriptionRequest } from './realtime-subscription.ts'

const socket = () => FakeSocket.all.at(-1) as FakeSocket
const change = (ref: unknown, id: string) => ({ type: 'change', ref, table: 'sessions', event: 'UPDATE', id, keys: {} })
const welcome = { type: 'welcome', at: 60_000 }
let realtime: RealtimeClient

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all = []
  realtime = new RealtimeClient()
})
afterEach(() => {
  realtime.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test.each([
  { column: 'status', op: 'eq', value: 'confirmed' },
  { column: 'status', op: 'neq', value: 'cancelled' },
  { column: 'status', op: 'in', value: ['scheduled', 'pending'] },
  undefined,
] as const)('row changes are subscribed to with the filter %o, in schema public [7.10]', (filter) => {
  realtime.start()
  socket().receive(welcome)
  realtime.subscribe({ table: 'sessions', ...(filter && { filter }) } as SubscriptionRequest, () => {})
  const { schema, table, filter: sent } = socket().sent.at(-1) ?? {}
  expect([schema, table, sent]).toEqual(['public', 'sessions', filter])
})

test('all changes of a person’s notifications are subscribed to by user_id [7.10]', () => {
  realtime.start()
  vi.spyOn(realtimeClient, 'subscribe').mockImplementation((...request) => realtime.subscribe(...request))
  backendRealtime.notifications('me', () => {})
  expect(socket().url).toMatch(/^ws:.*\/api\/realtime$/)
  socket().receive(welcome)
  expect(socket().sent).toEqual([
    {
      type: 'subscribe',
      ref: 'r1',
      schema: 'public',
      table: 'notifications',
      event: '*',
      behind: 30,
      since: 60_000,
      filter: { column: 'user_id', op: 'eq', value: 'me' },
    },
  ])
})

test.each([
  [-3_600_000, -3_600_000],
  [3_600_000, 3_600_000],
  [2_000, 0],
])('a clock of the server that is %i ms ahead counts as %i ms', (ahead, offset) => {
  const heard = vi.fn<(offset: number) => void>()
  realtime.onLiveChange(() => heard(realtime.clockOffset))
  realtime.start()
  socket().receive({ type: 'welcome', at: 90_000, time: Date.now() + ahead })
  expect(heard).toHaveBeenCalledWith(offset)
})

test('the changes since the page was opened are asked for again, and all of 30 s after a lost connection', () => {
  vi.advanceTimersByTime(3_000)
  realtime.start()
  realtime.subscribe({ table: 'sessions' }, () => {})
  socket().receive({ type: 'welcome', at: 90_000 })
  expect(socket().sent.at(-1)).toMatchObject({ behind: 30, since: 87_000 })
  vi.advanceTimersByTime(2_000)
  realtime.subscribe({ table: 'tasks' }, () => {})
  expect(socket().sent.at(-1)).toMatchObject({ table: 'tasks', behind: 30, since: 87_000 })
  socket().close()
  vi.advanceTimersByTime(5_000)
  socket().receive({ type: 'welcome', at: 97_000 })
  expect(socket().sent.at(-1)).toMatchObject({ table: 'tasks', behind: 30 })
  expect(socket().sent.at(-1)).not.toHaveProperty('since')
})

test('a page whose login was replaced connects again by itself and reads its data again', () => {
  const ended = vi.fn()
  const resumed = vi.fn()
  realtime.onEnded = ended
  realtime.onResumed = resumed
  realtime.start()
  socket().receive(welcome)
  socket().receive({ type: 'replaced' })
  expect(FakeSocket.all).toHaveLength(1)
  vi.advanceTimersByTime(3_000)
  expect(FakeSocket.all).toHaveLength(2)
  socket().receive(welcome)
  vi.advanceTimersByTime(2_000)
  expect(resumed).toHaveBeenCalledTimes(1)
  expect(ended).not.toHaveBeenCalled()
})

test('equal requests share a subscription until 5 minutes after the last listener [9.11]', () => {
  realtime.start()
  socket().receive(welcome)
  const first = realtime.subscribe({ table: 'sessions' }, () => {})
  const second = realtime.subscribe({ table: 'sessions', event: '*' }, () => {})
  expect(socket().sent).toHaveLength(1)
  const alive = (milliseconds: number) => {
    for (let at = 0; at < milliseconds; at += 10_000) {
      vi.advanceTimersByTime(10_000)
      socket().receive({ type: 'heartbeat' })
    }
  }
  const unsubscribed = () => socket().sent.filter(({ type }) => type === 'unsubscribe')
  first()
  alive(400_000)
  expect(unsubscribed()).toEqual([])
  second()
  alive(290_000)
  expect(unsubscribed()).toEqual([])
  alive(40_000)
  expect(unsubscribed()).toEqual([{ type: 'unsubscribe', ref: 'r1' }])
  const received: unknown[] = []
  realtime.subscribe({ table: 'sessions' }, (changes) => received.push(changes))
  expect(socket().sent.at(-1)).toMatchObject({ type: 'subscribe', ref: 'r2' })
  vi.advanceTimersByTime(1)
  expect(received).toEqual([[]])
})

test('a listener that returns to a page gets the changes made meanwhile', () => {
  realtime.start()
  socket().receive(welcome)
  realtime.subscribe({ table: 'sessions' }, () => {})()
  socket().receive(change('r1', 'a'))
  vi.advanceTimersByTime(1000)
  const received: string[] = []
  realtime.subscribe({ table: 'sessions' }, (changes) => received.push(...changes.map(({ id }) => id)))
  vi.advanceTimersByTime(1)
  expect(received).toEqual(['a'])
})

test('listeners are called at most every 100 ms, with ten changes at once [9.11]', () => {
  realtime.start()
  socket().receive(welcome)
  const calls: [number, number][] = []
  const begun = performance.now()
  realtime.subscribe({ table: 'sessions' }, (changes) => calls.push([performance.now() - begun, changes.length]))
  for (let id = 0; id < 25; id++) socket().receive(change('r1', String(id)))
  vi.advanceTimersByTime(1000)
  expect(calls).toEqual([
    [0, 10],
    [100, 10],
    [200, 5],
  ])
})

test('listeners learn whether the socket is connected, so that polling can pause', () => {
  const calls: boolean[] = []
  realtime.onLiveChange(() => calls.push(realtime.live))
  realtime.start()
  expect(realtime.live).toBe(false)
  socket().receive(welcome)
  socket().close()
  expect(calls).toEqual([true, false])
})

test('changes come in batches: after 500 ms, or at once when there are ten [9.11]', () => {
  realtime.start()
  socket().receive(welcome)
  const batches: number[] = []
  realtime.subscribe({ table: 'sessions' }, (changes) => batches.push(changes.length))
  for (const id of ['a', 'b']) socket().receive(change('r1', id))
  vi.advanceTimersByTime(499)
  expect(batches).toEqual([])
  vi.advanceTimersByTime(1)
  expect(batches).toEqual([2])
  vi.advanceTimersByTime(100)
  for (let id = 0; id < 11; id++) socket().receive(change('r1', String(id)))
  expect(batches).toEqual([2, 1])
  vi.advanceTimersByTime(100)
  expect(batches).toEqual([2, 1, 10])
})

test('the first change after 500 ms without changes comes at once, and those that follow it come together [9.11]', () => {
  realtime.start()
  socket().receive({ type: 'welcome' })
  const calls: [number, string][] = []
  const begun = performance.now()
  realtime.subscribe({ table: 'sessions' }, (changes) =>
    calls.push([performance.now() - begun, changes.map(({ id }) => id).join('')]),
  )
  const changeAt = (milliseconds: number, id: string) => {
    vi.advanceTimersByTime(begun + milliseconds - performance.now())
    socket().receive(change('r1', id))
  }
  changeAt(500, 'a')
  changeAt(510, 'b')
  changeAt(990, 'c')
  changeAt(1_020, 'd')
  changeAt(1_520, 'e')
  changeAt(2_019, 'f')
  changeAt(2_600, 'g')
  vi.advanceTimersByTime(1_000)
  expect(calls).toEqual([
    [500, 'a'],
    [1_010, 'bc'],
    [1_520, 'd'],
    [1_620, 'e'],
    [2_519, 'f'],
    [2_619, 'g'],
  ])
})

test('changes that the server repeats after a subscription are collected, although nothing came before', () => {
  realtime.start()
  const batches: number[] = []
  realtime.subscribe({ table: 'sessions' }, (changes) => batches.push(changes.length))
  vi.advanceTimersByTime(600)
  socket().receive({ type: 'welcome' })
  for (const id of ['a', 'b', 'c']) socket().receive(change('r1', id))
  expect(batches).toEqual([])
  vi.advanceTimersByTime(500)
  expect(batches).toEqual([3])
})

test('without a heartbeat for 20 s the socket is reopened with all subscriptions [9.11]', () => {
  const resumed = vi.fn<() => void>()
  realtime.onResumed = resumed
  realtime.start()
  realtime.subscribe({ table: 'clients' }, () => {})
  socket().receive(welcome)
  vi.advanceTimersByTime(15_000)
  expect(socket().sent.at(-1)).toEqual({ type: 'heartbeat' })
  vi.advanceTimersByTime(5_000)
  expect(realtime.live).toBe(false)
  vi.advanceTimersByTime(3_000)
  expect(FakeSocket.all).toHaveLength(2)
  socket().receive(welcome)
  expect(socket().sent).toEqual([
    { type: 'subscribe', ref: 'r1', schema: 'public', table: 'clients', event: '*', behind: 30 },
  ])
  vi.advanceTimersByTime(2_000)
  expect(resumed).toHaveBeenCalledTimes(1)
})

test('a socket that is not open after 8 s is closed before the next one opens', () => {
  realtime.start()
  const hanging = socket()
  vi.advanceTimersByTime(8_000)
  expect(hanging.readyState).toBe(3)
  vi.advanceTimersByTime(3_000)
  expect(FakeSocket.all).toHaveLength(2)
})

test('an open socket has 20 s for its first message', () => {
  realtime.start()
  socket().onopen?.()
  vi.advanceTimersByTime(19_999)
  expect(FakeSocket.all).toHaveLength(1)
  expect(socket().readyState).toBe(0)
})

test('the end of a login is reported, and a stopped client stays closed', () => {
  const ended = vi.fn<() => void>()
  realtime.onEnded = ended
  realtime.start()
  socket().receive(welcome)
  socket().receive({ type: 'ended' })
  expect(ended).toHaveBeenCalledTimes(1)
  realtime.stop()
  vi.advanceTimersByTime(120_000)
  expect(FakeSocket.all).toHaveLength(1)
})

test('an invalid message or a refused subscription is logged, and the connection stays open [8.09]', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  realtime.start()
  socket().receive(welcome)
  realtime.subscribe({ table: 'sessions' }, () => {})
  const ref = socket().sent.at(-1)?.ref
  socket().receive({ type: 'refused', ref })
  socket().onmessage?.({ data: 'no json' })
  expect(warned.mock.calls).toEqual([
    ['realtime subscription refused', ref],
    ['realtime message not understood', expect.any(SyntaxError)],
  ])
  expect(realtime.live).toBe(true)
})
