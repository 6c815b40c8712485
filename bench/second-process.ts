import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { freePort } from '../apps/server/src/platform/database/embedded/free-port.ts'
import { findPostmaster } from '../apps/server/src/platform/database/embedded/postmaster.ts'
import { type LoadResult, median, quantile, runLoad } from './load.ts'
import { childrenOf, megabytesOf } from './memory.ts'
import { type BenchPractice, createBenchPractice, headersOf, measuredCount } from './practice.ts'
import { type RequestKind, requestOf } from './requests.ts'
import { type BenchServer, cpuOf, startBenchServer } from './server.ts'

const kinds = ['week', 'insert'] as const satisfies RequestKind[]
const variants = ['alone', 'one', 'two'] as const
/** `alone`: one server without a proxy. `one` and `two`: as many servers behind haproxy. */
type Variant = (typeof variants)[number]
type Slice = {
  perSecond: number
  p50: number
  p99: number
  /** CPU time of a request in milliseconds. */
  servers: number
  postgres: number
  proxy: number
}

export type SecondProcessFigures = {
  rounds: number
  /** Medians of the rounds. */
  slices: Record<(typeof kinds)[number], Record<Variant, Slice>>
  /** Memory in megabytes of PSS, and CPU time of an idle second in milliseconds, of all processes of the product and the proxy. */
  idle: Record<'one' | 'two', { megabytes: number; cpu: number }>
}

/** Whether haproxy is installed. */
export const hasProxy = (): boolean => spawnSync('haproxy', ['-v'], { stdio: 'ignore' }).status === 0

const idleSeconds = 5

/** Measures one server, and one or two servers on one database behind haproxy, in turns. Both servers run jobs and a relay. */
export async function measureSecondProcess(
  { rounds, seconds, sessions }: { rounds: number; seconds: number; sessions: number },
  say: (line: string) => void,
): Promise<SecondProcessFigures> {
  const practice = await createBenchPractice(sessions)
  const running: { stop(): Promise<void> }[] = []
  const keep = <Running extends { stop(): Promise<void> }>(one: Running) => {
    running.push(one)
    return one
  }
  try {
    const env = { DATABASE_URL: practice.url, ATTUNE_DATA: practice.dataDir, TRUST_PROXY: '127.0.0.1' }
    const first = keep(await startBenchServer(env))
    const oneProxy = keep(await startProxy(practice, 'one', [first]))
    const idleOfOne = await measureIdle(practice, [first.pid, oneProxy.pid])
    const second = keep(await startBenchServer(env))
    const twoProxy = keep(await startProxy(practice, 'two', [first, second]))
    const idleOfTwo = await measureIdle(practice, [first.pid, second.pid, twoProxy.pid])
    const ways: Record<Variant, Way> = {
      alone: { servers: [first], proxy: null, address: first.address },
      one: { servers: [first], proxy: oneProxy, address: oneProxy.address },
      two: { servers: [first, second], proxy: twoProxy, address: twoProxy.address },
    }
    const slices = await measureSlices({ practice, ways, second, rounds, seconds }, say)
    return { rounds, slices, idle: { one: idleOfOne, two: idleOfTwo } }
  } finally {
    for (const one of running.toReversed()) await one.stop()
    await practice.close()
  }
}

type Proxy = { pid: number; address: string; stop(): Promise<void> }
type Way = { servers: BenchServer[]; proxy: Proxy | null; address: string }
type Setting = {
  practice: BenchPractice
  ways: Record<Variant, Way>
  second: BenchServer
  rounds: number
  seconds: number
}

async function measureSlices(setting: Setting, say: (line: string) => void): Promise<SecondProcessFigures['slices']> {
  const seen = new Map<string, Slice[]>()
  let nextSlot = 10
  // The first round is a warm-up and is not counted.
  for (let round = 0; round <= setting.rounds; round++) {
    for (const kind of kinds) {
      for (const variant of variants) {
        const slice = await measureSlice(setting, variant, kind, nextSlot)
        nextSlot += slice.answers + 1
        say(
          `round ${round} ${kind}, ${variant}: ${slice.perSecond.toFixed(0)} a second, p99 ${slice.p99.toFixed(1)} ms`,
        )
        if (round > 0) seen.set(`${kind} ${variant}`, [...(seen.get(`${kind} ${variant}`) ?? []), slice])
      }
    }
  }
  const medianOf = (all: Slice[]) =>
    Object.fromEntries(
      (['perSecond', 'p50', 'p99', 'servers', 'postgres', 'proxy'] as const).map((name) => [
        name,
        median(all.map((slice) => slice[name])),
      ]),
    ) as Slice
  const of = (kind: string) =>
    Object.fromEntries(variants.map((variant) => [variant, medianOf(seen.get(`${kind} ${variant}`) ?? [])]))
  return Object.fromEntries(kinds.map((kind) => [kind, of(kind)])) as SecondProcessFigures['slices']
}

