import { setTimeout as pause } from 'node:timers/promises'
import type { ServerFrame } from '@attune/contract/common/realtime'
import { WebSocket } from 'ws'
import type { TestBrowser } from '../apps/server/src/testing/browser.ts'

/** A page that shows the latest messages of a conversation. */
export type FailoverPage = {
  /** The ids of the messages that the page shows. */
  shown: string[]
  /** The time at which the page began to read the messages in `shown`, in milliseconds of `performance.now`. */
  readAt: number
  /** The time at which the socket was closed last; 0 if it never was. */
  closedAt: number
  /** Returns the ids of the latest messages in the database, more of them than a page shows. */
  stored(): Promise<string[]>
  close(): void
}

/**
 * The pauses of the web app, in milliseconds. It reconnects after `reconnect`, doubled with each failed attempt up to `most`, plus up to `random`.
 * After a reconnection, it reads within `random`. It repeats a failed read after `retry`.
 */
const pauses = { reconnect: 1_000, random: 2_000, most: 30_000, retry: 1_000 }

/** Opens a page that reads as the web app does: when it opens, after each change, and after each reconnection. */
export function openFailoverPage(address: string, caller: TestBrowser, id: string): FailoverPage {
  let [isClosed, isReading, again, losses] = [false, false, false, 0]
  let socket: WebSocket
  const idsOf = async (limit: number) => (await caller.api.message.messages({ id, limit })).items.map((one) => one.id)
  const later = async (milliseconds: number, work: () => void) => {
    await pause(milliseconds)
    if (!isClosed) work()
  }

  async function read(): Promise<void> {
    if (isReading) return void (again = true)
    isReading = true
    const begun = performance.now()
    try {
      page.shown = await idsOf(50)
      page.readAt = begun
    } catch {
      void later(pauses.retry, () => void read())
    } finally {
      isReading = false
    }
    if (!again || isClosed) return undefined
    again = false
    return read()
  }

  function open(): void {
    const headers = { origin: address, cookie: caller.cookies() }
    socket = new WebSocket(`${address.replace(/^http/, 'ws')}/api/realtime`, { headers })
    socket.on('error', () => {})
    socket.on('message', (data) => receive(JSON.parse(String(data)) as ServerFrame))
    socket.on('close', () => {
      page.closedAt = performance.now()
      const wait = Math.min(pauses.reconnect * 2 ** losses++, pauses.most) + Math.random() * pauses.random
      void later(wait, open)
    })
  }

  function receive(frame: ServerFrame): void {
    if (frame.type === 'change') return void read()
    if (frame.type !== 'welcome') return undefined
    socket.send(JSON.stringify({ type: 'subscribe', ref: 'm', table: 'messages' }))
    void later(losses > 0 ? Math.random() * pauses.random : 0, () => void read())
    losses = 0
    return undefined
  }

  const page: FailoverPage = {
    shown: [],
    readAt: 0,
    closedAt: 0,
    stored: () => idsOf(100),
    close() {
      isClosed = true
      socket.close()
    },
  }
  open()
  return page
}

/** The state of the pages after a failover. */
export type PagesAfterFailover = {
  /** The number of pages that showed a message which the new primary did not have. */
  outdated: number
  /** The longest time in milliseconds from the kill until a page had reconnected, had read again, and showed only messages that the database has. */
  longest: number
}

/** Waits until each page has lost its connection after `killedAt`, has read from the new primary, and shows only messages that are stored there. */
export async function watchPages(pages: FailoverPage[], killedAt: number, limit: number): Promise<PagesAfterFailover> {
  const results = await Promise.all(pages.map((page) => watchPage(page, killedAt, limit)))
  return {
    outdated: results.filter(({ wasOutdated }) => wasOutdated).length,
    longest: Math.max(...results.map(({ took }) => took)),
  }
}

async function watchPage(page: FailoverPage, killedAt: number, limit: number) {
  const before = page.shown
  let wasOutdated = false
  while (performance.now() - killedAt < limit) {
    const { shown, readAt } = page
    const stored = await page.stored().catch(() => null)
    if (stored) {
      const has = new Set(stored)
      const isClean = (ids: string[]) => ids.every((id) => has.has(id))
      wasOutdated ||= !isClean(before.slice(-20))
      const isRenewed = page.closedAt > killedAt && readAt > page.closedAt
      if (isRenewed && isClean(shown)) return { wasOutdated, took: performance.now() - killedAt }
    }
    await pause(100)
  }
  return { wasOutdated, took: Number.POSITIVE_INFINITY }
}
