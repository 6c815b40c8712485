import { randomInt, randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { connectionOptions } from '../apps/server/src/platform/database/pools.ts'
import {
  differencesOf,
  openInterruptibleLine,
  openMessageBrowser,
  type MessageBrowser,
} from '../apps/server/src/testing/faults/message-browsers.ts'
import { quantile } from '../bench/load.ts'
import type { BenchServer } from '../bench/server.ts'
import { createDrillContext, type DrillContext, type DrillPair } from './context.ts'
import type { DrillOutcome } from './outcome.ts'

/** The number of pairs whose conversations the browsers show. */
const pairs = 8
/** After this time in milliseconds, a browser that still differs counts as different forever. */
const longestMilliseconds = 60_000
/** A browser that shows the conversation of a pair. */
export type WatchedConversation = { pair: DrillPair; browser: MessageBrowser }

/**
 * 200 browsers show conversations while the connection that listens for changes is killed, and while all lines are interrupted for 10 s. Measures for
 * how long each browser differs from the database afterwards.
 */
export async function messageSocketsDrill(short: boolean, say: (line: string) => void): Promise<DrillOutcome> {
  const { sockets, kills, interruptions } = short
    ? { sockets: 40, kills: 10, interruptions: 1 }
    : { sockets: 200, kills: 50, interruptions: 5 }
  const context = await createDrillContext(pairs)
  const server = await context.start()
  const line = await openInterruptibleLine(server.address)
  const ids = new Map(context.pairs.map((pair) => [pair, [] as string[]]))
  const browsers = openConversations(context, line.address, sockets)
  try {
    await until(() => browsers.every(({ browser }) => browser.connectedAt > 0))
    const afterKills: number[] = []
    for (let kill = 1; kill <= kills; kill++) {
      await sendMessages(context, server, ids)
      await Promise.all([killListener(context), sendMessages(context, server, ids)])
      await sendMessages(context, server, ids)
      afterKills.push(await timeUntilEqual(browsers, ids, () => 0))
      if (kill % 10 === 0) say(`${kill} kills, ${afterKills.at(-1)?.toFixed(0)} ms`)
    }
    const afterInterruptions: number[] = []
    for (let n = 1; n <= interruptions; n++) {
      const interruption = line.interrupt(10_000)
      await sendMessages(context, server, ids)
      await interruption
      // Each browser decides when to reconnect, so its time is measured from its reconnection.
      afterInterruptions.push(await timeUntilEqual(browsers, ids, (browser) => browser.connectedAt))
      say(`${n} interruptions, ${afterInterruptions.at(-1)?.toFixed(0)} ms`)
    }
    const differences = browsers.map(({ pair, browser }) => differencesOf(browser, ids.get(pair) ?? []))
    const sum = (of: 'missed' | 'doubled') => differences.reduce((all, one) => all + one[of], 0)
    const control = await deafBrowser(context, server, ids)
    const longest = Math.max(...afterKills, ...afterInterruptions)
    return {
      passed: sum('missed') === 0 && sum('doubled') === 0 && longest <= 5_000 && control > 0,
      figures: {
        browsers: browsers.length,
        messages: [...ids.values()].flat().length,
        'kills of the listener': kills,
        'interruptions of 10 s': interruptions,
        missed: sum('missed'),
        'shown twice': sum('doubled'),
        'until the last browser is equal after a kill, p50': seconds(
          quantile(
            afterKills.toSorted((a, b) => a - b),
            0.5,
          ),
        ),
        'longest after a kill (≤ 5 s)': seconds(Math.max(...afterKills)),
        'longest after the browser was connected again (≤ 5 s)': seconds(Math.max(...afterInterruptions)),
        'control: messages that a browser lacks that ignores changes': control,
      },
    }
  } finally {
    for (const { browser } of browsers) browser.close()
    await line.close()
    await server.stop()
    await context.close()
  }
}

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`

/** Opens the same number of browsers for each person. Each shows the conversation of the person's pair. */
export function openConversations(context: DrillContext, address: string, sockets: number): WatchedConversation[] {
  return Array.from({ length: sockets }, (_, n) => {
    const pair = context.pairs[n % pairs] as DrillPair
    const caller = context.caller(address, pair, n % (2 * pairs) < pairs ? 'therapist' : 'client')
    return { pair, browser: openMessageBrowser(address, caller, pair.recordId) }
  })
}

/** Sends one to three messages in each conversation, from both sides. They do not use the line that the drill interrupts. */
async function sendMessages(context: DrillContext, server: BenchServer, ids: Map<DrillPair, string[]>): Promise<void> {
  const send = async (pair: DrillPair) => {
    for (let n = randomInt(1, 4); n > 0; n--) {
      const caller = context.caller(server.address, pair, n % 2 ? 'therapist' : 'client')
      const message = { id: randomUUID(), conversationId: pair.recordId, text: 'Through the drill.' }
      await caller.api.message.send(message)
      ids.get(pair)?.push(message.id)
    }
  }
  await Promise.all(context.pairs.map(send))
}

async function killListener(context: DrillContext): Promise<void> {
  const db = new pg.Client(connectionOptions(context.url(), 'attune_relay', context.secrets))
  await db.connect()
  const { rowCount } = await db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where usename = 'attune_relay' and pid <> pg_backend_pid()`,
  )
  await db.end()
  if (!rowCount) throw new Error('no connection listens for changes')
}

const until = async (fits: () => boolean, milliseconds = longestMilliseconds) => {
  const end = performance.now() + milliseconds
  while (!fits() && performance.now() < end) await pause(5)
}

/**
 * Waits until every browser shows the database's content. Returns the longest time in milliseconds that a browser took, measured from now, or from
 * the time that `from` returns if that is later.
 */
export async function timeUntilEqual(
  browsers: WatchedConversation[],
  ids: Map<DrillPair, string[]>,
  from: (browser: MessageBrowser) => number,
): Promise<number> {
  const begun = performance.now()
  const times = await Promise.all(
    browsers.map(async ({ pair, browser }) => {
      const isEqual = () => {
        const { missed, doubled } = differencesOf(browser, ids.get(pair) ?? [])
        return missed + doubled === 0
      }
      await until(isEqual)
      return isEqual() ? performance.now() - Math.max(begun, from(browser)) : Number.POSITIVE_INFINITY
    }),
  )
  return Math.max(...times)
}

/** Proves that the drill notices a browser that ignores changes. Returns the number of messages that the browser lacks. */
async function deafBrowser(context: DrillContext, server: BenchServer, ids: Map<DrillPair, string[]>): Promise<number> {
  const [pair] = context.pairs as [DrillPair]
  const caller = context.caller(server.address, pair, 'client')
  const browser = openMessageBrowser(server.address, caller, pair.recordId, { readsChanges: false })
  await until(() => differencesOf(browser, ids.get(pair) ?? []).missed === 0)
  await sendMessages(context, server, ids)
  await pause(1_000)
  browser.close()
  return differencesOf(browser, ids.get(pair) ?? []).missed
}
