import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium } from '@playwright/test'
import { writeAsOwner } from '../apps/server/src/testing/practice.ts'
import type { BenchServer } from '../bench/server.ts'
import { arrivalsOf, sendThroughKills, writeOffline, type OfflineDevice } from '../e2e/offline-device.ts'
import { findChromium } from '../tools/setup/chromium.mjs'
import { connectDatabase, createDrillContext, type DrillContext, type DrillPair } from './context.ts'
import type { DrillOutcome } from './outcome.ts'

const [pairs, messages, atOnce, pageKills] = [5, 20, 5, 3]
/** The time in milliseconds within which all messages of a group of devices must arrive. */
const longestMilliseconds = 180_000

/**
 * Browsers write messages without a connection. While they send the messages, their pages are closed as by a crash, and the server is killed. Every
 * message must arrive exactly once, and in order for each device.
 */
export async function offlineDevicesDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const count = short ? 5 : 50
  const context = await createDrillContext(pairs)
  const browser = await chromium.launch({
    executablePath: findChromium(),
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  })
  let server = await context.start()
  const port = new URL(server.address).port
  const devices: (OfflineDevice & { pair: DrillPair })[] = []
  let serverKills = 0
  try {
    await finishOnboarding(context)
    for (let first = 0; first < count; first += atOnce) {
      const group = await Promise.all(
        Array.from({ length: atOnce }, (_, n) => openDevice(context, browser, server, first + n)),
      )
      devices.push(...group)
      const sending = Promise.all(group.map((device) => sendThroughKills(device, pageKills, 2_500)))
      for (let kill = 0; kill < 2; kill++) {
        await pause(randomInt(200, 2_500))
        server.child.kill('SIGKILL')
        await once(server.child, 'exit')
        server = await context.start({ PORT: port })
        serverKills++
      }
      await sending
      await untilArrived(context, devices)
      await Promise.all(group.map((device) => device.context.close()))
      say(`${devices.length} devices`)
    }
    const arrived = await textsByPair(context)
    const sum = { missing: 0, doubled: 0, disordered: 0, foreign: 0 }
    for (const pair of context.pairs) {
      const own = devices.filter((device) => device.pair === pair)
      const found = arrivalsOf(arrived.get(pair) ?? [], own)
      sum.missing += found.missing
      sum.doubled += found.doubled
      sum.disordered += found.disordered
      sum.foreign += (arrived.get(pair) ?? []).length - own.length * messages
    }
    const control = controlOf(arrived.get(context.pairs[0] as DrillPair) ?? [], devices.slice(0, 1))
    return {
      passed: Object.values(sum).every((value) => value === 0) && control === 3,
      figures: {
        devices: devices.length,
        'messages written without a connection': devices.length * messages,
        'pages killed while sending': devices.length * pageKills,
        'kills of the server': serverKills,
        'messages that did not arrive': sum.missing,
        'messages that arrived twice': sum.doubled,
        'devices whose messages arrived in another order': sum.disordered,
        'messages that nobody wrote': sum.foreign,
        'control: kinds of changed lists that are noticed, of 3': control,
      },
    }
  } finally {
    await browser.close()
    await server.stop()
    await context.close()
  }
}

/** Returns the number of detected changes among three changes to the arrived texts: a missing one, a duplicate, and two in the wrong order. */
function controlOf(arrived: string[], devices: Pick<OfflineDevice, 'texts'>[]): number {
  const [one = '', two = ''] = devices[0]?.texts ?? []
  const exchanged = arrived.map((text) => (text === one ? two : text === two ? one : text))
  return [
    arrivalsOf(
      arrived.filter((text) => text !== one),
      devices,
    ).missing === 1,
    arrivalsOf([...arrived, one], devices).doubled === 1,
    arrivalsOf(exchanged, devices).disordered === 1,
  ].filter(Boolean).length
}

/** Completes the onboarding of all people of the drill, so that the app shows their conversations. */
export async function finishOnboarding(context: DrillContext): Promise<void> {
  const db = await connectDatabase(context.url())
  await writeAsOwner(db, async () => {
    await db.query('update app.profile set onboarded_at = now()')
  })
  await db.end()
}

/**
 * Opens a signed-in browser for the client of a pair or, in every second round through the pairs, for the therapist. Writes the messages of this
 * device without a connection.
 */
async function openDevice(context: DrillContext, browser: Browser, server: BenchServer, n: number) {
  const pair = context.pairs[n % pairs] as DrillPair
  const who = Math.floor(n / pairs) % 2 ? 'therapist' : 'client'
  const signedIn = await browser.newContext({ baseURL: server.address, locale: 'en-GB', timezoneId: 'Europe/Berlin' })
  const [name, value] = [...context.caller(server.address, pair, who).cookieJar][0] ?? ['', '']
  await signedIn.addCookies([{ name, value, url: server.address, httpOnly: true }])
  const texts = Array.from({ length: messages }, (_, at) => `Device ${n} message ${at}.`)
  return { ...(await writeOffline(signedIn, `/dashboard/${who}/messages?conversation=${pair.recordId}`, texts)), pair }
}

/** Returns the texts in the conversation of each pair, in the order of their sequence numbers. */
async function textsByPair(context: DrillContext): Promise<Map<DrillPair, string[]>> {
  const db = await connectDatabase(context.url())
  try {
    await db.query('begin; set local role attune_owner; alter table app.message no force row level security')
    const { rows } = await db.query<{ client_id: string; text: string }>(
      'select client_id, text from app.message order by client_id, seq',
    )
    await db.query('rollback')
    return new Map(
      context.pairs.map((pair) => [
        pair,
        rows.filter((row) => row.client_id === pair.recordId).map(({ text }) => text),
      ]),
    )
  } finally {
    await db.end()
  }
}

async function untilArrived(context: DrillContext, devices: OfflineDevice[]): Promise<void> {
  const end = performance.now() + longestMilliseconds
  while (performance.now() < end) {
    const arrived = [...(await textsByPair(context)).values()].flat().length
    if (arrived >= devices.length * messages) return
    await pause(500)
  }
}
