// Runs in a network namespace that has only loopback. Starts the server with an assistant that is set up but off, uses it for a number of seconds,
// and prints the counts of the kernel and of the endpoint as JSON. drills/assistant-off.ts starts this program.
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { connect, createServer, type AddressInfo } from 'node:net'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { openDb } from '../apps/server/src/platform/database/actor.ts'
import { openPool } from '../apps/server/src/platform/database/pools.ts'
import { createDrillContext, type DrillContext, type DrillPair } from './context.ts'
import { startDrillLoad } from './load.ts'

const seconds = Number(process.argv[2])
execFileSync('ip', ['link', 'set', 'lo', 'up'])

/** The number of connections to a server that takes the place of a local endpoint. */
let connections = 0
const endpoint = createServer((socket) => {
  connections++
  socket.destroy()
}).listen(0, '127.0.0.1')
await once(endpoint, 'listening')
const host = `127.0.0.1:${(endpoint.address() as AddressInfo).port}`

/** Returns the number of packets to other machines that the kernel refused because there is no route, for IPv4 and IPv6 together. */
function packetsWithoutRoute(): number {
  const [names = '', values = ''] = readFileSync('/proc/net/snmp', 'utf8').split('\n')
  const six = /^Ip6OutNoRoutes\s+(\d+)/m.exec(readFileSync('/proc/net/snmp6', 'utf8'))?.[1] ?? '0'
  return Number(values.split(' ')[names.split(' ').indexOf('OutNoRoutes')]) + Number(six)
}

/** Sets up the assistant with an endpoint, but leaves it switched off. */
async function setUp(context: DrillContext, address: string): Promise<void> {
  const pool = openPool(context.url(), context.secrets, 1)
  const saved = await openDb(pool).asActor({ role: 'admin', id: randomUUID() }, (tx) =>
    tx.run<{ address: string }>(
      `update app.assistant_setting set is_on = false, kind = 'openai', address = $1, model = 'a-model', region = 'EU', contract_text = 'a contract',
         provider = 'Models Ltd', provider_country = 'IE', practice_country = 'DE', agreement_type = 'processing', agreement_date = '2026-01-05',
         agreement_name = 'Ada Admin', agreement_stated_at = now(), version = version + 1
       returning address`,
      [address],
    ),
  )
  await pool.end()
  if (saved.rows[0]?.address !== address) throw new Error('the assistant is not set up')
}

/** Reads and writes like the two people of a pair. Returns the number of answered calls. */
async function use(context: DrillContext, address: string, pair: DrillPair): Promise<number> {
  const [therapist, client] = (['therapist', 'client'] as const).map((who) => context.caller(address, pair, who))
  const message = { id: randomUUID(), conversationId: pair.recordId, text: 'Through the drill.' }
  const calls = [
    client?.send('message/send', message),
    therapist?.send('client/list', {}),
    therapist?.send('notification/list', {}),
    client?.send('account/me', {}),
    fetch(`${address}/health`),
  ].filter((call) => call !== undefined)
  const answers = await Promise.all(calls)
  await Promise.all(answers.map((answer) => answer.arrayBuffer()))
  return answers.filter((answer) => answer.ok).length
}

const context = await createDrillContext(3)
const server = await context.start({ ASSISTANT_LOCAL_HOSTS: host })
// The server must stop even if the drill fails.
process.on('exit', () => void server.child.kill('SIGTERM'))
const load = startDrillLoad(context, () => server.address)
const before = packetsWithoutRoute()
let answered = 0
// Half of the time the endpoint is local, the other half it is on the internet, where its name would have to be resolved.
for (const address of [`http://${host}/v1`, 'https://models.example.org/v1']) {
  await setUp(context, address)
  const end = performance.now() + (seconds * 1_000) / 2
  while (performance.now() < end) {
    for (const pair of context.pairs) answered += await use(context, server.address, pair)
    await pause(250)
  }
}
await load.stop()
const counted = { connections, withoutRoute: packetsWithoutRoute() - before }

// Control: both counters must detect an attempt.
connect(Number(host.split(':')[1]), '127.0.0.1').on('error', () => {})
await new Promise((resolve) => connect(443, '192.0.2.1').on('error', resolve))
await pause(100)
const control = {
  connections: connections - counted.connections,
  withoutRoute: packetsWithoutRoute() - before - counted.withoutRoute,
}

await server.stop()
await context.close()
endpoint.close()
console.log(JSON.stringify({ ...counted, answered, acknowledged: load.acknowledged(), control }))
process.exit(0)
