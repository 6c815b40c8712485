import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupNameAt } from '../apps/server/src/platform/backup/daily-backup.rules.ts'
import { readBackupRecord } from '../apps/server/src/platform/data-folder/last-backup.ts'
import { startEmbedded } from '../apps/server/src/platform/database/embedded.ts'
import { clusterPath } from '../apps/server/src/platform/database/embedded/paths.ts'
import { migrate } from '../apps/server/src/platform/database/migrate/migrate.ts'
import { findPostmaster } from '../apps/server/src/platform/database/embedded/postmaster.ts'
import { loadSecrets } from '../apps/server/src/platform/secrets/secrets.ts'

const root = join(import.meta.dirname, '..')

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'attune-backup-'))
  // The embedded Postgres may run as a separate system user, who needs access to this folder.
  spawnSync('chmod', ['711', home])
})
afterEach(() => rmSync(home, { recursive: true }))

test('a backup can be restored into another data folder and contains no secrets', async () => {
  await write('first', 'kept')
  mkdirSync(join(home, 'first', 'avatars'))
  writeFileSync(join(home, 'first', 'avatars', 'a.webp'), 'picture')
  expect(command('backup', 'first', file())).toMatchObject({ status: 0, stderr: '' })
  expect(statSync(file()).mode & 0o077).toBe(0)
  expect(spawnSync('tar', ['-tzf', file()], { encoding: 'utf8' }).stdout).not.toContain('secrets')

  expect(command('restore', 'second', file())).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/--without-ledger/),
  })
  expect(command('restore', 'second', file(), '--without-ledger')).toMatchObject({ status: 0, stderr: '' })
  expect(readFileSync(join(home, 'second', 'avatars', 'a.webp'), 'utf8')).toBe('picture')
  expect(await read('second')).toEqual(['kept'])
  expect(loadSecrets(join(home, 'second', 'secrets')).secrets).not.toEqual(
    loadSecrets(join(home, 'first', 'secrets')).secrets,
  )
})

test('restoring over existing data needs --replace, which moves the old data aside', async () => {
  await write('data', 'old')
  command('backup', 'data', file())
  await write('data', 'new')
  const refused = command('restore', 'data', file())
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^.*already has data\. Add --replace.*\n$/),
  })
  expect(await read('data')).toEqual(['old', 'new'])

  expect(command('restore', 'data', file(), '--replace').status).toBe(0)
  expect(await read('data')).toEqual(['old'])
  const aside = readdirSync(home).filter((name) => name.startsWith('data.replaced-'))
  expect(aside).toHaveLength(1)
  expect(await read(aside[0] ?? '', 'data')).toEqual(['old', 'new'])
})

test.for(['cut short', 'something else'])('a file that is %s changes nothing', async (kind) => {
  await write('data', 'kept')
  command('backup', 'data', file())
  if (kind === 'cut short') truncateSync(file(), statSync(file()).size - 5_000)
  else {
    writeFileSync(join(home, 'letter'), 'hello')
    spawnSync('tar', ['-czf', file(), '-C', home, 'letter'])
  }
  expect(command('restore', 'data', file(), '--replace')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(file()),
  })
  expect(await read('data')).toEqual(['kept'])
  expect(readdirSync(home).filter((name) => name.startsWith('.'))).toEqual([])
})

test('a backup is made while Attune runs, a restore only while it is stopped', async () => {
  await migrateData('data')
  await write('data', 'kept')
  const server = await holdOpen('data')
  expect(command('restore', 'data', file())).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Attune is using this data\..*\n$/),
  })
  expect(command('backup', 'data', file())).toMatchObject({ status: 0, stderr: '' })
  expect(statSync(file()).mode & 0o077).toBe(0)
  server.kill('SIGKILL')
  await once(server, 'exit')
  expect(command('restore', 'second', file(), '--without-ledger')).toMatchObject({ status: 0, stderr: '' })
  expect(await read('second')).toEqual(['kept'])
  expect(command('restore', 'data', file(), '--replace').status).toBe(0)
  expect(findPostmaster(clusterPath(join(home, 'data')))).toBeNull()
  expect(await read('data')).toEqual(['kept'])
})

