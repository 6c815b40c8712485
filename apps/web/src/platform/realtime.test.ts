import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Realtime } from './realtime.ts'

class Line {
  static all: Line[] = []
  static CONNECTING = 0
  static OPEN = 1
  readyState = 0
  sent: Record<string, unknown>[] = []
  onmessage: ((message: { data: string }) => void) | null = null
  onclose: (() => void) | null = null
  onopen: (() => void) | null = null
  readonly url: string
  constructor(url: string) {
    this.url = url
    Line.all.push(this)
  }
  send(frame: string) {
    this.sent.push(JSON.parse(frame) as Record<string, unknown>)
  }
  close() {
    this.readyState = 3
    this.onclose?.()
  }
  hear(frame: Record<string, unknown>) {
    this.readyState = 1
    this.onmessage?.({ data: JSON.stringify(frame) })
  }
}
const line = () => Line.all.at(-1) as Line
const change = (ref: unknown, id: string) => ({ type: 'change', ref, table: 'sessions', event: 'UPDATE', id, keys: {} })
let realtime: Realtime

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', Line)
  Line.all = []
  realtime = new Realtime()
})
afterEach(() => {
  realtime.stop()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('row changes are followed with one filter, in schema public [7.10]', () => {
  realtime.start()
  realtime.subscribe({ table: 'notifications', filter: { column: 'user_id', op: 'eq', value: 'me' } }, () => {})
  expect(line().url).toMatch(/^ws:.*\/api\/realtime$/)
  line().hear({ type: 'welcome' })
  expect(line().sent).toEqual([
    {
      type: 'subscribe',
      ref: 'r1',
      schema: 'public',
      table: 'notifications',
      event: '*',
      behind: 30,
      filter: { column: 'user_id', op: 'eq', value: 'me' },
    },
  ])
})

test('equal wishes share a subscription; one without listeners is dropped after 5 minutes, looked at every 30 s [9.11]', () => {
  realtime.start()
  line().hear({ type: 'welcome' })
  const first = realtime.subscribe({ table: 'sessions' }, () => {})
  const second = realtime.subscribe({ table: 'sessions', event: '*' }, () => {})
  expect(line().sent).toHaveLength(1)
  const alive = (milliseconds: number) => {
    for (let at = 0; at < milliseconds; at += 10_000) {
      vi.advanceTimersByTime(10_000)
      line().hear({ type: 'heartbeat' })
    }
  }
  const unsubscribed = () => line().sent.filter(({ type }) => type === 'unsubscribe')
  first()
  alive(400_000)
  expect(unsubscribed()).toEqual([])
  second()
  alive(290_000)
  expect(unsubscribed()).toEqual([])
  alive(40_000)
  expect(unsubscribed()).toEqual([{ type: 'unsubscribe', ref: 'r1' }])
  const heard: unknown[] = []
  realtime.subscribe({ table: 'sessions' }, (changes) => heard.push(changes))
  expect(line().sent.at(-1)).toMatchObject({ type: 'subscribe', ref: 'r2' })
  vi.advanceTimersByTime(1)
  expect(heard).toEqual([[]])
})

test('who comes back to a page hears what changed meanwhile [9.11]', () => {
  realtime.start()
  line().hear({ type: 'welcome' })
  realtime.subscribe({ table: 'sessions' }, () => {})()
  line().hear(change('r1', 'a'))
  vi.advanceTimersByTime(1000)
  const heard: string[] = []
  realtime.subscribe({ table: 'sessions' }, (changes) => heard.push(...changes.map(({ id }) => id)))
  vi.advanceTimersByTime(1)
  expect(heard).toEqual(['a'])
})

test('listeners are told at most every 100 ms, ten changes at once [9.11]', () => {
  realtime.start()
  line().hear({ type: 'welcome' })
  const told: [number, number][] = []
  const begun = performance.now()
  realtime.subscribe({ table: 'sessions' }, (changes) => told.push([performance.now() - begun, changes.length]))
  for (let id = 0; id < 25; id++) line().hear(change('r1', String(id)))
  vi.advanceTimersByTime(1000)
  expect(told).toEqual([
    [0, 10],
    [100, 10],
    [200, 5],
  ])
})

test('whether the socket is live is told: polling rests while it is [7.11]', () => {
  const told: boolean[] = []
  realtime.onLive(() => told.push(realtime.live))
  realtime.start()
  expect(realtime.live).toBe(false)
  line().hear({ type: 'welcome' })
  line().close()
  expect(told).toEqual([true, false])
})

test('changes come in batches: after 500 ms, or at once when there are ten [9.11]', () => {
  realtime.start()
  line().hear({ type: 'welcome' })
  const batches: number[] = []
  realtime.subscribe({ table: 'sessions' }, (changes) => batches.push(changes.length))
  for (const id of ['a', 'b']) line().hear(change('r1', id))
  expect(batches).toEqual([])
  vi.advanceTimersByTime(500)
  expect(batches).toEqual([2])
  vi.advanceTimersByTime(100)
  for (let id = 0; id < 10; id++) line().hear(change('r1', String(id)))
  expect(batches).toEqual([2, 10])
})

test('a heartbeat each 15 s; after 20 s of silence the line is dead, is opened anew and asks again for everything [9.11]', () => {
  const resumed = vi.fn<() => void>()
  realtime.onResumed = resumed
  realtime.start()
  realtime.subscribe({ table: 'clients' }, () => {})
  line().hear({ type: 'welcome' })
  vi.advanceTimersByTime(15_000)
  expect(line().sent.at(-1)).toEqual({ type: 'heartbeat' })
  vi.advanceTimersByTime(5_000)
  expect(realtime.live).toBe(false)
  vi.advanceTimersByTime(3_000)
  expect(Line.all).toHaveLength(2)
  line().hear({ type: 'welcome' })
  expect(line().sent).toEqual([
    { type: 'subscribe', ref: 'r1', schema: 'public', table: 'clients', event: '*', behind: 30 },
  ])
  vi.advanceTimersByTime(2_000)
  expect(resumed).toHaveBeenCalledTimes(1)
})

test('the end of a login is handed on; a stopped line stays closed', () => {
  const ended = vi.fn<() => void>()
  realtime.onEnded = ended
  realtime.start()
  line().hear({ type: 'welcome' })
  line().hear({ type: 'ended' })
  expect(ended).toHaveBeenCalledTimes(1)
  realtime.stop()
  vi.advanceTimersByTime(120_000)
  expect(Line.all).toHaveLength(1)
})

test('what goes wrong on a channel is logged, and nothing else happens [8.09]', () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
  realtime.start()
  line().hear({ type: 'welcome' })
  realtime.subscribe({ table: 'sessions' }, () => {})
  line().hear({ type: 'refused', ref: line().sent.at(-1)?.ref })
  line().onmessage?.({ data: 'no json' })
  expect(warned).toHaveBeenCalledTimes(2)
  expect(realtime.live).toBe(true)
})
