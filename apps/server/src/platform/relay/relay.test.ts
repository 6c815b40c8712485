import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect as connectTcp } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { certificates } from '../../testing/doubles/certificates.ts'
import { relayCredentials } from './relay-credentials.ts'
import { openRelay, type Relay, type RelayOptions } from './relay.ts'
import {
  openTestClient,
  type RelayTransport,
  testCredentials,
  type TestClient,
  testSecret,
  hourFromNow,
} from './relay.testing.ts'

let relay: Relay
let clients: TestClient[] = []

async function restartRelay(options: Partial<RelayOptions> = {}): Promise<void> {
  await relay?.close()
  relay = await openRelay({ secret: testSecret, host: '127.0.0.1', port: 0, ...options })
}
beforeEach(async () => {
  relay = await openRelay({ secret: testSecret, host: '127.0.0.1', port: 0 })
})
afterEach(async () => {
  for (const client of clients) client.close()
  clients = []
  await relay.close()
})

async function connect(transport: RelayTransport = 'udp', host = '127.0.0.1'): Promise<TestClient> {
  const client = await openTestClient(relay.port, transport, host)
  clients.push(client)
  return client
}

/** A client with an allocation. */
async function join(person: string, { transport, call }: { transport?: RelayTransport; call?: string } = {}) {
  const client = await connect(transport)
  await client.signIn(testCredentials(person, call))
  const { code, relayed } = await client.allocate()
  expect(code).toBeNull()
  return { client, relayed }
}

/** Sends bytes that are not a TURN message, and waits until the relay closes the connection. By then, the relay has handled all earlier packets. */
async function refusedConnection(): Promise<void> {
  const socket = connectTcp(relay.port, '127.0.0.1')
  socket.write(Buffer.alloc(8, 0xff))
  socket.resume()
  await once(socket, 'close')
}

const dataOf = ({ received }: TestClient) => received.map(({ data }) => data)

/** Sends a request over UDP and waits for its answer, so that earlier packets have arrived. */
const settle = ({ bind }: TestClient) => bind()

test.for([
  ['udp', 'udp'],
  ['udp', 'tcp'],
  ['tcp', 'tcp'],
  ['tls', 'udp'],
] as const)('two people exchange data by %s and %s @slow', async ([first, second]) => {
  const [certificate] = certificates
  await restartRelay({ certificate: { cert: certificate.cert, key: certificate.key } })
  const nora = await join('nora', { transport: first })
  const ana = await join('ana', { transport: second })
  expect((await nora.client.permit(ana.relayed)).code).toBeNull()
  expect((await ana.client.bindChannel(nora.relayed, 0x4001)).code).toBeNull()
  nora.client.sendTo(ana.relayed, 'hello')
  await expect.poll(() => ana.client.received).toEqual([{ data: 'hello', channel: 0x4001 }])
  ana.client.sendChannel(0x4001, 'good morning')
  await expect.poll(() => nora.client.received).toEqual([{ data: 'good morning', from: ana.relayed }])
  expect(relay.figures()).toEqual({ allocations: 2, bytes: 'hello'.length + 'good morning'.length, refused: 0 })
})

test('the relayed address is one that exists nowhere, and the mapped one that of the sender', async () => {
  const client = await connect()
  await client.signIn(testCredentials('nora'))
  const { relayed, mapped } = await client.allocate()
  expect(relayed.ip).toBe('192.0.2.1')
  expect(mapped?.ip).toBe('127.0.0.1')
})

test('people who come by IPv4 and by IPv6 reach each other', async () => {
  await restartRelay({ host: null })
  const nora = await join('nora')
  const client = await connect('udp', '::1')
  await client.signIn(testCredentials('ana'))
  const { relayed, mapped } = await client.allocate()
  expect(mapped?.ip).toBe('0:0:0:0:0:0:0:1')
  await client.permit(nora.relayed)
  await nora.client.permit(relayed)
  client.sendTo(nora.relayed, 'from IPv6')
  await expect.poll(() => dataOf(nora.client)).toEqual(['from IPv6'])
})

test('without a permission of the receiver, nothing arrives', async () => {
  const [nora, ana] = [await join('nora'), await join('ana')]
  await nora.client.permit(ana.relayed)
  nora.client.sendTo(ana.relayed, 'unasked')
  await settle(nora.client)
  await ana.client.permit(nora.relayed)
  nora.client.sendTo(ana.relayed, 'asked')
  await expect.poll(() => dataOf(ana.client)).toEqual(['asked'])
})