/** Measures one kind of request. The second server is stopped while the first one is measured alone. */
async function measureSlice(
  { practice, ways, second, seconds }: Setting,
  variant: Variant,
  kind: RequestKind,
  firstSlot: number,
): Promise<Slice & { answers: number }> {
  const { servers, proxy, address } = ways[variant]
  process.kill(second.pid, servers.includes(second) ? 'SIGCONT' : 'SIGSTOP')
  const backends = () => postgresProcesses(practice)
  const proxies = proxy ? [proxy.pid] : []
  const cpuBefore = new Map(
    [...servers.map(({ pid }) => pid), ...backends(), ...proxies].map((pid) => [pid, unlessEnded(cpuOf, pid)]),
  )
  const result = await load(practice, address, kind, seconds, firstSlot)
  const used = (pids: number[]) =>
    pids.reduce((sum, pid) => sum + Math.max(0, unlessEnded(cpuOf, pid) - (cpuBefore.get(pid) ?? 0)), 0)
  return {
    answers: result.answers,
    perSecond: result.perSecond,
    p50: quantile(result.latencies, 0.5),
    p99: quantile(result.latencies, 0.99),
    servers: used(servers.map(({ pid }) => pid)) / result.answers,
    postgres: used(backends()) / result.answers,
    proxy: used(proxies) / result.answers,
  }
}

async function load(
  practice: BenchPractice,
  address: string,
  kind: RequestKind,
  seconds: number,
  firstSlot: number,
): Promise<LoadResult> {
  const headers = Array.from({ length: measuredCount }, (_, person) =>
    headersOf(practice, address, requestOf(kind, person, 0).who, person),
  )
  const result = await runLoad({
    address,
    connections: 32,
    seconds,
    request(connection, nth) {
      const person = connection % measuredCount
      // Connections of one person use slots of their own.
      const slot = firstSlot + nth * 4 + Math.floor(connection / measuredCount)
      const { path, body } = requestOf(kind, person, slot)
      return { path, headers: headers[person] ?? {}, body }
    },
  })
  if (result.refused) throw new Error(`${kind}: ${result.refused} of ${result.answers} requests were refused`)
  return result
}

/** Returns the processes of the practice's Postgres. */
export function postgresProcesses({ dataDir }: BenchPractice): number[] {
  const postmaster = findPostmaster(clusterPath(dataDir))?.pid ?? 0
  return [postmaster, ...childrenOf(postmaster)]
}

/** Waits until the servers have settled, then measures some idle seconds. */
async function measureIdle(practice: BenchPractice, pids: number[]) {
  await pause(idleSeconds * 1_000)
  const all = [...pids, ...postgresProcesses(practice)]
  const sumOf = (read: (pid: number) => number) => all.reduce((sum, pid) => sum + unlessEnded(read, pid), 0)
  const before = sumOf(cpuOf)
  await pause(idleSeconds * 1_000)
  return { megabytes: sumOf(megabytesOf), cpu: Math.max(0, sumOf(cpuOf) - before) / idleSeconds }
}

/** Returns 0 for a process that has ended, such as a connection of Postgres that was closed meanwhile. */
function unlessEnded(read: (pid: number) => number, pid: number): number {
  try {
    return read(pid)
  } catch {
    return 0
  }
}

/** Starts haproxy with one thread, which gives each request to the server with the fewest connections. */
async function startProxy({ dataDir }: BenchPractice, name: string, servers: BenchServer[]): Promise<Proxy> {
  const port = await freePort()
  const file = join(dataDir, `haproxy-${name}.cfg`)
  writeFileSync(
    file,
    `global
  nbthread 1
defaults
  mode http
  timeout connect 3s
  timeout client 65s
  timeout server 65s
frontend web
  bind 127.0.0.1:${port}
  option forwardfor
  default_backend web
backend web
  balance leastconn
  option httpchk GET /ready
${servers.map(({ address }, n) => `  server s${n} 127.0.0.1:${new URL(address).port} check inter 1s fall 2 rise 1`).join('\n')}
`,
  )
  const child = spawn('haproxy', ['-db', '-f', file], { stdio: 'ignore' })
  await untilAnswered(child, `http://127.0.0.1:${port}/health`)
  return {
    pid: child.pid ?? 0,
    address: `http://localhost:${port}`,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGTERM')
      await once(child, 'exit')
    },
  }
}

async function untilAnswered(child: ChildProcess, url: string): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    if (child.exitCode !== null) throw new Error(`haproxy ended with ${child.exitCode}`)
    const isUp = await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isUp) return
    await pause(100)
  }
  throw new Error('haproxy does not answer')
}
