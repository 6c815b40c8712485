import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { embeddedUrl } from '../apps/server/src/platform/database/embedded/cluster.ts'
import { freePort } from '../apps/server/src/platform/database/embedded/free-port.ts'
import { openHealthCheck, openReplicationLink, type ReplicationLink } from './failover.link.ts'
import { DrillPostgres } from './failover.postgres.ts'

/** A primary behind haproxy. Before each failover, the primary gets a standby. */
export type FailoverPair = {
  /** The address of haproxy. */
  url: string
  primary(): DrillPostgres
  addStandby(isSynchronous: boolean): Promise<void>
  /** Stops the line between the primary and its standby without closing it. */
  blackHole(): void
  /** Kills the primary and promotes the standby. Returns the time of the kill, and the time from which all answers come from the new primary. */
  failOver(): Promise<{ killedAt: number; promotedAt: number }>
  close(): Promise<void>
}

/** Starts an empty primary and haproxy with the configuration of `hosting/`, in which only the addresses are replaced. */
export async function startFailoverPair(password: string): Promise<FailoverPair> {
  const home = mkdtempSync(join(tmpdir(), 'attune-failover-'))
  // Postgres may run as a separate system user, who needs access to this folder.
  chmodSync(home, 0o711)
  const [a, b] = [await openPlace(password), await openPlace(password)]
  const address = await freePort()
  let made = 0
  const create = () => {
    const { port } = made % 2 ? b : a
    return new DrillPostgres(join(home, `server-${made++}`), port, password)
  }
  let primary = create()
  await primary.startEmpty()
  const haproxy = startHaproxy(home, address, [a, b])
  let standby: { postgres: DrillPostgres; link: ReplicationLink } | null = null
  return {
    url: embeddedUrl(address, password),
    primary: () => primary,
    async addStandby(isSynchronous) {
      const link = await openReplicationLink(primary.port)
      const postgres = create()
      standby = { postgres, link }
      await postgres.startAsStandbyOf(primary, link.port)
      await primary.replicate(isSynchronous)
    },
    blackHole: () => standby?.link.blackHole(),
    async failOver() {
      if (!standby) throw new Error('there is no standby')
      const { postgres, link } = standby
      const killedAt = performance.now()
      primary.kill()
      const promotedAt = performance.now()
      await postgres.promote()
      primary.remove()
      await link.close()
      primary = postgres
      standby = null
      return { killedAt, promotedAt }
    },
    async close() {
      haproxy.kill('SIGTERM')
      await once(haproxy, 'exit')
      await standby?.link.close()
      standby?.postgres.remove()
      primary.remove()
      for (const { check } of [a, b]) check.close()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** A port for a Postgres, and the health check that answers `/primary` for it. */
type Place = { port: number; check: { port: number; close(): void } }

async function openPlace(password: string): Promise<Place> {
  const port = await freePort()
  return { port, check: await openHealthCheck(embeddedUrl(port, password)) }
}

function startHaproxy(home: string, port: number, [a, b]: [Place, Place]): ChildProcess {
  const text = readFileSync(join(import.meta.dirname, '..', 'hosting', 'haproxy-postgres.cfg'), 'utf8')
    .replace('127.0.0.1:5000', `127.0.0.1:${port}`)
    .replace(/10\.0\.0\.11:5432 (.*) check port 8008/, `127.0.0.1:${a.port} $1 check port ${a.check.port}`)
    .replace(/10\.0\.0\.12:5432 (.*) check port 8008/, `127.0.0.1:${b.port} $1 check port ${b.check.port}`)
  const path = join(home, 'haproxy-postgres.cfg')
  writeFileSync(path, text)
  return spawn('haproxy', ['-db', '-q', '-f', path], { stdio: ['ignore', 'ignore', 'inherit'] })
}
