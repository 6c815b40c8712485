import { realtimeLimits as limits } from '@attune/contract/common/constants'
import type { ServerFrame } from '@attune/contract/common/realtime'
import type { WebSocket } from 'ws'
import type { Login } from '../auth/login/login.ts'
import type { SocketSubscription } from './subscription.ts'

/** The open socket of a page. */
export type SocketConnection = {
  socket: WebSocket
  login: Login
  /** The subscriptions by the ids that the page gave them. */
  subscriptions: Map<string, SocketSubscription>
  /** The time of the last frame or pong from the page, in milliseconds since 1970. */
  heardAt: number
  /** The frames that wait because too many were sent in the current second. */
  waiting: ServerFrame[]
  /** The number of queued frames that were sent in the current second. */
  sentThisSecond: number
  /** The timer that ends this second; null if none runs. */
  second: NodeJS.Timeout | null
}

export const socketConnection = (socket: WebSocket, login: Login): SocketConnection => ({
  socket,
  login,
  subscriptions: new Map(),
  heardAt: Date.now(),
  waiting: [],
  sentThisSecond: 0,
  second: null,
})

/** Sends a frame immediately. Does nothing if the socket is no longer open. */
export function sendFrame(connection: SocketConnection, frame: ServerFrame) {
  if (connection.socket.readyState === connection.socket.OPEN) connection.socket.send(JSON.stringify(frame))
}

/** Sends frames, at most `eventsPerSecond` per second; the other frames wait. Closes a socket when too many frames wait. */
export function queueFrames(connection: SocketConnection, frames: readonly ServerFrame[]) {
  connection.waiting.push(...frames)
  sendWaiting(connection)
}

function sendWaiting(connection: SocketConnection) {
  const now = connection.waiting.splice(0, limits.eventsPerSecond - connection.sentThisSecond)
  for (const frame of now) sendFrame(connection, frame)
  connection.sentThisSecond += now.length
  if (connection.waiting.length > 100 * limits.eventsPerSecond) return connection.socket.terminate()
  if (now.length === 0 || connection.second) return
  connection.second = setTimeout(() => {
    connection.sentThisSecond = 0
    connection.second = null
    sendWaiting(connection)
  }, 1_000)
  connection.second.unref()
}
