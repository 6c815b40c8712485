// Runs in its own network and mount namespaces: node drills/calls.inside.ts ORDER, where ORDER is a `CallOrder` in JSON.
import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser } from '@playwright/test'
import { writeCameraFile } from '../bench/call-camera.ts'
import { addCall, type CallSetting } from '../bench/call-people.ts'
import { type CallCamera, type CallVisit, openCallBrowser, openCallPage } from '../bench/call-pages.ts'
import type { BenchServer } from '../bench/server.ts'
import { uiText } from '../e2e/ui-text.ts'
import { findChromium } from '../tools/setup/chromium.mjs'
import {
  cutFor,
  type DrillCall,
  gapsDuring,
  joinAgain,
  noTimes,
  type Times,
  timesAfter,
  timesOfRestart,
  untilSteady,
} from './calls.faults.ts'
import { type CallNetwork, makeCallNetwork, serverAddress } from './calls.network.ts'
import { listenToVoice, openWeakRelay, type VoiceFigures, weakRelaySettings } from './calls.voice.ts'
import { connectDatabase, createDrillContext } from './context.ts'
import { processTree } from './processes.ts'

/**
 * `cuts` and `rounds` are the numbers of repetitions of each cut and of each other fault. Each fault affects a direct and a relayed call at the same
 * time.
 */
export type CallOrder = { work: string; joins: number; cuts: number; rounds: number; voiceSeconds: number }

export type CallFindings = {
  /** The times from the click on 'Join' to the first frame, for a client who was let in before. */
  joins: Times
  /** The times from the click on 'Let in' to the client's first frame. */
  admissions: Times
  /** The same as `joins` while all UDP of the client is blocked. `notByTcp` is the number of these joins that did not use TCP. */
  joinsByTcp: Times
  notByTcp: number
  cuts: { seconds: number; times: Times }[]
  serverRestarts: Times
  relayRestarts: Times
  moves: Times
  /** The times from the loss of the direct path to the first frame through the relay. */
  toRelay: Times
  voice: VoiceFigures
}

const site = 'https://practice.example'
const cutSeconds = [3, 10, 30]

const order = JSON.parse(process.argv[2] ?? '') as CallOrder
const say = (line: string) => console.log(line)

writeFileSync(join(order.work, 'hosts'), `127.0.0.1 localhost\n${serverAddress} practice.example\n`)
execFileSync('mount', ['--bind', join(order.work, 'hosts'), '/etc/hosts'])
// No host name is looked up outside the namespace: a browser would wait for a name server that it cannot reach.
writeFileSync(join(order.work, 'resolv.conf'), 'nameserver 127.0.0.1\n')
execFileSync('mount', ['--bind', join(order.work, 'resolv.conf'), '/etc/resolv.conf'])
const network = makeCallNetwork(order.work, findChromium())
const context = await createDrillContext(0)
const settings = {
  HOST: '0.0.0.0',
  PORT: '443',
  PUBLIC_URL: site,
  TLS_CERT: join(order.work, 'fullchain.pem'),
  TLS_KEY: join(order.work, 'privkey.pem'),
}
let server = await context.start(settings)
/** All calls are added before the first page is open, because adding a call locks all tables. */
const [joined, joinedByRelay, direct, relayed, weak] = await addCalls([false, true, false, true, true])
async function measure(): Promise<CallFindings> {
  const admissions = noTimes()
  const joins = await measureJoins(admissions)
  const browsers = await openBrowsers({ framesPerSecond: 5 })
  const found = await measureFaults(browsers, admissions)
  await closeBrowsers(browsers)
  return { joins, admissions, ...found, voice: await measureVoice() }
}

type Browsers = Record<'therapist' | 'client', Browser>

const openBrowsers = async (camera: CallCamera): Promise<Browsers> => ({
  therapist: await openCallBrowser(network.browserIn('therapist'), camera),
  client: await openCallBrowser(network.browserIn('client'), camera),
})

const closeBrowsers = ({ therapist, client }: Browsers) => Promise.all([therapist.close(), client.close()])

async function measureFaults(
  browsers: Browsers,
  admissions: Times,
): Promise<Omit<CallFindings, 'joins' | 'admissions' | 'voice'>> {
  const calls = [
    await openCall(browsers, direct, { isRelayed: false, admissions }),
    await openCall(browsers, relayed, { isRelayed: true, admissions }),
  ]
  const cuts = []
  for (const seconds of cutSeconds) {
    const times = noTimes()
    for (let round = 1; round <= order.cuts; round++) await timesAfter(calls, times, cutFor(network, seconds))
    say(`cuts of ${seconds} s: ${spoken(times)}`)
    cuts.push({ seconds, times })
  }
  const restarts = await measureRestarts(calls)
  const moves = noTimes()
  for (let round = 1; round <= order.rounds; round++) await gapsDuring(calls, moves, async () => network.moveClients())
  say(`changes of network: ${spoken(moves)}`)
  const toRelay = await measureLossOfDirectPath(calls, network)
  const byTcp = await measureJoinsByTcp(calls, network)
  return { cuts, ...restarts, moves, toRelay, ...byTcp }
}

