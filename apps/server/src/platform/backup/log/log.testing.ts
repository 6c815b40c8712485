import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { readLogRecord } from '../../data-folder/log-record.ts'
import { systemClock } from '../../clock.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../database/embedded.ts'
import { ensureCluster, runAsSuperuser } from '../../database/embedded/cluster.ts'
import { clusterPath, findPostgresPaths } from '../../database/embedded/paths.ts'
import { findPostmaster, type LaunchOptions } from '../../database/embedded/postmaster.ts'
import { FolderStore } from '../../object-store/folder-store.ts'
import { loadSecrets } from '../../secrets/secrets.ts'
import { type AgeKey, createAgeKey } from '../encryption/age.ts'
import { backupTime } from '../destination/layout.ts'
import { markStore } from '../destination/mark.ts'
import { sendBackup } from '../destination/send.ts'
import { packRunning } from '../pack-running.ts'
import { archiveLog, type LogArchiveOptions } from './archive-log.ts'
import { parsePosition } from './positions.rules.ts'

/** A practice that writes letters into a running Postgres and archives its log in a folder. */
export type LogPractice = {
  home: string
  data: { dataDir: string; secretsDir: string }
  destination: string
  store: FolderStore
  key: AgeKey
  url(): string
  client(): Promise<pg.Client>
  /** Writes a letter. Returns the time of its commit with microseconds. */
  write(text: string): Promise<string>
  /** Writes more log than one segment holds. */
  fillSegment(): Promise<void>
  /** Makes a base backup in the destination. Returns its name. */
  backUp(): Promise<string>
  /** Waits until everything that was committed has reached the destination. */
  untilArchived(): Promise<void>
  port(): number
  /** Returns the options of a log archive. `reports` collects the failures that the archive reports. */
  options(changed?: Partial<LogArchiveOptions>): LogArchiveOptions
  reports: string[]
  /** Archives the log until the returned function is called. */
  archive(changed?: Partial<LogArchiveOptions>): () => Promise<void>
  /** Stops Postgres. `startPostgres` starts it again. */
  stopPostgres(): Promise<void>
  startPostgres(): Promise<void>
  close(): Promise<void>
}

/** The id of the practice's backups. */
export const practiceId = 'log-practice'

/** An SQL expression for the commit time of a row, in UTC with microseconds. */
export const committedAt = `to_char(pg_xact_commit_timestamp(xmin) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

const pageBytes = 8192n
/** The sizes of the header of a page of the log: of the first page of a segment, and of others. */
const headerBytes = [40n, 24n]

/**
 * Returns the position before the header of a page if the page contains nothing else. After a backup, the insert position is after the header of the
 * next segment, which Postgres writes only with the first record, up to 15 seconds later.
 */
function beforePageHeader(position: bigint): bigint {
  const offset = position % pageBytes
  return headerBytes.includes(offset) ? position - offset : position
}

export async function createLogPractice(launch: LaunchOptions = {}): Promise<LogPractice> {
  const home = mkdtempSync(join(tmpdir(), 'attune-log-'))
  // The embedded Postgres may run as a separate system user, who needs access to this folder.
  chmodSync(home, 0o711)
  const dataDir = join(home, 'data')
  const data = { dataDir, secretsDir: join(dataDir, 'secrets') }
  const password = loadSecrets(data.secretsDir).secrets.dbPasswords.install
  const destination = join(home, 'destination')
  mkdirSync(destination)
  const store = new FolderStore(destination)
  const key = await createAgeKey()
  await markStore(store, destination, practiceId)
  const places = findPostgresPaths(dataDir)
  ensureCluster(places, { password, throwaway: true })
  // With this setting, a test can read the commit time of each row with microseconds.
  runAsSuperuser(places, places.cluster, ['alter system set track_commit_timestamp = on'], { throwaway: true })
  const start = () => startEmbedded({ dataDir, password, throwaway: true, ...launch })
  let postgres: EmbeddedPostgres = await start()
  const client = async () => {
    const connected = new pg.Client(postgres.url)
    connected.on('error', () => {})
    await connected.connect()
    return connected
  }
  const first = await client()
  await first.query('create table letter (number serial primary key, text text)')
  await first.end()
  const reports: string[] = []
  const running = () => findPostmaster(clusterPath(dataDir))
  const options = (changed: Partial<LogArchiveOptions> = {}): LogArchiveOptions => ({
    dataDir,
    destinations: [{ open: async () => store, readBases: async () => [] }],
    recipients: [key.recipient],
    zone: 'Europe/Berlin',
    server: () => {
      const found = running()
      return found?.ready ? { port: found.port, password } : null
    },
    clock: systemClock,
    report: (message, error) => reports.push(`${message}: ${String(error)}`),
    shipMilliseconds: 100,
    ...changed,
  })
  return {
    home,
    data,
    destination,
    store,
    key,
    client,
    reports,
    options,
    url: () => postgres.url,
    port: () => running()?.port ?? 0,
    async write(text) {
      const writer = await client()
      try {
        await writer.query('insert into letter (text) values ($1)', [text])
        const { rows } = await writer.query<{ at: string }>(
          `select ${committedAt} as at from letter where text = $1 order by number desc limit 1`,
          [text],
        )
        return rows[0]?.at ?? ''
      } finally {
        await writer.end()
      }
    },
    async fillSegment() {
      const writer = await client()
      await writer.query(`select pg_logical_emit_message(false, 'attune', repeat('x', 17000000))`)
      await writer.query(`insert into letter (text) values ('a full segment')`)
      await writer.end()
    },
    async backUp() {
      const at = new Date()
      const work = mkdtempSync(join(home, 'pack-'))
      const recipients = [key.recipient]
      const packed = await packRunning(data, work, { at, recipients }, { port: running()?.port ?? 0, password })
      await sendBackup(store, { ...packed, name: backupTime(at), recipients, secretsDir: null })
      rmSync(work, { recursive: true })
      return backupTime(at)
    },
    async untilArchived() {
      const reader = await client()
      const { rows } = await reader.query<{ at: string }>('select pg_current_wal_insert_lsn()::text as at')
      await reader.end()
      const end = beforePageHeader(parsePosition(rows[0]?.at ?? ''))
      const position = () => parsePosition(readLogRecord(dataDir).position ?? '0/0')
      while (position() < end) await pause(50)
    },
    archive(changed) {
      const stopping = new AbortController()
      const archiving = archiveLog(options(changed), stopping.signal)
      return () => {
        stopping.abort()
        return archiving
      }
    },
    stopPostgres: () => postgres.stop(),
    async startPostgres() {
      postgres = await start()
    },
    async close() {
      await postgres.stop()
      if (existsSync(home)) rmSync(home, { recursive: true })
    },
  }
}
