import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { appendFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { backupTime, listBackups } from '../apps/server/src/platform/backup/destination/layout.ts'
import { FolderStore } from '../apps/server/src/platform/object-store/folder-store.ts'
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

test('a backup under the printed key restores an empty machine with its secrets and users’ files by the words alone', async () => {
  await migrateData('first')
  await write('first', 'kept')
  for (const folder of ['avatars', 'files/whole/ab']) mkdirSync(join(home, 'first', folder), { recursive: true })
  writeFileSync(join(home, 'first', 'avatars', 'a.webp'), 'picture')
  writeFileSync(join(home, 'first', 'files/whole/ab', 'abc'), 'letter')
  mkdirSync(disk())
  expect(command('backup', 'first', '--to', disk())).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('BACKUP_FOLDERS'),
  })
  expect(onDisk('backup', 'first', '--init', disk())).toMatchObject({ status: 0, stderr: '' })
  expect(onDisk('backup', 'first', '--to', disk())).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('Print the key'),
  })
  const words = await printKey('first')
  expect(onDisk('backup', 'first', '--use', disk())).toMatchObject({ status: 0, stderr: '' })
  const saved = onDisk('backup', 'first')
  expect(saved).toMatchObject({ status: 0, stderr: '', stdout: expect.stringContaining(`saved to ${disk()}`) })
  expect(findPostmaster(clusterPath(join(home, 'first')))).toBeNull()

  expect(command('restore', 'second', disk())).toMatchObject({ status: 1, stderr: expect.stringContaining('0 words') })
  expect(typing(words, 'restore', 'second', disk())).toMatchObject({ status: 0, stderr: '' })
  expect(readFileSync(join(home, 'second', 'avatars', 'a.webp'), 'utf8')).toBe('picture')
  expect(readFileSync(join(home, 'second', 'files/whole/ab', 'abc'), 'utf8')).toBe('letter')
  const [first, second] = ['first', 'second'].map((name) => loadSecrets(join(home, name, 'secrets')).secrets)
  expect(second).toEqual(first)
  expect(await read('second')).toEqual(['kept'])
})

test('restoring over existing data needs --replace, which moves the old data aside', async () => {
  await migrateData('data')
  await write('data', 'old')
  expect(command('backup', 'data')).toMatchObject({ status: 0, stderr: '' })
  await write('data', 'new')
  const refused = command('restore', 'data', inData())
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^.*already has data\. Add --replace.*\n$/),
  })
  expect(await read('data')).toEqual(['old', 'new'])

  expect(command('restore', 'data', inData(), '--replace')).toMatchObject({ status: 0, stderr: '' })
  expect(await read('data')).toEqual(['old'])
  const aside = readdirSync(home).filter((name) => name.startsWith('data.replaced-'))
  expect(aside).toHaveLength(1)
  expect(await read(aside[0] ?? '', 'data')).toEqual(['old', 'new'])
})

test('a backup is made while Attune runs, a restore only while it is stopped', async () => {
  await migrateData('data')
  await write('data', 'kept')
  const server = await holdOpen('data')
  expect(command('backup', 'data')).toMatchObject({ status: 0, stderr: '' })
  expect(command('restore', 'data', inData())).toMatchObject({
    status: 1,
    stderr: expect.stringMatching(/^Attune is using this data\..*\n$/),
  })
  server.kill('SIGKILL')
  await once(server, 'exit')
  expect(command('restore', 'data', inData(), '--replace').status).toBe(0)
  expect(findPostmaster(clusterPath(join(home, 'data')))).toBeNull()
  expect(await read('data')).toEqual(['kept'])
})