test('people of different calls do not reach each other, even with permissions', async () => {
  const nora = await join('nora')
  const [ana, stranger] = [await join('ana'), await join('eve', { call: 'another' })]
  for (const { client } of [nora, ana, stranger]) await client.permit(nora.relayed)
  stranger.client.sendTo(nora.relayed, 'from outside')
  await settle(stranger.client)
  ana.client.sendTo(nora.relayed, 'from inside')
  await expect.poll(() => dataOf(nora.client)).toEqual(['from inside'])
})

test.for(['10.0.0.1', '127.0.0.1', '169.254.169.254', '192.168.1.1', '8.8.8.8', '0.0.0.0', '::1', 'fd00::1'])(
  'a permission or a channel for %s is refused',
  async (ip) => {
    const { client } = await join('nora')
    expect((await client.permit({ ip, port: 80 })).code).toBe(403)
    expect((await client.bindChannel({ ip, port: 80 }, 0x4000)).code).toBe(403)
  },
)

test('credentials that are missing, expired, forged or of another secret are refused', async () => {
  const client = await connect()
  const before = await client.signIn(testCredentials('nora'))
  expect(before.code).toBe(401)
  const of = (until: Date, secret = testSecret) => relayCredentials({ secret, call: 'call', person: 'nora', until })
  await client.signIn(of(new Date(Date.now() - 1_000)))
  expect((await client.allocate()).code).toBe(401)
  await client.signIn(of(hourFromNow(), 'another secret'))
  expect((await client.allocate()).code).toBe(401)
  for (const username of ['nora', '99999999999', '99999999999:nora', 'x:call.nora', '99999999999:a.b.c']) {
    await client.signIn({ username, credential: '' })
    expect((await client.allocate()).code, username).toBe(401)
  }
  expect(relay.figures()).toEqual({ allocations: 0, bytes: 0, refused: 7 })
})

test('credentials that expire during the call are not refreshed', async () => {
  let now = Date.now()
  await restartRelay({ now: () => now })
  const client = await connect()
  const until = new Date(now + 60_000)
  await client.signIn(relayCredentials({ secret: testSecret, call: 'call', person: 'nora', until }))
  await client.allocate()
  expect((await client.refresh(120)).code).toBeNull()
  now += 61_000
  expect((await client.refresh(120)).code).toBe(401)
})

test('a nonce that the relay did not give is stale', async () => {
  const { client } = await join('nora')
  client.forgetNonce()
  expect((await client.refresh(120)).code).toBe(438)
})

test('an allocation ends 120 seconds after the last refresh, and at a refresh of 0', async () => {
  let now = Date.now()
  await restartRelay({ now: () => now })
  const [nora, ana] = [await join('nora'), await join('ana')]
  now += 100_000
  await nora.client.refresh(600)
  now += 100_000
  expect((await ana.client.permit(nora.relayed)).code).toBe(437)
  expect((await nora.client.permit(ana.relayed)).code).toBeNull()
  expect((await nora.client.refresh(0)).code).toBeNull()
  expect(relay.figures().allocations).toBe(0)
})

test('the allocation of a connection ends with the connection', async () => {
  const { client } = await join('nora', { transport: 'tcp' })
  expect(relay.figures().allocations).toBe(1)
  client.close()
  await expect.poll(() => relay.figures().allocations).toBe(0)
})

test('a second allocation of the same client is refused, a repeated request gets the same answer', async () => {
  const client = await connect()
  await client.signIn(testCredentials('nora'))
  const transactionId = randomBytes(12)
  const first = await client.allocate(17, transactionId)
  expect(await client.allocate(17, transactionId)).toEqual(first)
  expect((await client.allocate()).code).toBe(437)
})

test('an allocation of another protocol is refused', async () => {
  const client = await connect()
  await client.signIn(testCredentials('nora'))
  expect((await client.allocate(6)).code).toBe(442)
})

test('a person has a limited number of allocations, whatever the expiry in the name', async () => {
  await restartRelay({ limits: { allocationsPerPerson: 2 } })
  const allocate = async (person: string, seconds: number) => {
    const client = await connect()
    const until = new Date(Date.now() + seconds * 1_000)
    await client.signIn(relayCredentials({ secret: testSecret, call: 'call', person, until }))
    return (await client.allocate()).code
  }
  expect([await allocate('nora', 100), await allocate('nora', 200)]).toEqual([null, null])
  expect([await allocate('nora', 300), await allocate('ana', 100)]).toEqual([486, null])
})

