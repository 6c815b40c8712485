import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { databaseUrlFor } from '../../database/pools.ts'
import { StartError } from '../../process/start-error.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import { countBytes } from '../count-bytes.ts'
import { limitRate } from '../limit-rate.ts'
import { backupRoleProblem, requireReadable } from './backup-role.ts'
import {
  columnsOf,
  fileOf,
  nameOf,
  readContent,
  readTables,
  snapshotConnection,
  withoutTimeouts,
  type SnapshotTable,
  type TableContent,
} from './relations.ts'

/** The name of the folder in an archive that contains the tables of a practice's own Postgres. */
export const snapshotFolder = 'tables'
/** The name of the list of these tables in the folder. */
export const snapshotList = 'snapshot.json'

export type SnapshotEntry = SnapshotTable & TableContent
/** The list of a snapshot of a practice's own Postgres. */
export type Snapshot = {
  /** The version of the Postgres that the snapshot was taken from. */
  postgres: string
  /** The migrations of the database, with the hashes of their files. */
  migrations: { name: string; hash: string }[]
  /** The tables, each with the number of its rows and the checksum of their content. */
  tables: SnapshotEntry[]
}

/** The speed limit of a snapshot, and a callback that receives the number of bytes of each piece. */
type SnapshotOptions = { kilobytesPerSecond?: number | undefined; report?: (bytes: number) => void }

/**
 * Copies every table of a practice's own Postgres into the new folder `tables` of `folder`, all as of the same moment, while the server runs. Reads
 * as the backup role. Throws if a table cannot be read; the folder then has no list and is not a snapshot.
 */
export async function takeSnapshot(
  installerUrl: string,
  secrets: Secrets,
  folder: string,
  { kilobytesPerSecond = Infinity, report = () => {} }: SnapshotOptions = {},
): Promise<Snapshot> {
  const target = join(folder, snapshotFolder)
  mkdirSync(target, { mode: 0o700 })
  const db = new pg.Client({
    connectionString: databaseUrlFor(installerUrl, 'attune_app_backup', secrets),
    application_name: 'attune backup',
    ...snapshotConnection,
  })
  db.on('error', () => {})
  await db.connect().catch((error: Error) => {
    throw backupRoleProblem(error)
  })
  try {
    await db.query('begin isolation level repeatable read read only')
    // The time limits of the database are meant for requests of people. Copying a large table takes longer.
    await db.query(withoutTimeouts)
    await requireReadable(db)
    const { rows: migrations } = await db.query<Snapshot['migrations'][number]>(
      'select name, hash from meta.migration order by name',
    )
    const { rows: versions } = await db.query<{ postgres: string }>(
      `select (current_setting('server_version_num')::int / 10000)::text as postgres`,
    )
    const limited = limitRate(kilobytesPerSecond)
    const tables: SnapshotEntry[] = []
    for (const table of await readTables(db))
      tables.push(await copyTable(db, table, target, () => [countBytes(report), limited()]))
    await db.query('commit')
    const snapshot: Snapshot = { postgres: versions[0]?.postgres ?? '', migrations, tables }
    writeFileSync(join(target, snapshotList), JSON.stringify(snapshot), { mode: 0o600 })
    return snapshot
  } catch (cause) {
    if (cause instanceof StartError) throw cause
    throw new StartError(`Attune couldn't copy the database: ${(cause as Error).message}.`, { cause })
  } finally {
    await db.end().catch(() => {})
  }
}

async function copyTable(
  db: pg.Client,
  table: SnapshotTable,
  folder: string,
  through: () => Transform[],
): Promise<SnapshotEntry> {
  const rows = db.query(copyTo(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`))
  const file = createWriteStream(join(folder, fileOf(table)), { mode: 0o600, flags: 'wx' })
  await pipeline([rows, ...through(), file])
  return { ...table, ...(await readContent(db, table)) }
}
