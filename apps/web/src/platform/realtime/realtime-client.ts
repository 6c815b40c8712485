import type { ClientFrame } from '@attune/contract/common/realtime.schemas'
import type { RealtimeTable } from '@attune/contract'
import type { ServerFrame } from '@attune/contract/common/realtime'
import { realtimeLimits, replaySeconds } from '@attune/contract/common/constants'
import { resetCircuitBreakers } from '../api/circuit-breaker.ts'
import type { OnRowChanges, SubscriptionRequest } from './realtime-subscription.ts'
import { RealtimeSubscription, subscriptionKey } from './realtime-subscription.ts'
import { transport } from '../api/transport.ts'
import { queryClient } from '../query/query-client.ts'

const maxPauseMilliseconds = 30_000
const connectMilliseconds = 8_000
/**
 * The smallest difference between the two clocks, in milliseconds, that is corrected. A smaller difference does not matter, and may only be the
 * travel time of a frame.
 */
const leastOffset = 10_000

/** The socket of this browser tab: subscribes to rows, sends heartbeats and reconnects after a loss. */
export class RealtimeClient {
  #socket: WebSocket | null = null
  #channels = new Map<string, RealtimeSubscription>()
  /** The keys of subscriptions that have ended. A new subscription with one of these keys may have missed changes. */
  #dropped = new Set<string>()
  #started = false
  #connected = false
  #losses = 0
  /**
   * The time at which this page was opened, in milliseconds of the server's clock. It may be too early by the travel time of `welcome`. Undefined
   * after the first connection was lost.
   */
  #openedAt: number | undefined
  /** The milliseconds by which the server's clock is ahead of the clock of this device. The listeners of `live` are called after a change. */
  clockOffset = 0
  #connections = 0
  /** The number of URLs that were requested. Only the last one opens a socket. */
  #attempts = 0
  #refs = 0
  #liveListeners = new Set<() => void>()
  #cleanup?: ReturnType<typeof setInterval>
  #heart?: ReturnType<typeof setInterval>
  #silence?: ReturnType<typeof setTimeout>
  #reconnectTimer?: ReturnType<typeof setTimeout>
  /** Called when the server reports that this login has ended. */
  onEnded: () => void = () => {}
  /** Called after a reconnect, because changes may have been missed while the socket was disconnected. */
  onResumed: () => void = () => {}

