import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import type { Db } from '../../apps/server/src/platform/database/actor.ts'
import {
  memoryNote,
  memorySettings,
  type MemorySettings,
} from '../../apps/server/src/platform/database/embedded/memory.rules.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { usableMemory } from '../../apps/server/src/platform/database/embedded/postmaster.ts'
import { readMigrations } from '../../apps/server/src/platform/database/migrate/migrate.ts'
import { version } from '../../apps/server/src/platform/process/version.ts'
import { type DoctorLine, lineMaker } from './report.ts'

const line = lineMaker('Versions')
const worker = { role: 'worker', id: null } as const

/**
 * Returns the lines about the versions of Attune, Node, and a built-in Postgres that is stopped. `nodeVersion` is the version that the lock file
 * pins.
 */
export function programVersionLines(config: Config, nodeVersion: string): DoctorLine[] {
  const own = process.version.slice(1)
  const cluster = clusterPath(config.dataDir)
  const file = join(cluster, 'PG_VERSION')
  return [
    line('note', `Attune ${version}.`),
    own === nodeVersion
      ? line('ok', `Node ${own}, the version that Attune pins.`)
      : line('warning', `Node ${own}, but Attune pins ${nodeVersion}. Start Attune by npm start, which uses that one.`),
    ...(config.databaseUrl === null && existsSync(file)
      ? [line('note', `The built-in database is one of Postgres ${readFileSync(file, 'utf8').trim()}.`)]
      : []),
  ]
}

/** Returns the line about the memory of a built-in Postgres, computed as at its start. */
export const embeddedMemoryLine = (): DoctorLine =>
  lineMaker('Database')('note', `At its next start: ${memoryNote(memorySettings(usableMemory()))}`)

/** Returns the lines about the version and the schema of the database, and the memory of a running built-in Postgres. */
export async function databaseVersionLines(db: Db, isEmbedded: boolean): Promise<DoctorLine[]> {
  const { server, applied, memory } = await db.asActor(worker, async (tx) => ({
    server: await tx.run<{ version: string }>(`select current_setting('server_version') as version`),
    applied: await tx.run<{ name: string }>('select name from meta.migration'),
    memory: await tx.run<{ name: keyof MemorySettings; bytes: string }>(
      `select name, pg_size_bytes(current_setting(name)) as bytes from pg_settings where name = any($1)`,
      [Object.keys(memorySettings(0))],
    ),
  }))
  const sizes = memory.rows.map(({ name, bytes }) => [name, Math.round(Number(bytes) / 1024 ** 2)])
  return [
    line('ok', `Postgres ${server.rows[0]?.version ?? ''} is new enough.`),
    schemaLine(
      applied.rows.map(({ name }) => name),
      readMigrations().map(({ name }) => name),
    ),
    ...(isEmbedded ? [lineMaker('Database')('note', memoryNote(Object.fromEntries(sizes) as MemorySettings))] : []),
  ]
}

/** Returns the line about the migrations that the database has, compared with those of the program. */
export function schemaLine(applied: readonly string[], known: readonly string[]): DoctorLine {
  const newer = applied.filter((name) => !known.includes(name))
  const missing = known.filter((name) => !applied.includes(name))
  if (newer.length > 0)
    return line('failing', `A newer version of Attune has changed the database (${newer.at(-1)}). Start that version.`)
  return missing.length > 0
    ? line(
        'warning',
        `The database lacks ${missing.length} changes up to ${missing.at(-1)}. The next start makes them.`,
      )
    : line('ok', `The database has all changes of this version, up to ${known.at(-1)}.`)
}
