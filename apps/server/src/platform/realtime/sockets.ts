import type { AccountId } from '@attune/contract/common/ids'
import { realtimeLimits as limits } from '@attune/contract/common/constants'
import { type WebSocket, WebSocketServer } from 'ws'
import type { Login } from '../auth/login/login.ts'
import type { Config } from '../config/config.ts'
import type { Site } from '../http/site/site.ts'
import type { Log } from '../log.ts'
import type { FeedChange } from './change-feed.ts'
import { sendFrame, socketConnection, type SocketConnection } from './connection.ts'
import { createRecentChanges } from './recent-changes.ts'
import { admitSocket, type SocketAuth } from './socket-admission.ts'
import { withValidLogin } from './socket-logins.ts'
import { handleMessage, sendChangeFrames } from './socket-messages.ts'
import { createSocketRegistry } from './socket-registry.ts'
import { refuse } from './socket-request.ts'
import type { Upgrade } from './socket-routes.ts'
import { matchesSubscription } from './subscription.ts'

export type SocketDeps = {
  config: Config
  site: Site
  log: Log
  auth: SocketAuth
}

/** The open sockets of this process. */
export type Sockets = {
  upgrade: Upgrade
  /** Sends changes to the sockets that may see them and have subscribed to them, and keeps them for a while for later subscriptions. */
  publish(changes: FeedChange[]): Promise<void>
  /** Closes those sockets of an account whose logins have ended or are locked, without waiting for the next heartbeat. */
  check(userId: AccountId): Promise<void>
  count(): number
  /** Closes all sockets. Their pages connect again and then read everything again. */
  closeAll(): Promise<void>
  close(): Promise<void>
}

const frameBytes = 4096
/** Maximum number of sockets per account, to limit memory. */
const maxConnections = 50
const goingAway = 1001

/**
 * Serves WebSockets to signed-in browsers and to the native app, which sends a ticket instead of a cookie. The server sends the ids of changed
 * rows, never their content.
 */
export function openSockets({ config, site, log, auth }: SocketDeps): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: frameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const connections = createSocketRegistry()
  const changes = openSocketChanges({ connections, log, auth })

  const upgrade: Upgrade = async (request, stream, head) => {
    const admitted = await admitSocket({ config, site, auth }, request)
    if ('status' in admitted) return refuse(stream, admitted.status, admitted.reason)
    if (connections.of(admitted.login.userId).size >= maxConnections) return refuse(stream, 429, 'Too Many Requests')
    server.handleUpgrade(request, stream, head, (socket) => welcome(socket, admitted.login))
  }

  function welcome(socket: WebSocket, login: Login) {
    const connection = socketConnection(socket, login)
    connections.add(connection)
    socket.on('close', () => connections.remove(connection))
    socket.on('error', () => socket.terminate())
    socket.on('pong', () => (connection.heardAt = Date.now()))
    socket.on('message', (data) => handleMessage(connection, String(data), changes.replay))
    sendFrame(connection, { type: 'welcome', at: changes.now(), time: Date.now() })
  }

  const heartbeatTimer = startHeartbeats(connections, changes.check)

  return {
    upgrade,
    publish: changes.publish,
    check: (userId) => changes.check([...connections.of(userId)]),
    count: () => connections.all().length,
    closeAll: () => closeAll(connections.all()),
    async close() {
      clearInterval(heartbeatTimer)
      // From here on, `handleUpgrade` answers 503.
      server.close()
      await closeAll(connections.all())
    },
  }
}

type ChangeDeps = Pick<SocketDeps, 'log' | 'auth'> & { connections: ReturnType<typeof createSocketRegistry> }

/** Sends changes to open sockets, after reading whether their logins are still valid. */
function openSocketChanges({ connections, log, auth }: ChangeDeps) {
  const recent = createRecentChanges()
  const valid = (asked: SocketConnection[]) =>
    withValidLogin({ logins: auth.logins, remove: connections.remove }, asked)

  /** Sends the changes that the page may have missed between reading its data and subscribing. */
  const replay: Parameters<typeof handleMessage>[2] = (connection, subscription, { behind: seconds, since }) => {
    const missed = recent.within({ seconds, since }, connection.login.userId, (change) =>
      matchesSubscription(subscription, change),
    )
    if (missed.length === 0) return
    valid([connection])
      .then(([still]) => still && missed.forEach((change) => sendChangeFrames(still, change, [subscription])))
      .catch((error: unknown) => log.warn('missed changes could not be sent', { error }))
  }

  return {
    /** The clock of the stored changes, in milliseconds. */
    now: recent.now,
    replay,
    async publish(changes: FeedChange[]) {
      recent.add(changes)
      const audience = new Set(changes.flatMap((change) => change.audience))
      const concerned = [...audience].flatMap((account) => [...connections.of(account)])
      for (const connection of await valid(concerned)) {
        for (const change of changes)
          if (change.audience.includes(connection.login.userId)) sendChangeFrames(connection, change)
      }
    },
    /** Closes those sockets whose logins have ended or are locked. */
    check: async (asked: SocketConnection[]) => {
      await valid(asked).catch((error: unknown) => log.warn('open sockets cannot be checked', { error }))
    },
  }
}

/** Sends heartbeats to all sockets and checks their logins, until the returned timer is cleared. */
function startHeartbeats(
  connections: ReturnType<typeof createSocketRegistry>,
  check: (asked: SocketConnection[]) => Promise<void>,
): NodeJS.Timeout {
  const beat = () => {
    sendHeartbeats(connections.all())
    void check(connections.all())
  }
  return setInterval(beat, limits.heartbeatSeconds * 1000).unref()
}

/** Sends a heartbeat to each socket. Terminates the sockets that did not answer in time. */
function sendHeartbeats(connections: SocketConnection[]): void {
  const deadline = Date.now() - (limits.heartbeatSeconds + limits.timeoutSeconds) * 1000
  for (const connection of connections) {
    if (connection.heardAt < deadline) connection.socket.terminate()
    else {
      sendFrame(connection, { type: 'heartbeat' })
      connection.socket.ping()
    }
  }
}

/** Closes sockets, and terminates those that are still open after a second. */
async function closeAll(open: SocketConnection[]): Promise<void> {
  const closed = open.map(
    (connection) => new Promise<void>((resolve) => connection.socket.once('close', () => resolve())),
  )
  for (const connection of open) connection.socket.close(goingAway)
  await Promise.race([Promise.all(closed), new Promise((resolve) => setTimeout(resolve, 1_000).unref())])
  for (const connection of open) connection.socket.terminate()
}
