import { once } from 'node:events'
import { createServer as createHttpServer } from 'node:http'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import pg from 'pg'

/** The line from a standby to its primary. */
export type ReplicationLink = {
  port: number
  /** Stops forwarding in both directions. The connections stay open, so neither side notices. */
  blackHole(): void
  close(): Promise<void>
}

/** Opens a line to the primary on `primaryPort` of loopback. */
export async function openReplicationLink(primaryPort: number): Promise<ReplicationLink> {
  const open = new Set<Socket>()
  let isDead = false
  const server = createServer((from) => {
    const to = connect(primaryPort, '127.0.0.1')
    for (const [one, other] of [
      [from, to],
      [to, from],
    ] as const) {
      open.add(one)
      one.on('data', (bytes: Buffer) => {
        if (!isDead) other.write(bytes)
      })
      one.on('error', () => {})
      one.on('close', () => {
        open.delete(one)
        if (!isDead) other.destroy()
      })
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    blackHole() {
      isDead = true
    },
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Answers 'GET /primary' with 200 while the Postgres at `url` accepts writes, as Patroni does; otherwise with 503. */
export async function openHealthCheck(url: string): Promise<{ port: number; close(): void }> {
  const server = createHttpServer((_request, response) => {
    void isPrimary(url).then((is) => response.writeHead(is ? 200 : 503).end())
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return { port: (server.address() as AddressInfo).port, close }
}

/** Whether the Postgres at `url` accepts writes. */
export async function isPrimary(url: string): Promise<boolean> {
  return (await isInRecovery(url)) === false
}

/** Whether the Postgres at `url` is a standby; null if it does not answer. */
export async function isInRecovery(url: string): Promise<boolean | null> {
  const db = new pg.Client({ connectionString: url, connectionTimeoutMillis: 1_000, query_timeout: 1_000 })
  db.on('error', () => {})
  try {
    await db.connect()
    const { rows } = await db.query<{ is: boolean }>('select pg_is_in_recovery() as is')
    return rows[0]?.is ?? null
  } catch {
    return null
  } finally {
    await db.end().catch(() => {})
  }
}
