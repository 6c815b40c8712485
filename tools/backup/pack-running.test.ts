import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded, type EmbeddedPostgres } from '../../apps/server/src/platform/database/embedded.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../../apps/server/src/platform/database/embedded/postmaster.ts'
import { loadSecrets } from '../../apps/server/src/platform/secrets/secrets.ts'
import { packRunning } from '../../apps/server/src/platform/backup/pack-running.ts'
import { unpack } from './unpack.ts'

let home: string
let postgres: EmbeddedPostgres
let client: pg.Client
const data = { dataDir: '', secretsDir: '' }
const password = () => loadSecrets(data.secretsDir).secrets.dbPasswords.install
const at = new Date()

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'attune-running-'))
  // The embedded Postgres may run as a separate system user, who needs access to this folder.
  chmodSync(home, 0o711)
  data.dataDir = join(home, 'data')
  data.secretsDir = join(data.dataDir, 'secrets')
  postgres = await startEmbedded({ dataDir: data.dataDir, password: password(), throwaway: true })
  client = new pg.Client(postgres.url)
  await client.connect()
  await client.query('create table letter (number serial primary key, text text)')
  for (const folder of ['whole/ab', 'parts', 'drafts'])
    mkdirSync(join(data.dataDir, 'files', folder), { recursive: true })
})
afterAll(async () => {
  await client.end()
  await postgres.stop()
  rmSync(home, { recursive: true })
})

const running = () => {
  const found = findPostmaster(clusterPath(data.dataDir))
  if (!found) throw new Error('the database does not run')
  return { port: found.port, password: password() }
}
const letter = (text: string) => client.query('insert into letter (text) values ($1)', [text])
const filePath = (name: string) => join(data.dataDir, 'files', name)

/** Restores an archive into a folder of its own, and returns the letters and the files that are there. */
async function restore(archive: string): Promise<{ letters: string[]; files: string[]; folder: string }> {
  const folder = mkdtempSync(join(home, 'restored-'))
  chmodSync(folder, 0o711)
  const there = { dataDir: join(folder, 'data'), secretsDir: join(folder, 'data', 'secrets') }
  unpack(there, archive, { replace: false, at, withoutLedger: true }, () => {})
  const secrets = loadSecrets(there.secretsDir).secrets
  const restored = await startEmbedded({
    dataDir: there.dataDir,
    password: secrets.dbPasswords.install,
    throwaway: true,
  })
  const reader = new pg.Client(restored.url)
  await reader.connect()
  try {
    const { rows } = await reader.query<{ text: string }>('select text from letter order by number')
    const files = readdirSync(join(there.dataDir, 'files'), { recursive: true, withFileTypes: true })
    return {
      letters: rows.map(({ text }) => text),
      files: files
        .filter((file) => file.isFile())
        .map((file) => file.name)
        .sort(),
      folder: there.dataDir,
    }
  } finally {
    await reader.end()
    await restored.stop()
  }
}

test('a backup of a running server restores with what was written until its copy ended, and with files that were deleted meanwhile', async () => {
  const target = join(home, 'running.tar.gz')
  await letter('before')
  writeFileSync(filePath('whole/ab/kept'), 'kept')
  writeFileSync(filePath('whole/ab/deleted'), 'deleted')
  writeFileSync(filePath('parts/upload'), 'half')
  writeFileSync(filePath('drafts/draft'), 'draft')
  await packRunning(data, target, at, running(), async (step) => {
    if (step === 'keep the files') {
      await letter('during')
      writeFileSync(filePath('whole/ab/new'), 'new')
      rmSync(filePath('whole/ab/deleted'))
    }
    if (step === 'copy the database') await letter('after')
  })
  expect(statSync(target).mode & 0o077).toBe(0)
  const { letters, files, folder } = await restore(target)
  expect(letters).toEqual(['before', 'during'])
  expect(files).toEqual(['deleted', 'kept', 'new', 'upload'])
  expect(readFileSync(join(folder, 'files', 'whole/ab/new'), 'utf8')).toBe('new')
  expect(spawnSync('tar', ['-tzf', target], { encoding: 'utf8' }).stdout).not.toContain('secrets')
  expect(readdirSync(home).filter((name) => name.startsWith('.'))).toEqual([])
})

test('the restored database takes the passwords of its new secrets, and can be backed up while it runs', async () => {
  const first = join(home, 'first.tar.gz')
  await packRunning(data, first, at, running())
  const { folder } = await restore(first)
  const there = { dataDir: folder, secretsDir: join(folder, 'secrets') }
  const secret = loadSecrets(there.secretsDir).secrets.dbPasswords.install
  expect(secret).not.toBe(password())
  const restored = await startEmbedded({ dataDir: folder, password: secret, throwaway: true })
  try {
    const port = findPostmaster(clusterPath(folder))?.port ?? 0
    const second = join(home, 'second.tar.gz')
    await packRunning(there, second, at, { port, password: secret })
    expect(existsSync(second)).toBe(true)
  } finally {
    await restored.stop()
  }
})

test('a copy that differs from the list of Postgres is not kept', async () => {
  const target = join(home, 'damaged.tar.gz')
  const damaging = packRunning(data, target, at, running(), (step) => {
    if (step !== 'copy the database') return
    const work = readdirSync(home).find((name) => name.startsWith('.attune-backup-')) ?? ''
    writeFileSync(join(home, work, 'postgres', 'global', 'pg_control'), 'damaged')
  })
  await expect(damaging).rejects.toThrow(/damaged in global\/pg_control/)
  expect(existsSync(target)).toBe(false)
  expect(readdirSync(home).filter((name) => name.startsWith('.'))).toEqual([])
})

test('a password that Postgres refuses leaves no backup and no temporary folder', async () => {
  const target = join(home, 'refused.tar.gz')
  await expect(packRunning(data, target, at, { ...running(), password: 'wrong' })).rejects.toThrow(/password/)
  expect(existsSync(target)).toBe(false)
  expect(readdirSync(home).filter((name) => name.startsWith('.'))).toEqual([])
})

test('the role that copies the database reads none of its tables', async () => {
  const { rows } = await client.query<{ can: boolean }>(
    `select bool_or(has_table_privilege('attune_wal', c.oid, 'select')) as can from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = 'public'`,
  )
  expect(rows).toEqual([{ can: false }])
})
