import { statfs } from 'node:fs/promises'
import { Counter, Gauge, type Registry } from 'prom-client'
import type { Clock } from '../clock.ts'
import type { Db } from '../database/actor.ts'
import { readBackupRecord } from '../data-folder/last-backup.ts'
import type { RelayFigures } from '../relay/turn.ts'
import { sql } from 'kysely'

/** The parts of the server whose figures are read at each scrape. */
export type MetricSources = {
  pool: { totalCount: number; idleCount: number; waitingCount: number }
  db: Pick<Db, 'asActor'>
  /** The names of all queues of jobs. */
  queues: readonly string[]
  countSockets: () => number
  /** The figures of the relay of video calls. */
  readRelay: () => RelayFigures
  /** The seconds since the change feed last read the database. */
  secondsSinceFeedRead: () => number
  dataDir: string
  clock: Clock
}

/** Adds the gauges to the registry. A figure that cannot be read is left out of that scrape, and the others are still shown. */
export function watchSources(registry: Registry, sources: MetricSources): void {
  watchPool(registry, sources)
  watchQueues(registry, sources)
  watchDisk(registry, sources)
  watchRelay(registry, sources)
  const { countSockets, secondsSinceFeedRead } = sources
  gauge(registry, 'attune_sockets', 'Open live connections of pages', countSockets)
  gauge(
    registry,
    'attune_change_feed_read_age_seconds',
    'Time since the change feed last read the database; it reads at least every 5 seconds',
    secondsSinceFeedRead,
  )
  gauge(
    registry,
    'attune_backup_verified_age_seconds',
    'Age of the last backup that was verified by a restore; +Inf if there is none',
    () => {
      const { proved } = readBackupRecord(sources.dataDir)
      return proved ? (sources.clock.now().getTime() - proved.at.getTime()) / 1_000 : Infinity
    },
  )
}

function gauge(registry: Registry, name: string, help: string, read: () => number): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    collect() {
      this.set(read())
    },
  })
}

function watchRelay(registry: Registry, { readRelay }: MetricSources): void {
  const total = (name: string, help: string, read: () => number) =>
    new Counter({
      name,
      help,
      registers: [registry],
      collect() {
        this.reset()
        this.inc(read())
      },
    })
  const open = 'Open connections of video calls to the relay'
  gauge(registry, 'attune_relay_allocations', open, () => readRelay().allocations)
  total('attune_relay_bytes_total', 'Bytes of video calls that the relay passed on', () => readRelay().bytes)
  total('attune_relay_refused_total', 'Requests that the relay refused', () => readRelay().refused)
}

function watchPool(registry: Registry, { pool }: MetricSources): void {
  gauge(registry, 'attune_database_connections', 'Open database connections of requests', () => pool.totalCount)
  gauge(registry, 'attune_database_connections_idle', 'Database connections without work', () => pool.idleCount)
  gauge(registry, 'attune_database_waiting', 'Transactions that wait for a connection', () => pool.waitingCount)
}

type QueueAge = { name: string; count: number; age: number }

/** Returns the number of due jobs of each queue and the age of the oldest. A queue without due jobs has no row. */
const readQueueAges = ({ db }: Pick<MetricSources, 'db'>): Promise<QueueAge[]> =>
  db.asActor({ role: 'worker', id: null }, async (tx) => {
    const { rows } = await sql<QueueAge>`
      select name, count(*)::int as count, extract(epoch from now() - min(start_after))::float8 as age from jobs.job_common
      where state in ('created', 'retry') and start_after < now() group by name`.execute(tx.kysely)
    return rows
  })

/**
 * Watches the queues with one query. Also shows whether the query succeeded, because a scrape must succeed even while the database does not answer.
 */
function watchQueues(registry: Registry, sources: MetricSources): void {
  const [registers, labelNames] = [[registry], ['queue'] as const]
  const ages = new Gauge({
    name: 'attune_queue_oldest_seconds',
    help: 'Time for which the oldest due job of a queue waits; 0 if none is due',
    registers,
    labelNames,
  })
  const counts = new Gauge({ name: 'attune_queue_due_jobs', help: 'Due jobs of a queue', registers, labelNames })
  new Gauge({
    name: 'attune_database_up',
    help: 'Whether the database answers: 1 or 0',
    registers,
    async collect() {
      const found = await readQueueAges(sources).catch(() => null)
      this.set(found ? 1 : 0)
      ages.reset()
      counts.reset()
      if (!found) return
      for (const queue of sources.queues) {
        const row = found.find(({ name }) => name === queue)
        ages.set({ queue }, row?.age ?? 0)
        counts.set({ queue }, row?.count ?? 0)
      }
    },
  })
}

function watchDisk(registry: Registry, { dataDir }: MetricSources): void {
  const registers = [registry]
  const size = new Gauge({ name: 'attune_disk_size_bytes', help: 'Size of the disk of the data', registers })
  new Gauge({
    name: 'attune_disk_free_bytes',
    help: 'Free space of the disk of the data',
    registers,
    async collect() {
      const found = await statfs(dataDir).catch(() => null)
      this.reset()
      if (!found) return
      this.set(found.bavail * found.bsize)
      size.set(found.blocks * found.bsize)
    },
  })
}