  start() {
    if (this.#started) return
    this.#started = true
    addEventListener('online', this.#openNow)
    this.#cleanup = setInterval(() => this.#dropExpired(), realtimeLimits.cleanupSeconds * 1000)
    this.#open()
  }

  stop() {
    this.#started = false
    removeEventListener('online', this.#openNow)
    clearTimeout(this.#reconnectTimer)
    clearInterval(this.#cleanup)
    this.#drop()
    this.#losses = 0
  }

  /** Closes the socket and removes all subscriptions. */
  reset() {
    this.stop()
    this.#channels.clear()
    this.#dropped.clear()
  }

  /** Reopens the socket. Called after the login has changed. */
  restart() {
    if (!this.#started) return
    this.#drop()
    this.#open()
  }

  /** Whether the socket is connected. Polling pauses while the socket is connected. */
  get live() {
    return this.#connected
  }

  /** Calls the listener when `live` changes. Returns a function that unsubscribes. */
  onLiveChange = (listener: () => void): (() => void) => {
    this.#liveListeners.add(listener)
    return () => void this.#liveListeners.delete(listener)
  }

  /**
   * Subscribes to the rows of a table and returns a function that unsubscribes. Equal requests share one subscription,
   * which is kept for 5 minutes after its last listener was removed. A listener that is added within this time receives
   * the changes collected meanwhile. If changes may have been missed, a listener is called even with an empty list, so
   * that it reads the rows again.
   */
  subscribe(subscription: SubscriptionRequest, onChange: OnRowChanges): () => void {
    const name = subscriptionKey(subscription)
    const known = this.#channels.get(name)
    if (known) return known.addListener(onChange)
    const channel = new RealtimeSubscription(`r${++this.#refs}`, subscription, this.#dropped.delete(name))
    this.#channels.set(name, channel)
    const stop = channel.addListener(onChange)
    if (this.#connected) this.#ask(channel)
    return stop
  }

  #dropExpired() {
    for (const [name, channel] of this.#channels) {
      if (!channel.expired) continue
      this.#forget(name)
      if (this.#connected) this.#send({ type: 'unsubscribe', ref: channel.ref })
    }
  }

  #forget(name: string) {
    this.#channels.delete(name)
    this.#dropped.add(name)
  }

  #setConnected(is: boolean) {
    if (this.#connected === is) return
    this.#connected = is
    for (const listener of this.#liveListeners) listener()
  }

  #openNow = () => {
    if (this.#started && !this.#socket) this.#open()
  }

  #open() {
    clearTimeout(this.#reconnectTimer)
    const address = transport().liveAddress()
    if (typeof address === 'string') return this.#connect(address)
    const attempt = ++this.#attempts
    address.then(
      (found) => this.#isWaitingFor(attempt) && this.#connect(found),
      () => this.#isWaitingFor(attempt) && this.#lost(),
    )
  }

  #isWaitingFor = (attempt: number) => this.#started && !this.#socket && this.#attempts === attempt

  #connect(address: string) {
    const socket = new WebSocket(address)
    this.#socket = socket
    this.#listenForSilence(connectMilliseconds)
    socket.onopen = () => this.#listenForSilence()
    socket.onmessage = (message) => {
      try {
        this.#receive(JSON.parse(String(message.data)) as ServerFrame<RealtimeTable>)
      } catch (error) {
        // An invalid message is logged and otherwise ignored [8.09].
        console.warn('realtime message not understood', error)
      }
    }
    socket.onclose = () => {
      if (this.#socket === socket) this.#lost()
    }
  }

  #receive(frame: ServerFrame<RealtimeTable>) {
    this.#listenForSilence()
    if (frame.type === 'welcome') return this.#welcome(frame)
    if (frame.type === 'change') return this.#deliver(frame)
    if (frame.type === 'ended') return this.onEnded()
    // Connects again after a pause, because the browser may not have received the new cookie yet.
    if (frame.type === 'replaced') return this.#lost()
    if (frame.type === 'refused') console.warn('realtime subscription refused', frame.ref)
  }

  #welcome({ at, time }: Extract<ServerFrame, { type: 'welcome' }>) {
    const ahead = time - Date.now()
    this.clockOffset = Math.abs(ahead) > leastOffset ? ahead : 0
    this.#setConnected(true)
    // `performance.now()` is 0 when the page is opened. The clock may stop while the computer sleeps; the connection is then lost.
    this.#openedAt = this.#connections++ === 0 ? at - performance.now() : undefined
    resetCircuitBreakers()
    this.#heart = setInterval(() => this.#send({ type: 'heartbeat' }), realtimeLimits.heartbeatSeconds * 1000)
    for (const [name, channel] of this.#channels) {
      if (channel.idle) this.#forget(name)
      else this.#ask(channel)
    }
    if (this.#losses > 0) setTimeout(() => this.onResumed(), Math.random() * 2000)
    this.#losses = 0
  }

  #deliver({ ref, table, event, id, keys }: Extract<ServerFrame<RealtimeTable>, { type: 'change' }>) {
    for (const channel of this.#channels.values())
      if (channel.ref === ref) channel.queueChange({ table, event, id, keys })
  }

  #lost() {
    const socket = this.#socket
    this.#drop()
    // A browser opens only one socket to a server at a time. A socket that waits on a broken line would therefore delay the next socket, including
    // the socket of a call.
    socket?.close()
    if (!this.#started) return
    const pause = Math.min(1000 * 2 ** this.#losses++, maxPauseMilliseconds) + Math.random() * 2000
    this.#reconnectTimer = setTimeout(() => this.#open(), pause)
  }

  #drop() {
    clearInterval(this.#heart)
    clearTimeout(this.#silence)
    const socket = this.#socket
    this.#socket = null
    this.#setConnected(false)
    if (!socket) return
    socket.onmessage = null
    // Browsers warn if a socket is closed while it is still connecting, so this socket is closed as soon as it is open.
    if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close()
    else socket.close()
  }

  /**
   * Restarts a timer of 20 s. If no message arrives in this time, the connection counts as lost, even if the browser
   * reports it as open.
   */
  #listenForSilence(milliseconds = realtimeLimits.timeoutSeconds * 1000) {
    clearTimeout(this.#silence)
    this.#silence = setTimeout(() => this.#lost(), milliseconds)
  }

  #ask(subscription: RealtimeSubscription) {
    const { ref, request } = subscription
    const { table, event = '*', filter } = request
    const changes = { schema: 'public', table, event, ...(filter ? { filter } : {}) } as const
    // The page has read all its data after it was opened, so the server need not repeat earlier changes.
    const since = this.#openedAt === undefined ? {} : { since: this.#openedAt }
    subscription.markRequested()
    this.#send({ type: 'subscribe', ref, ...changes, behind: replaySeconds, ...since })
  }

  #send(frame: ClientFrame) {
    if (this.#socket?.readyState === WebSocket.OPEN) this.#socket.send(JSON.stringify(frame))
  }
}

export const realtimeClient = new RealtimeClient()
realtimeClient.onResumed = () => void queryClient.invalidateQueries()
