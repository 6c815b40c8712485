import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import pg from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { databaseUrlFor } from '../../database/pools.ts'
import type { Secrets } from '../../secrets/secrets.ts'
import {
  columnsOf,
  fileOf,
  nameOf,
  readContent,
  readTables,
  snapshotConnection,
  type SnapshotTable,
  type TableContent,
} from './relations.ts'

/** The name of the folder in an archive with the tables of a practice's own Postgres, and of the list in it. */
export const snapshotFolder = 'tables'
export const snapshotList = 'snapshot.json'

export type SnapshotEntry = SnapshotTable & TableContent
export type Snapshot = {
  /** The migrations of the database, with the hashes of their files. */
  migrations: { name: string; hash: string }[]
  tables: SnapshotEntry[]
}

/**
 * Copies every table of a practice's own Postgres into the new folder `tables` of `folder`, all as of the same moment, while the server writes. Reads
 * as the backup role. Throws if a table cannot be read; then the folder has no list and is not a snapshot.
 */
export async function takeSnapshot(installerUrl: string, secrets: Secrets, folder: string): Promise<Snapshot> {
  const target = join(folder, snapshotFolder)
  mkdirSync(target, { mode: 0o700 })
  const db = new pg.Client({
    connectionString: databaseUrlFor(installerUrl, 'attune_app_backup', secrets),
    application_name: 'attune backup',
    ...snapshotConnection,
  })
  db.on('error', () => {})
  await db.connect()
  try {
    await db.query('begin isolation level repeatable read read only')
    // The limits of the database are for answers to people; a copy of a large table takes longer.
    await db.query('set local statement_timeout = 0; set local transaction_timeout = 0')
    const { rows: migrations } = await db.query<Snapshot['migrations'][number]>(
      'select name, hash from meta.migration order by name',
    )
    const tables: SnapshotEntry[] = []
    for (const table of await readTables(db)) tables.push(await copyTable(db, table, target))
    await db.query('commit')
    const snapshot: Snapshot = { migrations, tables }
    writeFileSync(join(target, snapshotList), JSON.stringify(snapshot), { mode: 0o600 })
    return snapshot
  } finally {
    await db.end()
  }
}

async function copyTable(db: pg.Client, table: SnapshotTable, folder: string): Promise<SnapshotEntry> {
  const rows = db.query(copyTo(`copy (select ${columnsOf(table)} from ${nameOf(table)}) to stdout`))
  await pipeline(rows, createWriteStream(join(folder, fileOf(table)), { mode: 0o600, flags: 'wx' }))
  return { ...table, ...(await readContent(db, table)) }
}
