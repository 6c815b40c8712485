import { realtimeLimits as limits } from '@attune/contract/common/constants'
import { ClientFrame } from '@attune/contract/common/realtime.schemas'
import type { ServerFrame } from '@attune/contract/common/realtime'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { isOtherThan } from '../auth/login/cookies.ts'
import { type Login, type LoginReader, missingAssurance } from '../auth/login/login.ts'
import type { LiveTickets } from '../auth/login/live-tickets.ts'
import type { Config } from '../config/config.ts'
import { isSameOrigin, checkAddress, isNativeOrigin } from '../http/request/check.ts'
import type { Site } from '../http/site/site.ts'
import type { Log } from '../log.ts'
import { queueFrames, sendFrame, socketConnection, type SocketConnection } from './connection.ts'
import { identifyingHeaders, isHttps, parse, refuse } from './socket-request.ts'
import { createSocketRegistry } from './socket-registry.ts'
import { createRecentChanges } from './recent-changes.ts'
import type { FeedChange } from './change-feed.ts'
import {
  matchesSubscription,
  tablesWithoutSecondFactor,
  publicTableName,
  type SocketSubscription,
  parseSubscription,
} from './subscription.ts'

export type SocketDeps = {
  config: Config
  site: Site
  log: Log
  auth: {
    readLogin(headers: Headers): Promise<Login | null>
    logins: Pick<LoginReader, 'byIds' | 'replacedAmong'>
    liveTickets: Pick<LiveTickets, 'use'>
  }
}

export type Sockets = {
  attach(server: Server): void
  /** Sends changes to the sockets that may see them and have subscribed to them. */
  publish(changes: FeedChange[]): Promise<void>
  count(): number
  close(): Promise<void>
}

const path = '/api/realtime'
const maxSubscriptions = 100
/** Maximum number of sockets per account, to limit memory. */
const maxConnections = 50
const frameBytes = 4096
const goingAway = 1001
const loginOver = 4401
const loginReplaced = 4402

