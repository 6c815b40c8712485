import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type CalendarServer, basic } from './servers.ts'

export type ProxyRequest = { method: string; path: string }
type Passed = { status: number; headers: Record<string, string>; body: Buffer }

/** The faults between the product and the calendar server. */
export type ProxyFaults = {
  /** The status of every response. No request reaches the calendar server. */
  status?: number
  /** Whether a write is carried out but its response is lost. */
  losesAnswers?: boolean
  /** Whether the proxy replaces the sync token by an unknown one. */
  losesToken?: boolean
  /** Runs before a write reaches the server, to simulate for example a change by another program. */
  beforeWrite?: (request: ProxyRequest) => unknown
  /** Runs after the server has carried out a write, before the product gets the response. */
  afterWrite?: (request: ProxyRequest) => unknown
}

/**
 * Starts a proxy in front of a calendar server. The proxy checks the password, because some calendar servers have no accounts. It can also simulate
 * faults of the connection.
 */
export async function startCalendarProxy(server: CalendarServer) {
  const state = { faults: {} as ProxyFaults, password: server.user.password }
  const answers = new Map<number, number>()
  const proxy = createServer((request, response) => void answer(request, response).catch(() => response.destroy()))
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(proxy.address() as AddressInfo).port}`

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const { method = '', url: path = '', headers } = request
    const { faults } = state
    if (faults.status) return void response.writeHead(faults.status).end()
    const isAllowed = headers.authorization === basic({ ...server.user, password: state.password })
    if (!isAllowed && server.name === 'xandikos') return void response.writeHead(401).end()
    const isWrite = method === 'PUT' || method === 'DELETE'
    if (isWrite) await faults.beforeWrite?.({ method, path })
    const body = Buffer.concat(parts).toString()
    const passed = await pass(request, faults.losesToken ? withLostToken(body) : body)
    answers.set(passed.status, (answers.get(passed.status) ?? 0) + 1)
    if (isWrite) await faults.afterWrite?.({ method, path })
    if (isWrite && faults.losesAnswers) return void response.destroy()
    response.writeHead(passed.status, passed.headers).end(passed.body)
  }

  async function pass({ method, url, headers }: IncomingMessage, body: string): Promise<Passed> {
    const sent = Object.entries(headers).filter(([name]) => !['connection', 'content-length'].includes(name))
    const passed = await fetch(`http://127.0.0.1:${server.port}${url}`, {
      method: method ?? 'GET',
      redirect: 'manual',
      headers: [
        ...sent.map(([name, value]) => [name, String(value)] as [string, string]),
        ['accept-encoding', 'identity'],
      ],
      ...(body && { body }),
    })
    const kept = [...passed.headers].filter(
      ([name]) => !['connection', 'content-length', 'transfer-encoding'].includes(name),
    )
    return { status: passed.status, headers: Object.fromEntries(kept), body: Buffer.from(await passed.arrayBuffer()) }
  }

  return {
    host,
    origin: `http://${host}`,
    /** The number of responses of the calendar server by status. */
    answers,
    /** Replaces the simulated faults of the proxy. */
    fails: (faults: ProxyFaults) => void (state.faults = faults),
    setPassword: (password: string) => {
      state.password = password
      server.setPassword(password)
    },
    close: async () => {
      proxy.closeAllConnections()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

/** Replaces the sync token of a request by one that the server never issued. */
const withLostToken = (body: string) =>
  body.replace(/(<d:sync-token>)[^<]+/, (_, tag: string) => `${tag}http://radicale.org/ns/sync/${'0'.repeat(64)}`)
