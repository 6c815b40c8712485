import type { ClientFrame, ServerFrame } from '@attune/contract/common/realtime'
import { realtime, recallSeconds } from '@attune/contract/common/constants'
import { closeBreakers } from './breaker.ts'
import type { Hear, Subscription } from './channel.ts'
import { Channel, nameOf } from './channel.ts'
import { queryClient } from './query-client.ts'

const longestPause = 30_000

/** One socket for the whole browser: follows rows, keeps itself alive, comes back after a loss. */
export class Realtime {
  #socket: WebSocket | null = null
  #channels = new Map<string, Channel>()
  /** What was followed before and is no longer: what happened since is unknown. */
  #dropped = new Set<string>()
  #wanted = false
  #welcomed = false
  #losses = 0
  #refs = 0
  #liveListeners = new Set<() => void>()
  #cleanup?: ReturnType<typeof setInterval>
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
    this.#cleanup = setInterval(() => this.#dropForgotten(), realtime.cleanupSeconds * 1000)
    this.#open()
  }

  stop() {
    this.#wanted = false
    removeEventListener('online', this.#now)
    clearTimeout(this.#comeback)
    clearInterval(this.#cleanup)
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

  /** Calls the listener whenever `live` has changed; the answer ends it. */
  onLive = (listener: () => void): (() => void) => {
    this.#liveListeners.add(listener)
    return () => void this.#liveListeners.delete(listener)
  }

  /**
   * Follows the rows of a table; the answer ends it. Equal wishes share one subscription, which stands for 5 minutes
   * after the last listener has left: who comes back hears what they missed, or an empty list where that is unknown.
   */
  subscribe(subscription: Subscription, hear: Hear): () => void {
    const name = nameOf(subscription)
    const known = this.#channels.get(name)
    if (known) return known.listen(hear)
    const channel = new Channel(`r${++this.#refs}`, subscription, this.#dropped.delete(name))
    this.#channels.set(name, channel)
    const stop = channel.listen(hear)
    if (this.#welcomed) this.#ask(channel)
    return stop
  }

  #dropForgotten() {
    for (const [name, channel] of this.#channels) {
      if (!channel.forgotten) continue
      this.#forget(name)
      if (this.#welcomed) this.#send({ type: 'unsubscribe', ref: channel.ref })
    }
  }

  #forget(name: string) {
    this.#channels.delete(name)
    this.#dropped.add(name)
  }

  #setWelcomed(is: boolean) {
    if (this.#welcomed === is) return
    this.#welcomed = is
    for (const listener of this.#liveListeners) listener()
  }

  #now = () => {
    if (this.#wanted && !this.#socket) this.#open()
  }

  #open() {
    clearTimeout(this.#comeback)
    const socket = new WebSocket(`${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}/api/realtime`)
    this.#socket = socket
    this.#listenForSilence()
    socket.onmessage = (message) => {
      try {
        this.#hear(JSON.parse(String(message.data)) as ServerFrame)
      } catch (error) {
        // What goes wrong on the line is logged and nothing else [8.09].
        console.warn('realtime message not understood', error)
      }
    }
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost()
    }
  }

  #hear(frame: ServerFrame) {
    this.#listenForSilence()
    if (frame.type === 'welcome') return this.#greet()
    if (frame.type === 'change') return this.#pass(frame)
    if (frame.type === 'ended') return this.onEnded()
    if (frame.type === 'refused') console.warn('realtime subscription refused', frame.ref)
  }

  #greet() {
    this.#setWelcomed(true)
    closeBreakers()
    this.#heart = setInterval(() => this.#send({ type: 'heartbeat' }), realtime.heartbeatSeconds * 1000)
    for (const [name, channel] of this.#channels) {
      if (channel.idle) this.#forget(name)
      else this.#ask(channel)
    }
    if (this.#losses > 0) setTimeout(() => this.onResumed(), Math.random() * 2000)
    this.#losses = 0
  }

  #pass({ ref, table, event, id, keys }: Extract<ServerFrame, { type: 'change' }>) {
    for (const channel of this.#channels.values()) if (channel.ref === ref) channel.collect({ table, event, id, keys })
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
    this.#setWelcomed(false)
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

  #ask({ ref, subscription: { table, event = '*', filter } }: Channel) {
    const behind = recallSeconds
    this.#send({ type: 'subscribe', ref, schema: 'public', table, event, behind, ...(filter ? { filter } : {}) })
  }

  #send(frame: ClientFrame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }
}

export const socket = new Realtime()
socket.onResumed = () => void queryClient.invalidateQueries()
