import { afterEach, expect, test, vi } from 'vitest'
import { openLog } from '../log.ts'
import { openTestClient } from './relay.testing.ts'
import { openVideoRelay, type VideoRelay } from './video-relay.ts'

const secrets = { linkKey: 'the key of links' }
const log = openLog('silent')
const owner = { call: 'call', person: 'nora', host: 'practice.example' }
const none = { ownRelay: null, otherRelay: null, tls: null }

let relay: VideoRelay | null = null
afterEach(async () => relay?.close())

function open(config: Partial<Parameters<typeof openVideoRelay>[0]['config']>): VideoRelay {
  relay = openVideoRelay({ config: { ...none, ...config }, secrets, log })
  relay.start()
  return relay
}

test('without a relay, pages get none', () => {
  const { iceServersFor, state } = open({})
  expect([iceServersFor({ ...owner, now: new Date() }), state()]).toEqual([[], null])
})

test('another relay is named with credentials of 12 hours in the form of coturn', () => {
  const urls = ['turn:relay.example:3478?transport=udp', 'turns:relay.example:5349']
  const { iceServersFor } = open({ otherRelay: { urls, secret: 'north' } })
  // The credential is that of `printf %s 1800043200:call.nora | openssl dgst -sha1 -hmac north -binary | base64`.
  expect(iceServersFor({ ...owner, now: new Date(1_800_000_000_000) })).toEqual([
    { urls, username: '1800043200:call.nora', credential: 'NAQekwJGJm9Nyw4r71M9z6xcm64=' },
  ])
})

test("Attune's own relay is offered once it listens, accepts the credentials, and refuses them when the call has ended", async () => {
  const running = open({ ownRelay: { host: '127.0.0.1', port: 0 } })
  expect(running.iceServersFor({ ...owner, now: new Date() })).toEqual([])
  await vi.waitFor(() => expect(running.state()).toBe('open'), { timeout: 20_000, interval: 20 })
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
  await vi.waitFor(async () => expect((await client.refresh(60)).code).toBe(401))
  client.close()
})