/**
 * Serves WebSockets of signed-in browsers, and of the native app, which shows a ticket instead of a cookie. The server sends ids of changed
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
  const recent = createRecentChanges()

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer) {
    stream.on('error', () => stream.destroy())
    const [asked, query] = (request.url ?? '').split('?', 2)
    if (asked !== path) return refuse(stream, 404, 'Not Found')
    const named = new URLSearchParams(query)
    const ticket = named.get('ticket')
    const https = isHttps(request, config)
    const address = checkAddress(site, { https, host: request.headers.host, remote: request.socket.remoteAddress })
    const isExpected = ticket === null ? isSameOrigin(request, https) : isNativeOrigin(request.headers.origin)
    if (address !== 'fine' || !isExpected) return refuse(stream, 403, 'Forbidden')
    try {
      const own = await auth.readLogin(identifyingHeaders(request))
      const login = ticket === null ? own : await loginOfTicket(ticket, own)
      if (!login || isOtherThan(login, named.get('account'))) return refuse(stream, 401, 'Unauthorized')
      if (connections.of(login.userId).size >= maxConnections) return refuse(stream, 429, 'Too Many Requests')
      server.handleUpgrade(request, stream, head, (socket) => welcome(socket, login))
    } catch (error) {
      log.warn('a socket could not be opened', { error })
      refuse(stream, 503, 'Service Unavailable')
    }
  }

  /** Uses up a ticket. Returns its login; null if the ticket is not valid, the login is over, or another login presents it. */
  async function loginOfTicket(ticket: string, presentedBy: Login | null): Promise<Login | null> {
    const id = await auth.liveTickets.use(ticket)
    if (id === null || (presentedBy && presentedBy.id !== id)) return null
    return (await auth.logins.byIds([id]))[0] ?? null
  }

  function welcome(socket: WebSocket, login: Login) {
    const connection = socketConnection(socket, login)
    connections.add(connection)
    socket.on('close', () => connections.remove(connection))
    socket.on('error', () => socket.terminate())
    socket.on('pong', () => (connection.heardAt = Date.now()))
    socket.on('message', (data) => handleMessage(connection, String(data)))
    sendFrame(connection, { type: 'welcome', at: recent.now() })
  }

  function handleMessage(connection: SocketConnection, data: string) {
    connection.heardAt = Date.now()
    const frame = ClientFrame.safeParse(parse(data))
    if (!frame.success) return refuseFrame(connection, data)
    if (frame.data.type === 'heartbeat') return sendFrame(connection, { type: 'heartbeat' })
    if (frame.data.type === 'unsubscribe') return void connection.subscriptions.delete(frame.data.ref)
    const subscription = parseSubscription(frame.data)
    if (!subscription || connection.subscriptions.size >= maxSubscriptions)
      return sendFrame(connection, { type: 'refused', ref: frame.data.ref, status: 400 })
    connection.subscriptions.set(subscription.ref, subscription)
    sendFrame(connection, { type: 'subscribed', ref: subscription.ref })
    if (frame.data.behind > 0) replay(connection, subscription, frame.data)
  }

  /** Sends the changes that the page may have missed between reading its data and subscribing. */
  function replay(
    connection: SocketConnection,
    subscription: SocketSubscription,
    { behind: seconds, since }: { behind: number; since?: number | undefined },
  ) {
    const missed = recent.within({ seconds, since }, connection.login.userId, (change) =>
      matchesSubscription(subscription, change),
    )
    if (missed.length === 0) return
    withValidLogin([connection])
      .then(([still]) => still && missed.forEach((change) => sendChange(still, change, [subscription])))
      .catch((error: unknown) => log.warn('missed changes could not be sent', { error }))
  }

  function refuseFrame(connection: SocketConnection, data: string) {
    const ref = (parse(data) as { ref?: unknown } | null)?.ref
    sendFrame(connection, { type: 'refused', ref: typeof ref === 'string' ? ref.slice(0, 40) : '', status: 400 })
  }

  /**
   * Reads the logins of the given sockets with one query. Closes the sockets of ended logins; returns the other sockets with their login
   * updated.
   */
  async function withValidLogin(asked: SocketConnection[]): Promise<SocketConnection[]> {
    if (asked.length === 0) return []
    const logins = new Map(
      (await auth.logins.byIds([...new Set(asked.map((connection) => connection.login.id))])).map((login) => [
        login.id,
        login,
      ]),
    )
    const ended = asked.filter(({ login }) => !logins.has(login.id))
    const replaced = await auth.logins.replacedAmong(ended.map(({ login }) => login.id))
    for (const connection of ended) end(connection, replaced.has(connection.login.id))
    return asked.filter((connection) => {
      const login = logins.get(connection.login.id)
      if (login) connection.login = login
      return login !== undefined
    })
  }

  /** Closes the socket of a login that has ended or was replaced. The page of a replaced login connects again with its new cookie. */
  function end(connection: SocketConnection, isReplaced: boolean) {
    sendFrame(connection, { type: isReplaced ? 'replaced' : 'ended' })
    connection.socket.close(isReplaced ? loginReplaced : loginOver)
    connections.remove(connection)
  }

  async function publish(changes: FeedChange[]) {
    recent.add(changes)
    const audience = new Set(changes.flatMap((change) => change.audience))
    const concerned = [...audience].flatMap((account) => [...connections.of(account)])
    for (const connection of await withValidLogin(concerned)) {
      for (const change of changes)
        if (change.audience.includes(connection.login.userId)) sendChange(connection, change)
    }
  }

  function sendChange(
    connection: SocketConnection,
    change: FeedChange,
    subscriptions: Iterable<SocketSubscription> = connection.subscriptions.values(),
  ) {
    const table = publicTableName(change.table_name)
    if (!table || (missingAssurance(connection.login) !== null && !tablesWithoutSecondFactor.has(table))) return
    const { op: event, row_id: id, keys } = change
    const frames = [...subscriptions]
      .filter((subscription) => matchesSubscription(subscription, change))
      .map((subscription): ServerFrame => ({ type: 'change', ref: subscription.ref, table, event, id, keys }))
    queueFrames(connection, frames)
  }

  async function sendHeartbeats() {
    const deadline = Date.now() - (limits.heartbeatSeconds + limits.timeoutSeconds) * 1000
    for (const connection of connections.all()) {
      if (connection.heardAt < deadline) connection.socket.terminate()
      else {
        sendFrame(connection, { type: 'heartbeat' })
        connection.socket.ping()
      }
    }
    await withValidLogin(connections.all()).catch((error: unknown) =>
      log.warn('open sockets cannot be checked', { error }),
    )
  }
  const heartbeatTimer = setInterval(() => void sendHeartbeats(), limits.heartbeatSeconds * 1000)
  heartbeatTimer.unref()

  return {
    attach: (http) =>
      void http.on(
        'upgrade',
        (request: IncomingMessage, stream: Duplex, head: Buffer) => void upgrade(request, stream, head),
      ),
    publish,
    count: () => connections.all().length,
    async close() {
      clearInterval(heartbeatTimer)
      const open = connections.all()
      const closed = open.map(
        (connection) => new Promise<void>((resolve) => connection.socket.once('close', () => resolve())),
      )
      for (const connection of open) connection.socket.close(goingAway)
      await Promise.race([Promise.all(closed), new Promise((resolve) => setTimeout(resolve, 1_000).unref())])
      for (const connection of open) connection.socket.terminate()
      server.close()
    },
  }
}