/** A call over a weak line from its beginning, with cameras whose pictures need more than the line carries. */
async function measureVoice(): Promise<VoiceFigures> {
  await server.stop()
  server = await context.start({ ...settings, ...weakRelaySettings(serverAddress) })
  const relay = await openWeakRelay()
  const browsers = await openBrowsers({ video: writeCameraFile(order.work) })
  const call = await openCall(browsers, weak, { isRelayed: true, admissions: noTimes() })
  const voice = await listenToVoice(call, order.voiceSeconds)
  say(`voice: ${JSON.stringify(voice)}`)
  await closeBrowsers(browsers)
  await relay.close()
  return voice
}

function spoken({ direct, relayed }: Times): string {
  return [direct, relayed].map((times) => times.map((time) => (time / 1_000).toFixed(1)).join(' ')).join(' | ')
}

type Opening = { isRelayed: boolean; admissions: Times }

async function addCalls(areRelayed: readonly boolean[]): Promise<CallSetting[]> {
  const db = await connectDatabase(context.url())
  const added: CallSetting[] = []
  for (const relayOnly of areRelayed) added.push(await addCall(db, context.secrets, { clients: 1, relayOnly }))
  await db.end()
  return added
}

/** Starts a call of two, in which the client waits and is let in. */
async function openCall(
  { therapist, client }: Browsers,
  setting: CallSetting | undefined,
  { isRelayed, admissions }: Opening,
): Promise<DrillCall> {
  const [person] = setting?.clients ?? []
  if (!setting || !person) throw new Error('the call has no client')
  const pages: Record<'therapist' | 'client', CallVisit> = {
    therapist: await openCallPage(therapist, site, setting.therapist),
    client: await openCallPage(client, site, person),
  }
  await pages.therapist.join(setting.sessionId)
  await pages.client.join(setting.sessionId)
  const notice = pages.therapist.page.getByRole('alert', { name: uiText('callPage:notice.title') })
  await notice.getByRole('button', { name: uiText('callPage:notice.admit') }).click()
  const admittedAt = await pages.therapist.clickedAt()
  const seenAt = await pages.client.frameAfter(admittedAt, 60_000)
  admissions[isRelayed ? 'relayed' : 'direct'].push(seenAt - admittedAt)
  return { isRelayed, sessionId: setting.sessionId, ...pages }
}

/** Joins again and again, with one call at a time, because in a practice each browser has a processor of its own. */
async function measureJoins(admissions: Times): Promise<Times> {
  const times = noTimes()
  const browsers = await openBrowsers({ framesPerSecond: 15 })
  for (const [setting, isRelayed] of [
    [joined, false],
    [joinedByRelay, true],
  ] as const) {
    const call = await openCall(browsers, setting, { isRelayed, admissions })
    for (let join = 1; join <= order.joins; join++) {
      await untilSteady([call])
      times[isRelayed ? 'relayed' : 'direct'].push(await joinAgain(call))
    }
    await Promise.all([call.therapist.close(), call.client.close()])
  }
  await closeBrowsers(browsers)
  say(`joins: ${spoken(times)}`)
  return times
}

/** In each round, restarts the server, which also restarts the relay, and then kills only the relay's process. */
async function measureRestarts(calls: readonly DrillCall[]) {
  const [serverRestarts, relayRestarts] = [noTimes(), noTimes()]
  for (let round = 1; round <= order.rounds; round++) {
    await timesOfRestart(calls, serverRestarts, async () => {
      await server.stop()
      server = await context.start(settings)
    })
    await gapsDuring(calls, relayRestarts, async () => void process.kill(relayOf(server), 'SIGKILL'))
  }
  say(`restarts of the server: ${spoken(serverRestarts)}`)
  say(`restarts of the relay: ${spoken(relayRestarts)}`)
  return { serverRestarts, relayRestarts }
}

/** The process of the relay, which the server has started. */
function relayOf({ pid }: BenchServer): number {
  const found = processTree(pid).find((one) => readFileSync(`/proc/${one}/cmdline`, 'utf8').includes('relay.worker'))
  if (!found) throw new Error('the server has no relay')
  return found
}

async function measureLossOfDirectPath(calls: readonly DrillCall[], { blockDirect, restore }: CallNetwork) {
  const times = noTimes()
  const direct = calls.filter(({ isRelayed }) => !isRelayed)
  for (let round = 1; round <= order.rounds; round++) {
    await gapsDuring(direct, times, async () => blockDirect())
    restore()
    // A connection that has changed to the relay does not return to the direct path, so the client joins again.
    await Promise.all(direct.map(joinAgain))
  }
  say(`from the direct path to the relay: ${spoken(times)}`)
  return times
}

async function measureJoinsByTcp(calls: readonly DrillCall[], { blockUdp, restore }: CallNetwork) {
  blockUdp()
  const joinsByTcp = noTimes()
  let notByTcp = 0
  for (let join = 1; join <= order.joins; join++)
    for (const call of calls) {
      joinsByTcp[call.isRelayed ? 'relayed' : 'direct'].push(await joinAgain(call))
      const paths = await call.client.paths()
      if (paths.length === 0 || paths.some((path) => path !== 'relay/tcp')) notByTcp++
    }
  restore()
  say(`joins without UDP: ${spoken(joinsByTcp)}`)
  return { joinsByTcp, notByTcp }
}

const findings = await measure().catch((error: unknown) => {
  console.error(server.said.slice(-20).join('\n'))
  console.error(error)
})
await server.stop()
await context.close()
if (findings) say(JSON.stringify(findings))
process.exit(findings ? 0 : 1)
