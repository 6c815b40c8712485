import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { sha256Of } from '../apps/server/src/platform/secrets/sha256.ts'
import { makeVideo, uploadWithInterruptions } from '../apps/server/src/testing/faults/interrupted-uploads.ts'
import { quantile } from '../bench/load.ts'
import { measureSecondProcess } from '../bench/second-process.ts'
import { checkConsistency, checkControl, isConsistent } from './consistency.ts'
import { startDrillLoad } from './load.ts'
import { startTwoNodes, type TwoNodes } from './nodes.servers.ts'
import { ConversationWatch } from './nodes.watch.ts'
import type { DrillOptions, DrillOutcome } from './outcome.ts'
import { installPrograms, missingBalancer } from './programs.ts'
import { drillUploads, type MovedUpload } from './tus.ts'

const megabyte = 1024 * 1024
/** With the two pages, there are 18 sockets. */
const [pairs, sockets] = [8, 16]

/**
 * Two servers on one database and one bucket, with different data folders, behind haproxy. Kills them in turns with SIGKILL under mixed load, and
 * compares the ledger with the database, and sockets and pages with the messages that were sent. Then moves uploads between the servers, and measures
 * what the second server costs. `minutes` is the length of the load.
 */
export async function nodesDrill(
  short: boolean,
  say: (line: string) => void,
  { minutes = short ? 2 : 30 }: DrillOptions = {},
): Promise<DrillOutcome> {
  const problem = await installPrograms(missingBalancer, say)
  if (problem) return { passed: false, figures: { 'the drill could not begin': problem } }
  const setting = { kills: short ? 4 : 20, uploads: short ? 5 : 20, minutes }
  const shaken = await shakeNodes(setting, say)
  return { passed: shaken.passed, figures: { ...shaken.figures, ...(await measureCost(short, say)) } }
}

type Setting = { kills: number; uploads: number; minutes: number }

async function shakeNodes({ kills, uploads, minutes }: Setting, say: (line: string) => void): Promise<DrillOutcome> {
  const nodes = await startTwoNodes(pairs)
  const watch = new ConversationWatch(nodes.context, nodes.address, sockets)
  try {
    await watch.openPages()
    const results = await runLoad({ nodes, watch, say }, kills, (minutes * 60_000) / kills)
    const moved = await moveUploads(nodes, uploads, say)
    const shown = await judgeShown({ nodes, watch, say }, results)
    // Checking the ledger locks all tables, so nothing else may use the database.
    await watch.close()
    await nodes.stopServers()
    const stored = await judgeStored(nodes, results)
    return {
      passed: [moved, shown, stored].every(({ passed }) => passed),
      figures: {
        'minutes of load': minutes,
        'kills of each server': kills / 2,
        ...stored.figures,
        ...shown.figures,
        ...moved.figures,
      },
    }
  } finally {
    await watch.close()
    await nodes.close()
  }
}

type Running = { nodes: TwoNodes; watch: ConversationWatch; say: (line: string) => void }

async function runLoad({ nodes, watch, say }: Running, kills: number, interval: number): Promise<LoadResults> {
  const load = startDrillLoad(nodes.context, () => nodes.address, { pauseMilliseconds: 50 })
  const begun = performance.now()
  const [times, uploads]: [number[], { id: string; sent: string }[]] = [[], []]
  for (let kill = 0; kill < kills; kill++) {
    const n = kill % 2 ? 1 : 0
    await pause(Math.max(0, begun + interval * kill - performance.now()))
    await watch.send()
    const upload = sendThroughBalancer(nodes, kill)
    await pause(randomInt(50, 500))
    await nodes.kill(n)
    await watch.send()
    await pause(1_000)
    await watch.send()
    times.push(await watch.timeUntilEqual())
    uploads.push(await upload)
    await nodes.restart(n)
    say(`${kill + 1} kills, ${load.acknowledged()} acknowledged, equal after ${times.at(-1)?.toFixed(0)} ms`)
  }
  await pause(Math.max(0, begun + interval * kills - performance.now()))
  await load.stop()
  return { load, times, uploads }
}

type LoadResults = {
  load: ReturnType<typeof startDrillLoad>
  /** The times in milliseconds until all sockets and pages were equal, one for each kill. */
  times: number[]
  uploads: { id: string; sent: string }[]
}

/** Compares the ledger with the database. */
async function judgeStored({ context }: TwoNodes, { load }: LoadResults): Promise<DrillOutcome> {
  const verdict = await checkConsistency(context.url(), load.ledger)
  const blind = await checkControl(context.url(), load.ledger)
  const countOf = (fits: (status: number) => boolean) =>
    [...load.answers].reduce((sum, [status, count]) => sum + (fits(status) ? count : 0), 0)
  const [faults, others, none] = [
    countOf((status) => status === 500),
    countOf((status) => status > 500),
    countOf((status) => status === 0),
  ]
  return {
    passed: isConsistent(verdict) && blind.length === 0 && faults === 0,
    figures: {
      acknowledged: load.acknowledged(),
      ...verdict,
      'answers 500': faults,
      'other 5xx, requests without an answer': `${others}, ${none}`,
      'longest wait for an answer': seconds(load.longest),
      'control: tampered databases not noticed': blind.length,
    },
  }
}

