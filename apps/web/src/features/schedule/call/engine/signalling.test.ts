import { callCloseCodes } from '@attune/contract/features/schedule/call/call.rules'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { FakeSocket } from '../../../../testing/fake-socket.ts'
import { CallSocket } from './signalling.ts'

const socket = () => FakeSocket.all.at(-1) as FakeSocket
const welcome = { type: 'welcome', self: 'me', resume: 'secret' }
const opened: boolean[] = []
const ends: string[] = []
const frames: string[] = []
let call: CallSocket
/** Whether the server can't be reached. */
let isAway: boolean

/** Closes the socket as the server does, with a code. */
const closeWith = (code: number) => (socket().onclose as unknown as (event: { code: number }) => void)({ code })
const signal = (to: string) => ({ type: 'signal', to, data: {} }) as const

beforeEach(() => {
  vi.useFakeTimers()
  isAway = false
  vi.stubGlobal('WebSocket', FakeSocket)
  FakeSocket.all = []
  for (const list of [opened, ends, frames]) list.length = 0
  call = new CallSocket({
    address: (entry) => JSON.stringify(entry),
    ticket: 'first',
    renewTicket: () => (isAway ? Promise.reject(new Error('away')) : Promise.resolve('second')),
    onFrame: ({ type }) => frames.push(type),
    onOpen: (isOpen) => opened.push(isOpen),
    onEnd: (end) => ends.push(end),
  })
})
afterEach(() => {
  call.close()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('the ticket opens one socket, and the secret of the first one opens the next', () => {
  expect(socket().url).toBe('{"ticket":"first"}')
  socket().receive(welcome)
  socket().close()
  vi.advanceTimersByTime(1_000)
  expect(FakeSocket.all).toHaveLength(2)
  expect(socket().url).toBe('{"resume":"secret"}')
  expect(opened).toEqual([true, false])
})

test('signals of the time without a socket are sent once it is back, and of the states only the last', () => {
  socket().receive(welcome)
  socket().close()
  call.send(signal('a'))
  for (const camera of [true, false]) call.send({ type: 'state', media: { camera, microphone: true, screen: false } })
  call.send(signal('b'))
  vi.advanceTimersByTime(1_000)
  expect(socket().sent).toEqual([])
  socket().receive(welcome)
  expect(socket().sent.map(({ type, to }) => to ?? type)).toEqual(['a', 'state', 'b'])
  expect(socket().sent[1]).toMatchObject({ media: { camera: false } })
})

test('a heartbeat is sent each second, and 4 s of silence open the socket anew', () => {
  socket().receive(welcome)
  vi.advanceTimersByTime(3_500)
  expect(socket().sent).toEqual([{ type: 'heartbeat' }, { type: 'heartbeat' }, { type: 'heartbeat' }])
  socket().receive({ type: 'heartbeat' })
  vi.advanceTimersByTime(3_500)
  expect(FakeSocket.all).toHaveLength(1)
  vi.advanceTimersByTime(1_600)
  expect(FakeSocket.all).toHaveLength(2)
  expect(frames).toEqual(['welcome'])
})

test('when the network is back the socket is opened at once', () => {
  socket().receive(welcome)
  socket().close()
  dispatchEvent(new Event('online'))
  expect(FakeSocket.all).toHaveLength(2)
})

test('a secret that the server refuses also after it has given a ticket is replaced by the ticket', async () => {
  socket().receive(welcome)
  for (let refusal = 0; refusal < 5; refusal++) {
    const before = FakeSocket.all.length
    socket().close()
    while (FakeSocket.all.length === before) await vi.advanceTimersByTimeAsync(250)
  }
  expect(FakeSocket.all.slice(1).map(({ url }) => url)).toEqual([
    ...Array.from({ length: 4 }, () => '{"resume":"secret"}'),
    '{"ticket":"second"}',
  ])
})

test('after a restart of the server that takes long, the page comes back with its secret and keeps its place', async () => {
  isAway = true
  socket().receive(welcome)
  for (let attempt = 0; attempt < 6; attempt++) {
    if (socket().readyState !== 3) socket().close()
    await vi.advanceTimersByTimeAsync(6_000)
  }
  const before = FakeSocket.all.length
  isAway = false
  while (FakeSocket.all.length === before) await vi.advanceTimersByTimeAsync(250)
  expect(socket().url).toBe('{"resume":"secret"}')
})

test('while requests find no server, the socket is tried again within 3 s each time', async () => {
  isAway = true
  socket().receive(welcome)
  for (let second = 0; second < 60; second++) {
    if (socket().readyState !== 3) socket().close()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(FakeSocket.all.length).toBeGreaterThan(20)
  expect(new Set(FakeSocket.all.slice(1).map(({ url }) => url))).toEqual(new Set(['{"resume":"secret"}']))
})

test('a cut line, on which sockets and requests hang, needs no ticket', async () => {
  isAway = true
  socket().receive(welcome)
  await vi.advanceTimersByTimeAsync(30_000)
  expect(FakeSocket.all.length).toBeGreaterThan(3)
  expect(new Set(FakeSocket.all.slice(1).map(({ url }) => url))).toEqual(new Set(['{"resume":"secret"}']))
})

test('a socket that hangs on a cut line is closed before the next one opens, because browsers open one at a time', () => {
  socket().receive(welcome)
  socket().close()
  vi.advanceTimersByTime(1_000)
  const hanging = socket()
  vi.advanceTimersByTime(4_000)
  expect(hanging.readyState).toBe(3)
  expect(FakeSocket.all).toHaveLength(2)
})

test.each(Object.entries(callCloseCodes))(
  'the server ends the call as %s, and the socket stays closed',
  (end, code) => {
    socket().receive(welcome)
    closeWith(code)
    vi.advanceTimersByTime(60_000)
    expect(ends).toEqual([end])
    expect(FakeSocket.all).toHaveLength(1)
  },
)

test('leaving tells the server and opens no other socket', () => {
  socket().receive(welcome)
  const left = socket()
  call.close()
  vi.advanceTimersByTime(60_000)
  expect(left.sent.at(-1)).toEqual({ type: 'leave' })
  expect(FakeSocket.all).toHaveLength(1)
})

test('leaving while the socket opens tells the server as soon as it is open', () => {
  const opening = socket()
  call.close()
  expect(opening.sent).toEqual([])
  opening.onopen?.()
  expect(opening.sent).toEqual([{ type: 'leave' }])
  expect(opening.readyState).toBe(3)
})

test('a socket that does not open within 4 s after leaving is closed', () => {
  const opening = socket()
  call.close()
  vi.advanceTimersByTime(3_999)
  expect(opening.readyState).toBe(0)
  vi.advanceTimersByTime(1)
  expect(opening.readyState).toBe(3)
})

test('a page that is closed or reloaded leaves the call', () => {
  socket().receive(welcome)
  dispatchEvent(new Event('pagehide'))
  expect(socket().sent).toEqual([{ type: 'leave' }])
})

test('a page whose timers are late keeps its socket, because the server says something all the time', () => {
  socket().receive(welcome)
  for (let seconds = 0; seconds < 60; seconds += 2) {
    vi.advanceTimersByTime(2_000)
    socket().receive({ type: 'heartbeat' })
  }
  expect(FakeSocket.all).toHaveLength(1)
})