test('the daily backup runs in a process of its own, keeps the latest two, and is recorded', async () => {
  await migrateData('data')
  await write('data', 'kept')
  const server = await holdOpen('data')
  const folder = join(home, 'data', 'backups')
  mkdirSync(folder)
  const old = [3, 2].map((days) => backupNameAt(new Date(Date.now() - days * 24 * 3_600_000)))
  for (const name of [...old, 'own.tar.gz']) writeFileSync(join(folder, name), '')
  const script = join(root, 'apps/server/src/features/practice/administration/backup/backup-process.ts')
  const made = spawnSync(process.execPath, [script, root, new Date().toISOString()], {
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ATTUNE_DATA: join(home, 'data') },
  })
  expect(made).toMatchObject({ status: 0, stderr: '' })
  const names = readdirSync(folder).sort()
  expect(names).toEqual([old[1], expect.stringMatching(/^attune-.*Z\.tar\.gz$/), 'own.tar.gz'])
  expect(readBackupRecord(join(home, 'data'))).toMatchObject({ at: expect.any(Date), onSameDisk: true, problem: null })
  server.kill('SIGKILL')
  await once(server, 'exit')
  expect(command('restore', 'second', join(folder, names[1] ?? ''), '--without-ledger').status).toBe(0)
  expect(await read('second')).toEqual(['kept'])
  expect(existsSync(join(home, 'second', 'backups'))).toBe(false)
})

test('without data a backup is refused, and with DATABASE_URL pg_dump and pg_restore are named', () => {
  expect(command('backup', 'empty', file())).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('nothing to back up'),
  })
  const env = { DATABASE_URL: 'postgres://attune:secret@db.example/attune' }
  const [backup, restore] = [run('backup', env, file()), run('restore', env, file())]
  expect(backup).toMatchObject({ status: 1, stderr: expect.stringContaining('pg_dump') })
  expect(restore).toMatchObject({ status: 1, stderr: expect.stringContaining('pg_restore') })
  expect(backup.stderr + restore.stderr).not.toContain('secret@')
})

const file = () => join(home, 'backup.tar.gz')

function command(name: 'backup' | 'restore', data: string, ...args: string[]) {
  return run(name, { ATTUNE_DATA: join(home, data) }, ...args)
}

function run(name: 'backup' | 'restore', env: Record<string, string>, ...args: string[]) {
  const { PATH, HOME } = process.env
  return spawnSync(process.execPath, [join(root, 'tools', `${name}.ts`), ...args], {
    encoding: 'utf8',
    env: { PATH, HOME, ...env },
  })
}

async function withDatabase<T>(
  data: string,
  secretsOf: string,
  work: (client: pg.Client, url: string) => Promise<T>,
): Promise<T> {
  const { secrets } = loadSecrets(join(home, secretsOf, 'secrets'))
  const embedded = await startEmbedded({
    dataDir: join(home, data),
    password: secrets.dbPasswords.install,
    throwaway: true,
  })
  const client = new pg.Client(embedded.url)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client, embedded.url)
  } finally {
    await client.end()
    await embedded.stop()
  }
}

/** Creates the database of a practice with the tables of this version, which the proof of a backup of a running server reads. */
async function migrateData(data: string): Promise<void> {
  await withDatabase(data, data, async (_, url) => void (await migrate(url)))
}

async function write(data: string, word: string): Promise<void> {
  await withDatabase(data, data, async (client) => {
    await client.query('create table if not exists word (place serial, text text)')
    await client.query('insert into word (text) values ($1)', [word])
  })
}

async function read(data: string, secretsOf = data): Promise<string[]> {
  return withDatabase(data, secretsOf, async (client) => {
    const { rows } = await client.query<{ text: string }>('select text from word order by place')
    return rows.map(({ text }) => text)
  })
}

/** Starts a process that starts the database and keeps a connection open, as a running server does. */
async function holdOpen(data: string) {
  const { secrets } = loadSecrets(join(home, data, 'secrets'))
  const script = join(home, 'server.mts')
  appendFileSync(
    script,
    `import { startEmbedded } from ${JSON.stringify(join(root, 'apps/server/src/platform/database/embedded.ts'))}
    import pg from ${JSON.stringify(join(root, 'node_modules/pg/esm/index.mjs'))}
    const { url } = await startEmbedded({ dataDir: ${JSON.stringify(join(home, data))}, password: '${secrets.dbPasswords.install}', throwaway: true })
    const client = new pg.Client(url)
    client.on('error', () => {})
    await client.connect()
    console.log('up')
    setInterval(() => {}, 60_000)`,
  )
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  return child
}
