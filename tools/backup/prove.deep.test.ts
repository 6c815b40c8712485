import { spawnSync } from 'node:child_process'
import { createHash, randomUUID } from 'node:crypto'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readBackupRecord } from '../../apps/server/src/platform/data-folder/last-backup.ts'
import { backUp } from '../../apps/server/src/features/practice/administration/backup/back-up.ts'
import { type PackedBackup, packRunning } from '../../apps/server/src/platform/backup/pack-running.ts'
import { createAgeKey } from '../../apps/server/src/platform/backup/encryption/age.ts'
import { listBackups } from '../../apps/server/src/platform/backup/destination/layout.ts'
import { FolderStore } from '../../apps/server/src/platform/object-store/folder-store.ts'
import { proveBackup } from '../../apps/server/src/features/practice/administration/backup/prove.ts'
import { startEmbedded, type EmbeddedPostgres } from '../../apps/server/src/platform/database/embedded.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../../apps/server/src/platform/database/embedded/postmaster.ts'
import { migrate } from '../../apps/server/src/platform/database/migrate/migrate.ts'
import { loadSecrets } from '../../apps/server/src/platform/secrets/secrets.ts'

let home: string
let postgres: EmbeddedPostgres
const data = { dataDir: '', secretsDir: '' }
const letter = { id: randomUUID(), text: 'a letter' }
const file = () => join(data.dataDir, 'files', 'whole', letter.id.slice(0, 2), letter.id)

/** A practice with one account and one file. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'attune-prove-'))
  // The embedded Postgres may run as a separate system user, who needs access to this folder.
  chmodSync(home, 0o711)
  data.dataDir = join(home, 'data')
  data.secretsDir = join(data.dataDir, 'secrets')
  postgres = await startEmbedded({ dataDir: data.dataDir, password: password(), throwaway: true })
  await migrate(postgres.url)
  mkdirSync(dirname(file()), { recursive: true })
  writeFileSync(file(), letter.text)
  const sha256 = createHash('sha256').update(letter.text).digest('hex')
  await asOwner(async (client) => {
    for (const table of ['file', 'audit']) await client.query(`alter table app.${table} disable row level security`)
    await client.query('alter table app.file drop constraint file_account_id_fkey')
    await client.query(
      `insert into app.file (id, account_id, name, kind, type, size, sha256, state) values ($1, $2, 'letter.pdf', 'pdf', 'application/pdf', 8, $3, 'ready')`,
      [letter.id, randomUUID(), sha256],
    )
    await client.query(auditLine, [randomUUID()])
  })
})
afterAll(async () => {
  await postgres.stop()
  rmSync(home, { recursive: true })
})

const auditLine = `insert into app.audit (actor_id, actor_role, action, thing) values ($1, 'therapist', 'create', 'file')`

async function asOwner<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(postgres.url)
  await client.connect()
  try {
    await client.query('set role attune_owner')
    return await work(client)
  } finally {
    await client.end()
  }
}

const password = () => loadSecrets(data.secretsDir).secrets.dbPasswords.install

const port = () => findPostmaster(clusterPath(data.dataDir))?.port ?? 0
const { recipient } = await createAgeKey()

async function pack(name: string): Promise<PackedBackup> {
  const folder = join(home, name)
  mkdirSync(folder)
  const database = { port: port(), password: password() }
  return packRunning(data, folder, { at: new Date(), recipients: [recipient] }, database)
}
const leftovers = () => readdirSync(data.dataDir).filter((name) => name.startsWith('.attune'))

test('a backup is proved by restoring it: its indexes, its newest line and its files', async () => {
  const proof = await proveBackup(data.dataDir, await pack('whole'))
  expect(proof).toMatchObject({ newest: expect.any(Date), files: 1 })
  expect(proof.indexes).toBeGreaterThan(300)
  expect(Date.now() - (proof.newest?.getTime() ?? 0)).toBeLessThan(600_000)
  expect(leftovers()).toEqual([])
})

test('a backup without a file that the database names is not proved', async () => {
  rmSync(file())
  const packed = await pack('missing')
  writeFileSync(file(), letter.text)
  await expect(proveBackup(data.dataDir, packed)).rejects.toThrow(/is missing/)
})

test('a backup of a running server that is not proved is stored nowhere, and is recorded as failed', async () => {
  const places = { ...data, backupFolders: [], backupLocalHosts: [], backupKilobytesPerSecond: 1_048_576 }
  rmSync(file())
  const made = backUp(places, { at: new Date(), database: { port: port() }, isProved: true, zone: 'UTC' })
  await expect(made).rejects.toThrow(/is missing/)
  writeFileSync(file(), letter.text)
  expect(await listBackups(new FolderStore(join(data.dataDir, 'backups'))).catch(() => [])).toEqual([])
  expect(readBackupRecord(data.dataDir)).toMatchObject({ at: null, problem: { why: 'failed' } })
})

test('a backup with another content of a file is not proved', async () => {
  writeFileSync(file(), 'a letter of somebody else')
  await expect(proveBackup(data.dataDir, await pack('changed'))).rejects.toThrow(/is damaged/)
  writeFileSync(file(), letter.text)
})

test('a backup that is cut short is not proved, and nothing of it stays', async () => {
  const packed = await pack('cut')
  expect(spawnSync('truncate', ['-s', '-5000', packed.archive]).status).toBe(0)
  await expect(proveBackup(data.dataDir, packed)).rejects.toThrow(/can't be unpacked/)
  expect(leftovers()).toEqual([])
})

test('a backup whose index does not find a row is not proved', async () => {
  const before = unpackInto('unpacked-before', await pack('before'))
  const path = await asOwner(async (client) => {
    await client.query(auditLine, [randomUUID()])
    const { rows } = await client.query<{ path: string }>(`select pg_relation_filepath('app.audit_actor') as path`)
    return rows[0]?.path ?? ''
  })
  const packed = await pack('index')
  const folder = unpackInto('unpacked-after', packed)
  copyFileSync(join(before, 'postgres', path), join(folder, 'postgres', path))
  expect(spawnSync('tar', ['-czf', packed.archive, '-C', folder, 'attune-backup.json', 'postgres']).status).toBe(0)
  await expect(proveBackup(data.dataDir, packed)).rejects.toThrow(/lacks matching index tuple/)
})

function unpackInto(name: string, { archive }: PackedBackup): string {
  const folder = join(home, name)
  mkdirSync(folder)
  expect(spawnSync('tar', ['-xzf', archive, '-C', folder]).status).toBe(0)
  return folder
}
