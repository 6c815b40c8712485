import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import { freePort } from '../apps/server/src/platform/database/embedded/free-port.ts'
import { connectDatabase, createDrillContext, type DrillContext } from '../drills/context.ts'
import { processTree } from '../drills/processes.ts'
import { uiText } from '../e2e/ui-text.ts'
import { findChromium } from '../tools/setup/chromium.mjs'
import { writeCameraFile } from './call-camera.ts'
import { type CallVisit, openCallBrowser, openCallPage } from './call-pages.ts'
import { addCall, type CallPerson, type CallSetting } from './call-people.ts'
import { markdownTable } from './cells.ts'
import { childrenOf } from './memory.ts'
import { cpuOf } from './server.ts'

/** The cost of a call in processor seconds per second, and the frames per second that a browser receives from each other person. */
export type CallCost = {
  people: number
  isRelayed: boolean
  browsers: number
  server: number
  framesPerSecond: number
}

/** `idle`: the same two browsers on the page before the call. `withoutCall`: bytes of the code of calls that other pages load. */
export type CallFigures = { costs: CallCost[]; idle: number; withoutCall: number }

/** The time in seconds that the browsers need to estimate the bandwidth of the line. */
const settleSeconds = 15

/** Measures the processor time of calls of two, three and four people, each with a browser of their own. */
export async function measureCalls(seconds: number, say: (line: string) => void): Promise<CallFigures> {
  const work = mkdtempSync(join(tmpdir(), 'attune-bench-calls-'))
  const context = await createDrillContext(0)
  const server = await context.start({ RELAY: 'on', RELAY_PORT: String(await freePort()) })
  const setting = { context, server: server.pid, address: server.address, video: writeCameraFile(work), seconds }
  try {
    const costs: CallCost[] = []
    let idle = 0
    for (const { people, isRelayed, call } of await addCalls(context)) {
      say(`calls: ${people} people, ${isRelayed ? 'by relay' : 'direct'}`)
      const measured = await measureCall({ ...setting, people, isRelayed, call })
      costs.push(measured.cost)
      if (!isRelayed) ({ idle } = measured)
    }
    return { costs, idle, withoutCall: await measureOtherPages(setting) }
  } finally {
    await server.stop()
    await context.close()
    rmSync(work, { recursive: true, force: true })
  }
}

/** Adds all calls before the first page is open, because adding a call locks all tables. */
async function addCalls({ url, secrets }: DrillContext) {
  const db = await connectDatabase(url())
  const added = []
  for (const [people, isRelayed] of [
    [2, false],
    [2, true],
    [3, true],
    [4, true],
  ] as const) {
    const call = await addCall(db, secrets, { clients: people - 1, relayOnly: isRelayed })
    added.push({ people, isRelayed, call })
  }
  await db.end()
  return added
}

type Setting = { context: DrillContext; server: number; address: string; video: string; seconds: number }

/** A person with a browser of their own, and the process of the browser. */
type Guest = { person: CallPerson; browser: Browser; pid: number; page: CallVisit }

async function measureCall(order: Setting & { people: number; isRelayed: boolean; call: CallSetting }) {
  const { server, address, seconds, people, isRelayed, call } = order
  const guests: Guest[] = []
  try {
    for (const person of [call.therapist, ...call.clients]) guests.push(await openGuest(order, person))
    const [therapist, ...clients] = guests
    const perSecond = openMeter(guests, server, seconds)
    for (const { page } of guests) await page.open(call.sessionId)
    await pause(2_000)
    const { browsers: idle } = await perSecond()
    await therapist?.page.join(call.sessionId)
    for (const { page } of clients) {
      await page.join(call.sessionId)
      await admit(therapist?.page)
    }
    for (const { page } of guests) if (!(await page.steady(3, 60_000))) throw new Error(`no picture at ${address}`)
    await pause(settleSeconds * 1_000)
    const { frames, ...used } = await perSecond()
    return { idle, cost: { people, isRelayed, ...used, framesPerSecond: frames / people / (people - 1) } }
  } finally {
    await Promise.all(guests.map(({ browser }) => browser.close()))
  }
}

async function openGuest({ address, video }: Setting, person: CallPerson): Promise<Guest> {
  const before = childrenOf(process.pid)
  const browser = await openCallBrowser(findChromium(), { video })
  const pid = childrenOf(process.pid).find((one) => !before.includes(one)) ?? 0
  return { person, browser, pid, page: await openCallPage(browser, address, person) }
}

async function admit(therapist: CallVisit | undefined): Promise<void> {
  const notice = therapist?.page.getByRole('alert', { name: uiText('callPage:notice.title') })
  await notice?.getByRole('button', { name: uiText('callPage:notice.admit') }).click()
}

/** Returns a function that measures the processor time of all browsers, and of the server with its relay, for some seconds. */
function openMeter(guests: readonly Guest[], server: number, seconds: number) {
  const used = (roots: readonly number[]) =>
    roots.flatMap(processTree).reduce((sum, pid) => sum + unlessEnded(pid), 0) / 1_000
  const read = () => ({ at: Date.now(), browsers: used(guests.map(({ pid }) => pid)), server: used([server]) })
  return async () => {
    const before = read()
    await pause(seconds * 1_000)
    const after = read()
    const took = (after.at - before.at) / 1_000
    const shown = await Promise.all(guests.map(({ page }) => page.framesAfter(before.at)))
    return {
      browsers: (after.browsers - before.browsers) / took,
      server: (after.server - before.server) / took,
      frames: shown.flat().filter((at) => at <= after.at).length / took,
    }
  }
}

function unlessEnded(pid: number): number {
  try {
    return cpuOf(pid)
  } catch {
    return 0
  }
}

/** Returns the total size in bytes of the scripts that contain the code for call connections and that pages without a call load. */
async function measureOtherPages({ context, address, video }: Setting): Promise<number> {
  const db = await connectDatabase(context.url())
  const { therapist, sessionId } = await addCall(db, context.secrets, { clients: 1, relayOnly: false })
  await db.end()
  const { browser, page } = await openGuest({ context, address, video, server: 0, seconds: 0 }, therapist)
  let bytes = 0
  page.page.on('response', (response) => {
    if (response.request().resourceType() !== 'script') return
    void response.body().then(
      (body) => (bytes += body.includes('RTCPeerConnection') ? body.length : 0),
      () => {},
    )
  })
  for (const path of ['', '/calendar', '/messages', `/sessions/session-details?id=${sessionId}`]) {
    await page.page.goto(`${address}/dashboard/therapist${path}`)
    await page.page.waitForLoadState('networkidle')
  }
  await browser.close()
  return bytes
}

/** Returns a Markdown table of the costs. */
export function callsTable({ costs, idle, withoutCall }: CallFigures): string {
  const table = markdownTable(
    ['people', 'path', 'of a core, all browsers', 'per person', 'server with relay', 'frames per second and picture'],
    costs.map(({ people, isRelayed, browsers, server, framesPerSecond }) => [
      String(people),
      isRelayed ? 'relay' : 'direct',
      browsers.toFixed(2),
      (browsers / people).toFixed(2),
      server.toFixed(2),
      framesPerSecond.toFixed(0),
    ]),
  )
  const kilobytes = (withoutCall / 1_000).toFixed(0)
  return `${table}

The same two browsers on the page before the call: ${idle.toFixed(2)} of a core. Code of calls that the dashboard, the calendar, the messages and a session load: ${kilobytes} kB.`
}
