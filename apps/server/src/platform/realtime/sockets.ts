import { realtime as limits } from '@attune/contract/common/constants'
import { ClientFrame, type ServerFrame } from '@attune/contract/common/realtime'
import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type Login, needOf } from '../auth/login.ts'
import type { Config } from '../config.ts'
import { isOwnOrigin, judgeAddress } from '../http/gate.ts'
import { isTrustedProxy } from '../http/proxies.ts'
import type { Site } from '../http/site.ts'
import type { Log } from '../log.ts'
import { keepRecent } from './recent.ts'
import type { ChangeRow } from './relay.ts'
import { isWanted, openToWeakLogins, publicName, type Subscription, subscriptionOf } from './subscription.ts'

export type SocketDeps = {
  config: Config
  site: Site
  log: Log
  auth: {
    readLogin(headers: Headers): Promise<Login | null>
    logins: { byIds(ids: readonly string[]): Promise<Login[]> }
  }
}

export type Sockets = {
  attach(server: Server): void
  /** Gives changes to the sockets that may hear of them and want to. */
  hand(changes: ChangeRow[]): Promise<void>
  count(): number
  close(): Promise<void>
}

const path = '/api/realtime'
const mostSubscriptions = 100
/** Open pages of one account; a browser that loses count must not fill the memory. */
const mostLines = 50
const frameBytes = 4096
const goingAway = 1001
const loginOver = 4401

type Line = {
  socket: WebSocket
  login: Login
  subscriptions: Map<string, Subscription>
  heardAt: number
  waiting: ServerFrame[]
  flushing: NodeJS.Timeout | null
}

