import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { listBackups } from '../../../apps/server/src/platform/backup/destination/layout.ts'
import { FolderStore } from '../../../apps/server/src/platform/object-store/folder-store.ts'
import type { Secrets } from '../../../apps/server/src/platform/secrets/secrets.ts'
import { createDatabase, runQuery, testSecrets } from '../../../apps/server/src/testing/database/database.ts'

/** A data folder of a practice with its own Postgres. It has the secrets of the tests, because all roles are in one cluster. */
export type OwnPlaces = {
  dataDir: string
  secretsDir: string
  databaseUrl: string
  backupFolders: string[]
  backupLocalHosts: string[]
  backupKilobytesPerSecond: number
}

export function createOwnPlaces(home: string, databaseUrl: string): OwnPlaces {
  const dataDir = mkdtempSync(join(home, 'data-'))
  const secretsDir = join(dataDir, 'secrets')
  writeTestSecrets(secretsDir)
  return { dataDir, secretsDir, databaseUrl, backupFolders: [], backupLocalHosts: [], backupKilobytesPerSecond: 1e6 }
}

/** Writes the secrets of the tests, with some of the database passwords replaced. */
export function writeTestSecrets(secretsDir: string, passwords: Partial<Secrets['dbPasswords']> = {}): void {
  mkdirSync(secretsDir, { recursive: true, mode: 0o700 })
  const secrets = { ...testSecrets, dbPasswords: { ...testSecrets.dbPasswords, ...passwords } }
  writeFileSync(join(secretsDir, 'secrets.json'), JSON.stringify(secrets), { mode: 0o600 })
}

/** Creates a temporary folder that the system user of the embedded Postgres can enter, and databases that are dropped together with it. */
export function openTargets() {
  const home = mkdtempSync(join(tmpdir(), 'attune-own-'))
  const made: { drop(): Promise<void> }[] = []
  return {
    home,
    async emptyDatabase(): Promise<string> {
      const database = await createDatabase(inject('adminUrl'))
      made.push(database)
      return database.url
    },
    async close(): Promise<void> {
      for (const { drop } of made) await drop()
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Returns the schemas and extensions of a database that an empty database does not have. */
export async function namesInDatabase(url: string): Promise<string[]> {
  const rows = await runQuery<{ name: string }>(
    url,
    `select nspname as name from pg_namespace where nspname !~ '^pg_' and nspname not in ('information_schema', 'public')
     union all select extname from pg_extension where extname <> 'plpgsql' order by 1`,
  )
  return rows.map(({ name }) => name)
}

export const backupsIn = (dataDir: string): Promise<string[]> =>
  listBackups(new FolderStore(join(dataDir, 'backups'))).catch(() => [])

/** Starts a server that answers the query for the version like Postgres 15. */
export async function startOldPostgres(): Promise<{ url: string; stop(): void }> {
  const message = (type: string, body: Buffer) => {
    const length = Buffer.alloc(4)
    length.writeInt32BE(body.length + 4)
    return Buffer.concat([Buffer.from(type), length, body])
  }
  const column = Buffer.concat([
    Buffer.from([0, 1]),
    Buffer.from('version\0'),
    Buffer.alloc(6),
    Buffer.from([0, 0, 0, 23, 0, 4]),
    Buffer.from([255, 255, 255, 255, 0, 0]),
  ])
  const row = Buffer.concat([Buffer.from([0, 1, 0, 0, 0, 2]), Buffer.from('15')])
  const ready = message('Z', Buffer.from('I'))
  const server = createServer((socket) => {
    socket.on('error', () => {})
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', Buffer.alloc(4)), ready]))
      socket.on('data', (data) => {
        if (data.toString('latin1', 0, 1) !== 'Q') return socket.end()
        socket.write(
          Buffer.concat([message('T', column), message('D', row), message('C', Buffer.from('SELECT 1\0')), ready]),
        )
      })
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `postgres://attune:secret@127.0.0.1:${port}/attune`, stop: () => void server.close() }
}
