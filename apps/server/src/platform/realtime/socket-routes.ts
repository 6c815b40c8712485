import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import type { AppContext } from '../app-context.ts'
import { pathOf } from './socket-admission.ts'
import { refuse } from './socket-request.ts'

/** Answers a request to open a socket. `head` contains the bytes that the browser has already sent on it. */
export type Upgrade = (request: IncomingMessage, stream: Duplex, head: Buffer) => Promise<void>

/** The sockets of one path in this process. */
export type OpenSocketRoute = { upgrade: Upgrade; close(): Promise<void> }

/** A path at which a feature accepts sockets, in addition to the sockets of the change feed. */
export type SocketRoute = { path: string; open(context: AppContext): OpenSocketRoute }

const changesPath = '/api/realtime'

/** Accepts sockets at a server: those of the change feed and those of the features. Returns a function that closes the sockets of the features. */
export function attachSockets(
  server: Server,
  context: AppContext,
  routes: readonly SocketRoute[],
): () => Promise<void> {
  const opened = new Map(routes.map((route) => [route.path, route.open(context)]))
  const upgrades = new Map<string, Upgrade>([[changesPath, context.sockets.upgrade]])
  for (const [path, { upgrade }] of opened) upgrades.set(path, upgrade)

  async function answer(request: IncomingMessage, stream: Duplex, head: Buffer) {
    stream.on('error', () => stream.destroy())
    const upgrade = upgrades.get(pathOf(request))
    if (!upgrade) return refuse(stream, 404, 'Not Found')
    try {
      await upgrade(request, stream, head)
    } catch (error) {
      context.log.warn('a socket could not be opened', { error })
      refuse(stream, 503, 'Service Unavailable')
    }
  }

  server.on('upgrade', (...upgraded) => void answer(...upgraded))
  return async () => void (await Promise.all([...opened.values()].map(({ close }) => close())))
}