/** Compares sockets and pages with the messages, and the files that were sent through haproxy with their bytes. */
async function judgeShown({ nodes, watch }: Running, { times, uploads }: LoadResults): Promise<DrillOutcome> {
  const { isEqual } = drillUploads(nodes.context)
  let wrong = 0
  for (const file of uploads) if (!(await isEqual(nodes, file))) wrong++
  const { missed, doubled } = watch.differences()
  const deaf = await watch.missedByDeafBrowser()
  const longest = Math.max(...times)
  const p50 = quantile(
    times.toSorted((a, b) => a - b),
    0.5,
  )
  return {
    passed: wrong + missed + doubled === 0 && longest <= 5_000 && deaf > 0,
    figures: {
      'sockets, pages': `${sockets}, ${watch.pages}`,
      'messages, of them sent again': `${watch.messages}, ${watch.repeated}`,
      'messages that a socket lacks, has twice': `${missed}, ${doubled}`,
      'all sockets and pages equal after the last message, p50': seconds(p50),
      'longest (≤ 5 s)': seconds(longest),
      'control: messages that a socket lacks that ignores changes': deaf,
      'uploads of 24 MB through haproxy during a kill': uploads.length,
      'of them with other bytes': wrong,
    },
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`

/** Sends a video of 24 MB in pieces of 1 MB, each of which may reach either server. */
async function sendThroughBalancer(
  { context, address }: TwoNodes,
  kill: number,
): Promise<{ id: string; sent: string }> {
  const [pair] = context.pairs
  if (!pair) throw new Error('the practice has no connected client')
  const [id, bytes] = [randomUUID(), makeVideo(24 * megabyte, kill + 1)]
  await uploadWithInterruptions({
    address: () => address,
    key: context.key,
    cookie: context.caller(address, pair, 'client').cookies(),
    id,
    name: 'film.mp4',
    kind: 'video',
    bytes,
    chunk: megabyte,
    cuts: [],
  })
  return { id, sent: sha256Of(bytes) }
}

/** Begins uploads at one server and ends them at the other, with two writers at one offset. */
async function moveUploads(nodes: TwoNodes, count: number, say: (line: string) => void): Promise<DrillOutcome> {
  const uploads = drillUploads(nodes.context)
  const [first, second] = nodes.servers
  const moved: MovedUpload[] = []
  for (let n = 1; n <= count; n++) moved.push(await uploads.sendToBoth(first, second, Math.round(n * 0.7 * megabyte)))
  say(`${count} uploads moved between the servers`)
  const equal = moved.filter(({ isEqual }) => isEqual).length
  const refused = moved.filter(({ statuses }) => statuses.toSorted().join() === '204,409').length
  return {
    passed: equal === count && refused === count,
    figures: {
      'uploads begun at one server and ended at the other, equal': `${equal} of ${count}`,
      'of them with one of two writers at an offset refused': `${refused} of ${count}`,
    },
  }
}

/** Compares one server with two behind haproxy, on the cores of this machine and on a practice of 50,000 sessions. */
async function measureCost(short: boolean, say: (line: string) => void): Promise<DrillOutcome['figures']> {
  const { slices, idle } = await measureSecondProcess(
    { rounds: short ? 1 : 3, seconds: short ? 2 : 3, sessions: 50_000 },
    say,
  )
  const cpu = ({ servers, postgres, proxy }: { servers: number; postgres: number; proxy: number }) =>
    (servers + postgres + proxy).toFixed(2)
  const line = ({ one, two, alone }: (typeof slices)['week']) => ({
    rate: `${alone.perSecond.toFixed(0)}, ${one.perSecond.toFixed(0)}, ${two.perSecond.toFixed(0)}`,
    cpu: `${cpu(alone)}, ${cpu(one)}, ${cpu(two)} ms`,
  })
  const [week, insert] = [line(slices.week), line(slices.insert)]
  return {
    'weeks read a second: one server, one behind haproxy, two': week.rate,
    'sessions scheduled a second: the same': insert.rate,
    'CPU of a week read, servers, Postgres and haproxy: the same': week.cpu,
    'CPU of a session scheduled: the same': insert.cpu,
    'memory idle: one behind haproxy, two': `${idle.one.megabytes.toFixed(0)} MB, ${idle.two.megabytes.toFixed(0)} MB`,
  }
}