/** Open sockets of signed-in browsers. They carry the news that something changed, never what it says. */
export function openSockets({ config, site, log, auth }: SocketDeps): Sockets {
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: frameBytes,
    perMessageDeflate: false,
    clientTracking: false,
  })
  const lines = new Map<string, Set<Line>>()
  const recent = keepRecent()
  const all = () => [...lines.values()].flatMap((set) => [...set])

  function add(line: Line) {
    const known = lines.get(line.login.userId) ?? new Set()
    lines.set(line.login.userId, known.add(line))
  }

  function remove(line: Line) {
    if (line.flushing) clearTimeout(line.flushing)
    const known = lines.get(line.login.userId)
    known?.delete(line)
    if (known?.size === 0) lines.delete(line.login.userId)
  }

  async function upgrade(request: IncomingMessage, stream: Duplex, head: Buffer) {
    stream.on('error', () => stream.destroy())
    if ((request.url ?? '').split('?', 1)[0] !== path) return refuse(stream, 404, 'Not Found')
    const https = isHttps(request, config)
    const address = judgeAddress(site, { https, host: request.headers.host, remote: request.socket.remoteAddress })
    if (address !== 'fine' || !isOwnOrigin(request, https)) return refuse(stream, 403, 'Forbidden')
    try {
      const login = await auth.readLogin(carried(request))
      if (!login) return refuse(stream, 401, 'Unauthorized')
      if ((lines.get(login.userId)?.size ?? 0) >= mostLines) return refuse(stream, 429, 'Too Many Requests')
      server.handleUpgrade(request, stream, head, (socket) => welcome(socket, login))
    } catch (error) {
      log.warn('a socket could not be opened', { error })
      refuse(stream, 503, 'Service Unavailable')
    }
  }

  function welcome(socket: WebSocket, login: Login) {
    const line: Line = { socket, login, subscriptions: new Map(), heardAt: Date.now(), waiting: [], flushing: null }
    add(line)
    socket.on('close', () => remove(line))
    socket.on('error', () => socket.terminate())
    socket.on('pong', () => (line.heardAt = Date.now()))
    socket.on('message', (data) => hear(line, String(data)))
    send(line, { type: 'welcome' })
  }

  function hear(line: Line, data: string) {
    line.heardAt = Date.now()
    const frame = ClientFrame.safeParse(parse(data))
    if (!frame.success) return refuseWish(line, data)
    if (frame.data.type === 'heartbeat') return send(line, { type: 'heartbeat' })
    if (frame.data.type === 'unsubscribe') return void line.subscriptions.delete(frame.data.ref)
    const wish = subscriptionOf(frame.data)
    if (!wish || line.subscriptions.size >= mostSubscriptions)
      return send(line, { type: 'refused', ref: frame.data.ref, status: 400 })
    line.subscriptions.set(wish.ref, wish)
    send(line, { type: 'subscribed', ref: wish.ref })
    if (frame.data.behind > 0) recall(line, wish, frame.data.behind)
  }

  /** Tells of what a page may have missed between reading and following. */
  function recall(line: Line, wish: Subscription, seconds: number) {
    const missed = recent.within(seconds, line.login.userId, (change) => isWanted(wish, change))
    if (missed.length === 0) return
    standing([line])
      .then(([still]) => still && missed.forEach((change) => tell(still, change, [wish])))
      .catch((error: unknown) => log.warn('what was missed cannot be told', { error }))
  }

  function refuseWish(line: Line, data: string) {
    const ref = (parse(data) as { ref?: unknown } | null)?.ref
    send(line, { type: 'refused', ref: typeof ref === 'string' ? ref.slice(0, 40) : '', status: 400 })
  }

  /** One question for all sockets of a batch: whose login still stands, and how strong it is now. Ends the others. */
  async function standing(asked: Line[]): Promise<Line[]> {
    if (asked.length === 0) return []
    const logins = new Map(
      (await auth.logins.byIds([...new Set(asked.map((line) => line.login.id))])).map((login) => [login.id, login]),
    )
    return asked.filter((line) => {
      const login = logins.get(line.login.id)
      if (login) line.login = login
      else end(line)
      return login !== undefined
    })
  }

  function end(line: Line) {
    send(line, { type: 'ended' })
    line.socket.close(loginOver)
    remove(line)
  }

  async function hand(changes: ChangeRow[]) {
    recent.add(changes)
    const audience = new Set(changes.flatMap((change) => change.audience))
    const concerned = [...audience].flatMap((account) => [...(lines.get(account) ?? [])])
    for (const line of await standing(concerned)) {
      for (const change of changes) if (change.audience.includes(line.login.userId)) tell(line, change)
    }
  }

  function tell(line: Line, change: ChangeRow, wishes: Iterable<Subscription> = line.subscriptions.values()) {
    const table = publicName(change.table_name)
    if (!table || (needOf(line.login) !== null && !openToWeakLogins.has(table))) return
    const { op: event, row_id: id, keys } = change
    for (const wish of wishes)
      if (isWanted(wish, change)) line.waiting.push({ type: 'change', ref: wish.ref, table, event, id, keys })
    if (line.waiting.length > 0 && !line.flushing) flush(line)
  }

  /** At most `eventsPerSecond` leave a socket in a second; what is more waits for the next. A reader who never catches up is let go. */
  function flush(line: Line) {
    line.flushing = null
    for (const frame of line.waiting.splice(0, limits.eventsPerSecond)) send(line, frame)
    if (line.waiting.length > 100 * limits.eventsPerSecond) return line.socket.terminate()
    line.flushing = setTimeout(() => (line.waiting.length > 0 ? flush(line) : (line.flushing = null)), 1_000)
    line.flushing.unref()
  }

  async function beat() {
    const deadline = Date.now() - (limits.heartbeatSeconds + limits.timeoutSeconds) * 1000
    for (const line of all()) {
      if (line.heardAt < deadline) line.socket.terminate()
      else {
        send(line, { type: 'heartbeat' })
        line.socket.ping()
      }
    }
    await standing(all()).catch((error: unknown) => log.warn('open sockets cannot be checked', { error }))
  }
  const beating = setInterval(() => void beat(), limits.heartbeatSeconds * 1000)
  beating.unref()

  return {
    attach: (http) =>
      void http.on(
        'upgrade',
        (request: IncomingMessage, stream: Duplex, head: Buffer) => void upgrade(request, stream, head),
      ),
    hand,
    count: () => all().length,
    async close() {
      clearInterval(beating)
      const open = all()
      const closed = open.map((line) => new Promise<void>((resolve) => line.socket.once('close', () => resolve())))
      for (const line of open) line.socket.close(goingAway)
      await Promise.race([Promise.all(closed), new Promise((resolve) => setTimeout(resolve, 1_000).unref())])
      for (const line of open) line.socket.terminate()
      server.close()
    },
  }
}

/** What of an upgrade tells who asks. */
function carried({ headers: { cookie, origin, authorization } }: IncomingMessage): Headers {
  const given = Object.entries({ cookie, origin, authorization }).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  )
  return new Headers(given)
}

function send(line: Line, frame: ServerFrame) {
  if (line.socket.readyState === line.socket.OPEN) line.socket.send(JSON.stringify(frame))
}

function parse(data: string): unknown {
  try {
    return JSON.parse(data)
  } catch {
    return null
  }
}

/** A proxy in front is believed only if it is one of those that were named. */
function isHttps(request: IncomingMessage, config: Config): boolean {
  if ('encrypted' in request.socket) return true
  return (
    isTrustedProxy(request.socket.remoteAddress, config.trustProxy) && request.headers['x-forwarded-proto'] === 'https'
  )
}

function refuse(stream: Duplex, status: number, words: string) {
  stream.end(`HTTP/1.1 ${status} ${words}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}
