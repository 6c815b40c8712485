import { setTimeout as pause } from 'node:timers/promises'
import { openLog } from '../apps/server/src/platform/log.ts'
import {
  openTestClient,
  type RelayTransport,
  testCredentials,
  type TestClient,
  testSecret,
} from '../apps/server/src/platform/relay/relay.testing.ts'
import { startRelayProcess } from '../apps/server/src/platform/relay/relay-process.ts'
import { formatMilliseconds, markdownTable } from './cells.ts'
import { quantile } from './load.ts'
import { megabytesOf } from './memory.ts'
import { cpuOf } from './server.ts'

/** A call of two people who send 1.2 Mbit/s each: 150 packets of 1,000 bytes a second. */
const [packetBytes, packetsPerSecond] = [1_000, 150]
/** The time in milliseconds after which a packet counts as lost. */
const lateMilliseconds = 500
const channel = 0x4000
/**
 * The pause in milliseconds before each sign-in to the relay. The relay answers only 20 requests per second from an address that has not signed in,
 * and all clients of the bench have the same address.
 */
const signInMilliseconds = 60

/**
 * The load of a number of relayed calls of two. `cpu` is the share of one core, `megabits` the amount of data that the relay passed on per second,
 * `lost` the share of packets that did not arrive, and the delays are those from one client to the other, in milliseconds.
 */
export type RelayLoad = {
  transport: RelayTransport
  calls: number
  packets: number
  megabits: number
  cpu: number
  megabytes: number
  lost: number
  delay: { p50: number; p95: number }
}

/** Measures the relay in its own process, as the server starts it. The clients are in the process of the bench and take a core for themselves. */
export async function measureRelay(seconds: number, say: (line: string) => void): Promise<RelayLoad[]> {
  const loads: RelayLoad[] = []
  for (const [transport, calls] of [
    ['udp', 5],
    ['udp', 20],
    ['udp', 40],
    ['tcp', 20],
  ] as const) {
    say(`relay: ${calls} calls by ${transport}`)
    loads.push(await measureLoad(transport, calls, seconds))
  }
  return loads
}

async function measureLoad(transport: RelayTransport, calls: number, seconds: number): Promise<RelayLoad> {
  const relay = startRelayProcess({
    secret: testSecret,
    host: '127.0.0.1',
    port: 0,
    tls: null,
    log: openLog('silent'),
  })
  const clients: TestClient[] = []
  try {
    while (relay.port() === null) await pause(20)
    const port = relay.port() ?? 0
    for (let call = 0; call < calls; call++) clients.push(...(await openCall(port, transport, `call${call}`)))
    const delays: number[] = []
    for (const client of clients) client.onData((data) => delays.push(performance.now() - data.readDoubleBE(0)))
    await sendFor(clients, 1)
    await pause(lateMilliseconds)
    delays.length = 0
    const pid = relay.pid() ?? 0
    const [begun, cpuBefore] = [performance.now(), cpuOf(pid)]
    const sent = await sendFor(clients, seconds)
    const elapsed = performance.now() - begun
    const cpu = (cpuOf(pid) - cpuBefore) / elapsed
    await pause(lateMilliseconds)
    delays.sort((one, other) => one - other)
    return {
      transport,
      calls,
      packets: (delays.length / elapsed) * 1_000,
      megabits: (delays.length * packetBytes * 8) / elapsed / 1_000,
      cpu,
      megabytes: megabytesOf(pid),
      lost: 1 - delays.length / sent,
      delay: { p50: quantile(delays, 0.5), p95: quantile(delays, 0.95) },
    }
  } finally {
    for (const client of clients) client.close()
    await relay.close()
  }
}

/** Opens two clients that have a channel to each other. */
async function openCall(port: number, transport: RelayTransport, call: string): Promise<TestClient[]> {
  const join = async (person: string) => {
    await pause(signInMilliseconds)
    const client = await openTestClient(port, transport)
    await client.signIn(testCredentials(person, call))
    return { client, ...(await client.allocate()) }
  }
  const [first, second] = [await join('nora'), await join('ana')]
  await first.client.bindChannel(second.relayed, channel)
  await second.client.bindChannel(first.relayed, channel)
  return [first.client, second.client]
}

/** Lets the clients send in turn for some seconds, because strangers do not send at the same moment. Returns the number of packets. */
async function sendFor(clients: readonly TestClient[], seconds: number): Promise<number> {
  const packet = Buffer.alloc(4 + packetBytes)
  packet.writeUInt16BE(channel, 0)
  packet.writeUInt16BE(packetBytes, 2)
  const begun = performance.now()
  for (let sent = 0; ; await pause(1)) {
    const elapsed = performance.now() - begun
    if (elapsed >= seconds * 1_000) return sent
    for (const due = (elapsed / 1_000) * packetsPerSecond * clients.length; sent < due; sent++) {
      packet.writeDoubleBE(performance.now(), 4)
      clients[sent % clients.length]?.sendRaw(Buffer.from(packet))
    }
  }
}

/** Returns a Markdown table of the loads. */
export function relayTable(loads: readonly RelayLoad[]): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return markdownTable(
    ['calls of two', 'packets/s', 'Mbit/s', 'of a core', 'of a core per call', 'memory', 'lost', 'delay p50 / p95'],
    loads.map(({ transport, calls, packets, megabits, cpu, megabytes, lost, delay }) => [
      `${calls} by ${transport.toUpperCase()}`,
      packets.toFixed(0),
      megabits.toFixed(1),
      percent(cpu),
      percent(cpu / calls),
      `${megabytes.toFixed(0)} MB`,
      percent(lost),
      `${formatMilliseconds(delay.p50)} / ${formatMilliseconds(delay.p95)}`,
    ]),
  )
}