test('the relay has a limited number of allocations in all', async () => {
  await restartRelay({ limits: { allocations: 1 } })
  const { client: first } = await join('nora')
  const second = await connect()
  await second.signIn(testCredentials('ana'))
  expect((await second.allocate()).code).toBe(486)
  await first.refresh(0)
  expect((await second.allocate()).code).toBeNull()
})

test('data above the bits per second is dropped, of one allocation and in all', async () => {
  let now = 1_700_000_000_000
  const limits = { bitsPerSecondPerAllocation: 8_000, bitsPerSecond: 12_000 }
  await restartRelay({ limits, now: () => now })
  const [nora, ana] = [await join('nora'), await join('ana')]
  await nora.client.permit(ana.relayed)
  await ana.client.permit(nora.relayed)
  const kilobyte = 'x'.repeat(999)
  nora.client.sendTo(ana.relayed, kilobyte)
  nora.client.sendTo(ana.relayed, 'too much')
  await settle(nora.client)
  ana.client.sendTo(nora.relayed, kilobyte)
  await settle(ana.client)
  expect(relay.figures().bytes).toBe(999)
  now += 1_000
  nora.client.sendTo(ana.relayed, 'next second')
  await expect.poll(() => dataOf(ana.client)).toEqual([kilobyte, 'next second'])
})

test('a source that has proved nothing gets 20 answers in a second', async () => {
  let now = 1_700_000_000_000
  await restartRelay({ now: () => now })
  // In a stream, answers keep the order of the requests: an answer to a later request shows that the relay did not answer the earlier request.
  const client = await connect('tcp')
  for (let count = 0; count < 20; count++) await client.bind()
  let isAnswered = false
  void client.bind().then(() => (isAnswered = true))
  await refusedConnection()
  now += 1_000
  await client.bind()
  expect(isAnswered).toBe(false)
})

test('a channel is bound to one peer, and a peer to one channel', async () => {
  const [nora, ana] = [await join('nora'), await join('ana')]
  const other = { ...ana.relayed, port: ana.relayed.port + 1 }
  expect((await nora.client.bindChannel(ana.relayed, 0x4000)).code).toBeNull()
  expect((await nora.client.bindChannel(ana.relayed, 0x4000)).code).toBeNull()
  expect((await nora.client.bindChannel(other, 0x4000)).code).toBe(400)
  expect((await nora.client.bindChannel(ana.relayed, 0x4001)).code).toBe(400)
  expect((await nora.client.bindChannel(other, 0x3fff)).code).toBe(400)
})

test('when a person is removed, their allocations end at once and their credentials no longer work', async () => {
  const [nora, ana] = [await join('nora'), await join('ana')]
  relay.end({ call: 'call', person: 'ana', at: Date.now() })
  expect(relay.figures().allocations).toBe(1)
  expect((await nora.client.refresh(120)).code).toBeNull()
  expect((await ana.client.allocate()).code).toBe(401)
})

test('when a call ends, so do all of its allocations, and those of other calls stay', async () => {
  await Promise.all([join('nora'), join('ana'), join('eve', { call: 'another' })])
  relay.end({ call: 'call', at: Date.now() })
  expect(relay.figures().allocations).toBe(1)
})

test('a connection that sends no messages of TURN is closed', async () => {
  await refusedConnection()
  expect(relay.figures()).toEqual({ allocations: 0, bytes: 0, refused: 0 })
})

test('the hook sees who sends to whom, and can drop a packet', async () => {
  const seen: string[] = []
  await restartRelay({
    forward(send, bytes, from, to) {
      seen.push(`${from.person} ${to.person} ${bytes}`)
      if (seen.length > 1) send()
    },
  })
  const [nora, ana] = [await join('nora'), await join('ana')]
  await nora.client.permit(ana.relayed)
  await ana.client.permit(nora.relayed)
  nora.client.sendTo(ana.relayed, 'dropped')
  nora.client.sendTo(ana.relayed, 'arrives')
  await expect.poll(() => dataOf(ana.client)).toEqual(['arrives'])
  expect(seen).toEqual(['nora ana 7', 'nora ana 7'])
})

test('a taken port is an error of the start', async () => {
  await expect(openRelay({ secret: testSecret, host: '127.0.0.1', port: relay.port })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})
