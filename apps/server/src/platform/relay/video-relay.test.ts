import { afterEach, expect, test, vi } from 'vitest'
import { openLog } from '../log.ts'
import { openTestClient } from './relay.testing.ts'
import { openVideoRelay, type VideoRelay } from './video-relay.ts'

const secrets = { linkKey: 'the key of links' }
const log = openLog('silent')
const owner = { call: 'call', person: 'nora', host: 'practice.example' }
const none = { ownRelay: null, otherRelay: null, relayAddress: null, isRelayOff: false, tls: null }
const waiting = { timeout: 20_000, interval: 20 }

let relay: VideoRelay | null = null
afterEach(async () => relay?.close())

function open(config: Partial<Parameters<typeof openVideoRelay>[0]['config']>): VideoRelay {
  relay = openVideoRelay({ config: { ...none, ...config }, secrets, log })
  relay.start()
  return relay
}

test('without a relay, pages get none', () => {
  const { iceServersFor, isOffered, state } = open({})
  expect([iceServersFor({ ...owner, now: new Date() }), isOffered(owner.host), state()]).toEqual([[], false, null])
})

test('another relay is named with credentials of 12 hours in the form of coturn', () => {
  const urls = ['turn:relay.example:3478?transport=udp', 'turns:relay.example:5349']
  const { iceServersFor } = open({ otherRelay: { urls, secret: 'north' } })
  // The credential is that of `printf %s 1800043200:call.nora | openssl dgst -sha1 -hmac north -binary | base64`.
  expect(iceServersFor({ ...owner, now: new Date(1_800_000_000_000) })).toEqual([
    { urls, username: '1800043200:call.nora', credential: 'NAQekwJGJm9Nyw4r71M9z6xcm64=' },
  ])
})

test("Attune's own relay is offered once it listens, and refuses the credentials of an ended call, once for each end @slow", async () => {
  const running = open({ ownRelay: { host: '127.0.0.1', port: 0 } })
  expect(running.iceServersFor({ ...owner, now: new Date() })).toEqual([])
  expect(running.isOffered(owner.host)).toBe(false)
  await vi.waitFor(() => expect(running.state()).toBe('open'), waiting)
  expect(running.isOffered(owner.host)).toBe(true)
  const [server] = running.iceServersFor({ ...owner, now: new Date() })
  const [, port] = /^turn:practice\.example:(\d+)\?transport=udp$/.exec(server?.urls[0] ?? '') ?? []
  expect(server?.urls).toEqual([
    `turn:practice.example:${port}?transport=udp`,
    `turn:practice.example:${port}?transport=tcp`,
  ])
  const client = await openTestClient(Number(port))
  await client.signIn(server ?? { username: '', credential: '' })
  expect((await client.allocate()).code).toBeNull()
  running.endCall('call')
  await vi.waitFor(async () => expect((await client.refresh(60)).code).toBe(401), waiting)
  client.close()

  // A repeated message about an end does not disconnect a person who has joined again.
  const join = async (call: string) => {
    const joined = await openTestClient(Number(port))
    const [again] = running.iceServersFor({ ...owner, call, now: new Date() })
    await joined.signIn(again ?? { username: '', credential: '' })
    expect((await joined.allocate()).code).toBeNull()
    return joined
  }
  const removedAt = new Date(Date.now() - 5_000)
  const gone = await join('second')
  running.endPerson('second', 'nora', removedAt)
  // A packet can overtake the message to the process, so the person joins again only after the end has been handled.
  await vi.waitFor(async () => expect((await gone.refresh(60)).code).toBe(437), waiting)
  const [back, later] = [await join('second'), await join('later')]
  running.endPerson('second', 'nora', removedAt)
  // The process handles messages in their order: after this one, it has handled the repeated one.
  running.endCall('later')
  await vi.waitFor(async () => expect((await later.refresh(60)).code).toBe(401), waiting)
  expect((await back.refresh(60)).code).toBeNull()
  for (const each of [gone, back, later]) each.close()
})

test('with RELAY_HOST, all people get the relay of that name, also from a server that runs none', () => {
  const relayAddress = { host: 'relay.example', port: 3478 }
  const { iceServersFor } = open({ relayAddress })
  expect(iceServersFor({ ...owner, now: new Date() })[0]?.urls).toEqual([
    'turn:relay.example:3478?transport=udp',
    'turn:relay.example:3478?transport=tcp',
  ])
})

test('a relay that listens counts as working when it has answered, and browsers reach it under RELAY_HOST @slow', async () => {
  const relayAddress = { host: 'relay.example', port: 3478 }
  const running = open({ ownRelay: { host: '127.0.0.1', port: 0 }, relayAddress })
  expect(await running.check()).toEqual({ state: 'starting', port: 0 })
  await vi.waitFor(() => expect(running.state()).toBe('open'), waiting)
  const answered = await running.check()
  expect(answered).toMatchObject({ state: 'answers', port: expect.any(Number), milliseconds: expect.any(Number) })
  const port = 'port' in answered ? answered.port : 0
  expect(running.iceServersFor({ ...owner, now: new Date() })[0]?.urls[0]).toMatch(/^turn:relay\.example:\d+\?/)
  const from = (host: string) => openVideoRelay({ config: { ...none, relayAddress: { host, port } }, secrets, log })
  // Another server asks the relay that RELAY_HOST names.
  expect(await from('127.0.0.1').check()).toMatchObject({ state: 'answers', port })
  await running.close()
  expect(await from('[::1]').check()).toEqual({ state: 'silent', port })
})

test('without a relay the check says why, and it never tries another relay', async () => {
  const checkOf = (config: Parameters<typeof open>[0]) => open(config).check()
  expect(await checkOf({})).toEqual({ state: 'loopback' })
  expect(await checkOf({ isRelayOff: true })).toEqual({ state: 'off' })
  const urls = ['turn:relay.example:3478']
  expect(await checkOf({ otherRelay: { urls, secret: 'north' } })).toEqual({ state: 'other', urls })
})

test('credentials for a test are valid for five minutes and for a call of their own', () => {
  const { iceServersForTest } = open({ relayAddress: { host: 'relay.example', port: 3478 } })
  const at = { host: 'practice.example', now: new Date(1_800_000_000_000) }
  const [first, second] = [iceServersForTest(at)[0]?.username, iceServersForTest(at)[0]?.username]
  expect(first).toMatch(/^1800000300:[\da-f-]{36}\.test$/)
  expect(second).not.toBe(first)
})
