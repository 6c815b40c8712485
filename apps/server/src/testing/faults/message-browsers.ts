import { replaySeconds } from '@attune/contract/common/constants'
import type { ServerFrame } from '@attune/contract/common/realtime'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { WebSocket } from 'ws'
import type { TestBrowser } from '../browser.ts'

/** A relay of connections to a server, which can interrupt them. */
export type InterruptibleLine = {
  address: string
  /** Closes all connections and refuses new ones for this duration. */
  interrupt(milliseconds: number): Promise<void>
  close(): Promise<void>
}

export async function openInterruptibleLine(serverAddress: string): Promise<InterruptibleLine> {
  const { hostname, port } = new URL(serverAddress)
  const open = new Set<Socket>()
  let isDown = false
  const line = createServer((from) => {
    if (isDown) return from.destroy()
    const to = connect(Number(port), hostname)
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
    return undefined
  })
  const cut = () => open.forEach((socket) => socket.destroy())
  await new Promise<void>((resolve) => line.listen(0, hostname, resolve))
  return {
    address: `http://${hostname}:${(line.address() as AddressInfo).port}`,
    async interrupt(milliseconds) {
      isDown = true
      cut()
      await new Promise((resolve) => setTimeout(resolve, milliseconds))
      isDown = false
    },
    async close() {
      cut()
      await new Promise((resolve) => line.close(resolve))
    },
  }
}

/** A browser with one open conversation. */
export type MessageBrowser = {
  /** The ids of the visible messages, in their order. A message that is shown twice has its id in the list twice. */
  shown: string[]
  /** The time of the server's latest welcome message, in milliseconds of `performance.now`; 0 while the socket is not connected. */
  connectedAt: number
  connections: number
  close(): void
}

/**
 * The delays of the browser in milliseconds. `reconnect`: before the first reconnection, doubled after each further loss up to `most`, and before a
 * failed fetch is retried. `random`: the maximum random addition to the delay of a reconnection, and the maximum delay of the fetch after it.
 */
const pauses = { reconnect: 1_000, random: 2_000, most: 30_000 }

/**
 * Opens a conversation as the web app does: subscribes to messages, fetches the newer ones after each change, reconnects after a loss, and then
 * fetches missed messages. With `readsChanges` false it ignores changes, so that a test can prove that it detects missing messages.
 */
export function openMessageBrowser(
  address: string,
  caller: TestBrowser,
  conversationId: string,
  { readsChanges = true, pauseFactor = 1 } = {},
): MessageBrowser {
  const seqs = { last: 0 }
  let [closed, reading, again, losses] = [false, false, false, 0]
  let socket: WebSocket
  const timers = new Set<NodeJS.Timeout>()
  const later = (work: () => void, milliseconds: number) => {
    const timer = setTimeout(() => {
      timers.delete(timer)
      if (!closed) work()
    }, milliseconds * pauseFactor)
    timers.add(timer)
  }

  /** Fetches the messages after the last fetched one. If a fetch is already running, another one follows it. */
  async function read(): Promise<void> {
    if (reading) return void (again = true)
    reading = true
    try {
      const { items } = await caller.api.message.messages({ id: conversationId, after: seqs.last, limit: 100 })
      browser.shown.push(...items.map(({ id }) => id))
      seqs.last = items.at(-1)?.seq ?? seqs.last
      again ||= items.length === 100
    } catch {
      later(() => void read(), pauses.reconnect)
    } finally {
      reading = false
    }
    if (again && !closed) {
      again = false
      await read()
    }
  }

  function open(): void {
    const headers = { origin: address, cookie: caller.cookies() }
    socket = new WebSocket(`${address.replace(/^http/, 'ws')}/api/realtime`, { headers })
    socket.on('error', () => {})
    socket.on('message', (data) => receive(JSON.parse(String(data)) as ServerFrame))
    socket.on('close', () => {
      browser.connectedAt = 0
      const pause = Math.min(pauses.reconnect * 2 ** losses++, pauses.most) + Math.random() * pauses.random
      if (!closed) later(open, pause)
    })
  }

  function receive(frame: ServerFrame): void {
    if (frame.type === 'welcome') {
      browser.connectedAt = performance.now()
      browser.connections++
      socket.send(JSON.stringify({ type: 'subscribe', ref: 'm', table: 'messages', behind: replaySeconds }))
      // The first fetch runs after the subscription, so that no message is missed in between.
      if (losses > 0) later(() => void read(), Math.random() * pauses.random)
      losses = 0
    } else if (frame.type === 'subscribed' && browser.connections === 1) void read()
    else if (frame.type === 'change' && frame.keys['conversation_id'] === conversationId && readsChanges) void read()
  }

  const browser: MessageBrowser = {
    shown: [],
    connectedAt: 0,
    connections: 0,
    close() {
      closed = true
      timers.forEach(clearTimeout)
      socket.close()
    },
  }
  open()
  return browser
}

/** Returns the number of missing and of duplicate messages in a browser, compared with the ids of a conversation. */
export function differencesOf({ shown }: MessageBrowser, ids: readonly string[]): { missed: number; doubled: number } {
  const seen = new Set(shown)
  return { missed: ids.filter((id) => !seen.has(id)).length, doubled: shown.length - seen.size }
}
