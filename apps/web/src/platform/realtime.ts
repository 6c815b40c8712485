import type { ChangeEvent, ClientFrame, Filter, RealtimeTable, ServerFrame } from '@attune/contract/common/realtime'
import { realtime } from '@attune/contract/common/constants'
import { queryClient } from './query-client.ts'

export type Change = { table: RealtimeTable; event: ChangeEvent; id: string; keys: Record<string, unknown> }
export type Subscription = { table: RealtimeTable; event?: ChangeEvent | '*'; filter?: Filter }
type Subscriber = Subscription & {
  ref: string
  hear: (changes: Change[]) => void
  batch: Change[]
  timer?: ReturnType<typeof setTimeout>
}

const longestPause = 30_000

/** One socket for the whole browser: follows rows, keeps itself alive, comes back after a loss. */
export class Realtime {
  #socket: WebSocket | null = null
  #subscribers = new Map<string, Subscriber>()
  #wanted = false
  #welcomed = false
  #losses = 0
  #refs = 0
  #heart?: ReturnType<typeof setInterval>
  #silence?: ReturnType<typeof setTimeout>
  #comeback?: ReturnType<typeof setTimeout>
  /** Called when the server says that this login is over or was replaced. */
  onEnded: () => void = () => {}
  /** Called after the socket came back: what happened meanwhile is unknown. */
  onResumed: () => void = () => {}

  start() {
    if (this.#wanted) return
    this.#wanted = true
    addEventListener('online', this.#now)
    this.#open()
  }

  stop() {
    this.#wanted = false
    removeEventListener('online', this.#now)
    clearTimeout(this.#comeback)
    this.#drop()
    this.#losses = 0
  }

  /** Opens the socket anew, for a login that has changed. */
  restart() {
    if (!this.#wanted) return
    this.#drop()
    this.#open()
  }

  /** True while the socket is live: polling may rest. */
  get live() {
    return this.#welcomed
  }

  /** Follows the rows of a table; the answer ends it. Changes come in batches of at most 10, within 500 ms. */
  subscribe(subscription: Subscription, hear: (changes: Change[]) => void): () => void {
    const subscriber: Subscriber = { ...subscription, ref: `r${++this.#refs}`, hear, batch: [] }
    this.#subscribers.set(subscriber.ref, subscriber)
    if (this.#welcomed) this.#ask(subscriber)
    return () => {
      clearTimeout(subscriber.timer)
      this.#subscribers.delete(subscriber.ref)
      if (this.#welcomed) this.#send({ type: 'unsubscribe', ref: subscriber.ref })
    }
  }

  #now = () => {
    if (this.#wanted && !this.#socket) this.#open()
  }

  #open() {
    clearTimeout(this.#comeback)
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/realtime`)
    this.#socket = socket
    this.#listenForSilence()
    socket.onmessage = (message) => this.#hear(JSON.parse(String(message.data)) as ServerFrame)
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost()
    }
  }

  #hear(frame: ServerFrame) {
    this.#listenForSilence()
    if (frame.type === 'welcome') return this.#greet()
    if (frame.type === 'change') return this.#collect(frame)
    if (frame.type === 'ended') return this.onEnded()
    if (frame.type === 'refused') console.warn('realtime subscription refused', frame.ref)
  }

  #greet() {
    this.#welcomed = true
    this.#heart = setInterval(() => this.#send({ type: 'heartbeat' }), realtime.heartbeatSeconds * 1000)
    for (const subscriber of this.#subscribers.values()) this.#ask(subscriber)
    if (this.#losses > 0) setTimeout(() => this.onResumed(), Math.random() * 2000)
    this.#losses = 0
  }

  #collect({ ref, table, event, id, keys }: Extract<ServerFrame, { type: 'change' }>) {
    const subscriber = this.#subscribers.get(ref)
    if (!subscriber) return
    const flush = () => {
      clearTimeout(subscriber.timer)
      subscriber.timer = undefined
      subscriber.hear(subscriber.batch.splice(0))
    }
    subscriber.batch.push({ table, event, id, keys })
    if (subscriber.batch.length >= realtime.batchSize) flush()
    else subscriber.timer ??= setTimeout(flush, realtime.batchMilliseconds)
  }

  #lost() {
    this.#drop()
    if (!this.#wanted) return
    const pause = Math.min(1000 * 2 ** this.#losses++, longestPause) + Math.random() * 2000
    this.#comeback = setTimeout(() => this.#open(), pause)
  }

  #drop() {
    clearInterval(this.#heart)
    clearTimeout(this.#silence)
    const socket = this.#socket
    this.#socket = null
    this.#welcomed = false
    if (!socket) return
    socket.onmessage = null
    // A line that is still being opened is closed as soon as it stands: browsers complain of the other way.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
    else socket.close()
  }

  /** Nothing heard for 20 s: the line is dead, whatever the browser believes. */
  #listenForSilence() {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#lost(), realtime.timeoutSeconds * 1000)
  }

  #ask({ ref, table, event = '*', filter }: Subscriber) {
    this.#send({ type: 'subscribe', ref, schema: 'public', table, event, ...(filter ? { filter } : {}) })
  }

  #send(frame: ClientFrame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }
}

export const socket = new Realtime()
socket.onResumed = () => void queryClient.invalidateQueries()
