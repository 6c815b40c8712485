import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type Browser, chromium, type Page } from '@playwright/test'
import { differencesOf, openMessageBrowser } from '../apps/server/src/testing/faults/message-browsers.ts'
import { findChromium } from '../tools/setup/chromium.mjs'
import type { DrillContext, DrillPair } from './context.ts'
import { openConversations, timeUntilEqual, type WatchedConversation } from './message-sockets.ts'
import { finishOnboarding } from './offline-devices.ts'

/** After this time in milliseconds, a page that still differs counts as different forever. */
const longestMilliseconds = 60_000
/** The number of newest messages that are compared on a page. */
const comparedMessages = 10

/** Sockets and two pages that show conversations through the balancer, while the drill sends messages. */
export class ConversationWatch {
  readonly #context: DrillContext
  readonly #address: string
  readonly #ids: Map<DrillPair, string[]>
  readonly #sockets: WatchedConversation[]
  #browser: Browser | null = null
  #pages: Page[] = []
  #texts: string[] = []
  /** The number of messages that had to be sent again, because the first call was not answered. */
  repeated = 0

  constructor(context: DrillContext, address: string, sockets: number) {
    this.#context = context
    this.#address = address
    this.#ids = new Map(context.pairs.map((pair) => [pair, []]))
    this.#sockets = openConversations(context, address, sockets)
  }

  get messages(): number {
    return [...this.#ids.values()].flat().length
  }

  get pages(): number {
    return this.#pages.length
  }

  /** Opens the conversation of the first pair as its therapist and as its client, in a real browser. */
  async openPages(): Promise<void> {
    await finishOnboarding(this.#context)
    const isRoot = process.getuid?.() === 0
    this.#browser = await chromium.launch({
      executablePath: findChromium(),
      args: ['--disable-gpu', ...(isRoot ? ['--no-sandbox'] : [])],
    })
    const [pair] = this.#context.pairs as [DrillPair]
    for (const who of ['therapist', 'client'] as const) {
      const signedIn = await this.#browser.newContext({ baseURL: this.#address, locale: 'en-GB' })
      const [name, value] = [...this.#context.caller(this.#address, pair, who).cookieJar][0] ?? ['', '']
      await signedIn.addCookies([{ name, value, url: this.#address, httpOnly: true }])
      const page = await signedIn.newPage()
      await page.goto(`/dashboard/${who}/messages?conversation=${pair.recordId}`)
      this.#pages.push(page)
    }
  }

  /** Sends a message in each conversation, in turns from both sides. Repeats a call that is not answered, with the same id. */
  async send(): Promise<void> {
    const [first] = this.#context.pairs
    const sendOne = async (pair: DrillPair) => {
      const text = `Drill message ${this.#ids.get(pair)?.length}.`
      const message = { id: randomUUID(), conversationId: pair.recordId, text }
      const caller = this.#context.caller(
        this.#address,
        pair,
        (this.#ids.get(pair)?.length ?? 0) % 2 ? 'therapist' : 'client',
      )
      while (
        !(await caller.send('message/send', message).then(
          (answer) => answer.ok,
          () => false,
        ))
      ) {
        this.repeated++
        await pause(100)
      }
      this.#ids.get(pair)?.push(message.id)
      if (pair === first) this.#texts.push(text)
    }
    await Promise.all(this.#context.pairs.map(sendOne))
  }

  /** Waits until all sockets and pages show all sent messages. Returns the longest time in milliseconds, measured from the call. */
  async timeUntilEqual(): Promise<number> {
    const begun = performance.now()
    const pages = this.#pages.map(async (page) => {
      while (performance.now() < begun + longestMilliseconds) {
        if (await this.#isEqual(page)) return performance.now() - begun
        await pause(20)
      }
      return Infinity
    })
    return Math.max(await timeUntilEqual(this.#sockets, this.#ids, () => 0), ...(await Promise.all(pages)))
  }

  /** The numbers of messages that the sockets lack, and of those that they have twice. */
  differences(): { missed: number; doubled: number } {
    const all = this.#sockets.map(({ pair, browser }) => differencesOf(browser, this.#ids.get(pair) ?? []))
    const sum = (of: 'missed' | 'doubled') => all.reduce((total, one) => total + one[of], 0)
    return { missed: sum('missed'), doubled: sum('doubled') }
  }

  /** Proves that the drill notices a socket that ignores changes. Returns the number of messages that it lacks. */
  async missedByDeafBrowser(): Promise<number> {
    const [pair] = this.#context.pairs as [DrillPair]
    const caller = this.#context.caller(this.#address, pair, 'client')
    const browser = openMessageBrowser(this.#address, caller, pair.recordId, { readsChanges: false })
    await timeUntilEqual([{ pair, browser }], this.#ids, () => 0)
    await this.send()
    await pause(1_000)
    browser.close()
    return differencesOf(browser, this.#ids.get(pair) ?? []).missed
  }

  async close(): Promise<void> {
    for (const { browser } of this.#sockets) browser.close()
    await this.#browser?.close()
  }

  async #isEqual(page: Page): Promise<boolean> {
    const shown = await page.evaluate(() =>
      [...document.body.innerText.matchAll(/Drill message \d+\./g)].map(([text]) => text),
    )
    const expected = this.#texts.slice(-comparedMessages)
    return expected.every((text) => shown.includes(text))
  }
}