test('the daily backup runs in a process of its own, keeps the latest two, and is recorded with its proof', async () => {
  await migrateData('data')
  await write('data', 'kept')
  const server = await holdOpen('data')
  const folder = inData()
  mkdirSync(folder)
  const plain = [3, 2].map((days) => `attune-${backupTime(daysAgo(days))}.tar.gz`)
  for (const name of [...plain, 'own.tar.gz']) writeFileSync(join(folder, name), '')
  const script = join(root, 'apps/server/src/features/practice/administration/backup/backup-process.ts')
  const make = (at: Date) =>
    spawnSync(process.execPath, [script, root, at.toISOString(), 'Europe/Berlin'], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ATTUNE_DATA: join(home, 'data') },
    })
  for (const days of [2, 1, 0]) expect(make(daysAgo(days))).toMatchObject({ status: 0, stderr: '' })
  server.kill('SIGKILL')
  await once(server, 'exit')
  expect(await listBackups(new FolderStore(folder))).toEqual([1, 0].map((days) => backupTime(daysAgo(days))))
  expect(readdirSync(folder).filter((name) => name.endsWith('.tar.gz'))).toEqual(['own.tar.gz'])
  expect(readBackupRecord(join(home, 'data'))).toMatchObject({
    at: daysAgo(0),
    onSameDisk: true,
    problem: null,
    proved: { at: daysAgo(0), size: expect.any(Number), seconds: expect.any(Number) },
    zone: 'Europe/Berlin',
  })
})

test('without data a backup is refused, and with DATABASE_URL that cannot be reached too', () => {
  expect(command('backup', 'empty')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('nothing to back up'),
  })
  const env = { DATABASE_URL: 'postgres://attune:secret@db.example/attune' }
  const [backup, restore] = [run('backup', env), run('restore', env, disk())]
  for (const each of [backup, restore])
    expect(each).toMatchObject({ status: 1, stderr: expect.stringContaining("can't find the host db.example") })
  expect(backup.stderr + restore.stderr).not.toContain('secret@')
})

/** The start of the run. All times derive from it, so that calls with the same number of days return the same time. */
const begun = Date.now()
const daysAgo = (days: number) => new Date(Math.floor(begun / 1000) * 1000 - days * 24 * 3_600_000)

/** A folder outside the data, as if on another disk, and the folder of the daily backups. */
const disk = () => join(home, 'disk')
const inData = () => join(home, 'data', 'backups')

/** Prints the key of a practice and types two of its words, the first time with a mistake. Returns all words. */
async function printKey(data: string): Promise<string> {
  const child = spawn(process.execPath, [join(root, 'tools', 'backup.ts'), '--key'], {
    stdio: ['pipe', 'pipe', 'inherit'],
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ATTUNE_DATA: join(home, data) },
  })
  let shown = ''
  for await (const text of child.stdout.setEncoding('utf8') as AsyncIterable<string>) {
    const isAsked = /Type the words (\d+) and (\d+)/.exec((shown += text))
    if (!isAsked || child.stdin.writableEnded) continue
    const words = wordsIn(shown)
    const typed = isAsked.slice(1).map((position) => words[Number(position) - 1])
    child.stdin.end(`${typed[0]} wrong\n${typed.join(' ')}\n`)
  }
  expect(shown).toMatch(/Wrong: word \d+\. Type both again[\s\S]*only these words open new backups/)
  return wordsIn(shown).join(' ')
}

const wordsIn = (shown: string) => [...shown.matchAll(/^ ?\d+\. (\w+)$/gm)].map(([, word = '']) => word)

function command(name: 'backup' | 'restore', data: string, ...args: string[]) {
  return run(name, { ATTUNE_DATA: join(home, data) }, ...args)
}

/** Runs a command that may write to the other disk. */
const onDisk = (name: 'backup' | 'restore', data: string, ...args: string[]) =>
  run(name, { ATTUNE_DATA: join(home, data), BACKUP_FOLDERS: disk() }, ...args)

/** Runs a command with a text as its typed input. */
function typing(input: string, name: 'backup' | 'restore', data: string, ...args: string[]) {
  return spawnSync(process.execPath, [join(root, 'tools', `${name}.ts`), ...args], {
    encoding: 'utf8',
    input,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ATTUNE_DATA: join(home, data) },
  })
}

function run(name: 'backup' | 'restore', env: Record<string, string>, ...args: string[]) {
  const { PATH, HOME } = process.env
  return spawnSync(process.execPath, [join(root, 'tools', `${name}.ts`), ...args], {
    encoding: 'utf8',
    input: '',
    env: { PATH, HOME, MAX_RATE: '1048576', ...env },
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

/** Creates the database of a practice with the tables of this version. The verification of a running server's backup reads them. */
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
