// Backs up and restores a practice with its own Postgres, with the commands and on the admin's page.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { configNames } from '../../../apps/server/src/platform/config/setting-names.ts'
import { loadBackupKeys } from '../../../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { keyWordsOf } from '../../../apps/server/src/platform/backup/encryption/words.ts'
import { openBackup } from '../../../apps/server/src/platform/backup/restore/open-backup.ts'
import { startEmbedded } from '../../../apps/server/src/platform/database/embedded.ts'
import { touchLedger } from '../../../apps/server/src/platform/erasures/ledger.ts'
import { createTestApp, type TestApp } from '../../../apps/server/src/testing/app.ts'
import type { Person } from '../../../apps/server/src/testing/people.ts'
import { newJournalEntry } from '../../../apps/server/src/testing/records/journal.ts'
import {
  backupsIn,
  namesInDatabase,
  createOwnPlaces,
  openTargets,
  type OwnPlaces,
  startOldPostgres,
} from './own-database.testing.ts'
import { finishRestore, unpack } from '../unpack.ts'

const root = join(import.meta.dirname, '..', '..', '..')
const targets = openTargets()
let app: TestApp
let client: Person
let source: OwnPlaces

/** A practice whose admin makes a backup on the page while the server runs. */
beforeAll(async () => {
  chmodSync(targets.home, 0o711)
  source = createOwnPlaces(targets.home, '')
  touchLedger(source.secretsDir, new Date(0))
  app = await createTestApp({ worker: false, config: { dataDir: source.dataDir, secretsDir: source.secretsDir } })
  source.databaseUrl = app.databaseUrl
  client = await app.person('client')
  await client.api.journal.save(newJournalEntry('Before the backup.'))
}, 120_000)
afterAll(async () => {
  await app.close()
  await targets.close()
})

function environment({ dataDir, secretsDir, databaseUrl }: OwnPlaces) {
  const unset = Object.fromEntries(configNames.map((each) => [each, '']))
  const own = { ATTUNE_DATA: dataDir, ATTUNE_SECRETS: secretsDir, DATABASE_URL: databaseUrl }
  return { PATH: process.env.PATH, HOME: process.env.HOME, ...unset, ...own }
}

/** Runs a command with the words of the key of the backup on its standard input. */
async function command(name: 'backup' | 'restore', places: OwnPlaces, ...args: string[]) {
  const script = join(root, 'tools', `${name}.ts`)
  const child = spawn(process.execPath, [script, ...args], { env: environment(places), stdio: 'pipe' })
  child.stdin.end(`${await words()}\n`)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
  if (child.exitCode === null) await once(child, 'exit')
  return { status: child.exitCode, stdout, stderr }
}

const words = async () => keyWordsOf((await loadBackupKeys(source.secretsDir)).own.identity).join(' ')

const folder = () => join(source.dataDir, 'backups')
async function restore(places: OwnPlaces, afterStep: (name: string) => void): Promise<void> {
  await unpack(places, await open(), { replace: false, at: new Date(), withoutLedger: true }, () => {}, afterStep)
}

const open = () => openBackup(folder(), { secretsDir: source.secretsDir, askWords: async () => '' })

/** Signs the client in to a restored database and returns the number of journal entries. */
async function entriesIn(databaseUrl: string, dataDir: string): Promise<number> {
  const restored = await createTestApp({ databaseUrl, config: { dataDir } })
  try {
    const browser = restored.anonymous()
    await browser.api.login.signIn({ email: client.email, password: client.password })
    return (await browser.api.journal.list({})).items.length
  } finally {
    await restored.close()
  }
}

test('an admin backs up a practice with its own Postgres while it runs, and it is proved and listed', async () => {
  const { administration } = (await app.person('admin')).api
  await administration.startBackup({})
  const state = () => administration.backups({})
  await expect.poll(async () => (await state()).proved ?? (await state()).problem, { timeout: 120_000 }).not.toBeNull()
  expect(await state()).toMatchObject({ problem: null, hasOwnDatabase: true, proved: { newest: expect.any(String) } })
  const { places } = await administration.storedBackups({})
  expect(places).toMatchObject([{ kind: 'default', backups: [{ isProved: true, size: expect.any(Number) }] }])
  expect(readdirSync(source.dataDir).filter((name) => name.startsWith('.attune'))).toEqual([])
}, 150_000)

test('the command restores into an empty database, and the client signs in', async () => {
  const places = createOwnPlaces(targets.home, await targets.emptyDatabase())
  const restored = await command('restore', places, folder(), '--without-ledger')
  expect(restored).toMatchObject({ status: 0, stderr: '' })
  expect(restored.stdout).toContain('and the database in DATABASE_URL. Start Attune')
  expect(await entriesIn(places.databaseUrl, places.dataDir)).toBe(1)
  expect(await command('restore', places, folder(), '--replace')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('already has data of Attune. It stays as it is.'),
  })
}, 120_000)

test('the backup of an own Postgres restores into the built-in database', async () => {
  const { dataDir, secretsDir } = createOwnPlaces(targets.home, '')
  await unpack({ dataDir, secretsDir }, await open(), { replace: false, at: new Date(), withoutLedger: true }, () => {})
  const postgres = await startEmbedded({ dataDir, password: 'test', throwaway: true })
  try {
    expect(await entriesIn(postgres.url, dataDir)).toBe(1)
  } finally {
    await postgres.stop()
  }
}, 120_000)

test('a restore that fails after the database was loaded leaves it empty again', async () => {
  const places = createOwnPlaces(targets.home, await targets.emptyDatabase())
  const failing = restore(places, (name) => {
    if (name === 'put the files in place') throw new Error('the disk is gone')
  })
  await expect(failing).rejects.toThrow('the disk is gone')
  expect(await namesInDatabase(places.databaseUrl)).toEqual([])
  expect(readdirSync(places.dataDir)).toEqual(['secrets'])
})

test('a restore that was killed before its files are in place is finished, and the loaded database stays', async () => {
  const places = createOwnPlaces(targets.home, await targets.emptyDatabase())
  const script = join(import.meta.dirname, 'own-database.kill.testing.ts')
  const killed = spawnSync(process.execPath, [script, JSON.stringify(places), folder(), await words()], {
    encoding: 'utf8',
  })
  expect(killed).toMatchObject({ status: 9, stderr: '' })
  expect(await namesInDatabase(places.databaseUrl)).toContain('attune_restore')
  await finishRestore(places, open, () => {})
  expect(await namesInDatabase(places.databaseUrl)).not.toContain('attune_restore')
  expect(await entriesIn(places.databaseUrl, places.dataDir)).toBe(1)
}, 120_000)

test('a backup that is killed while it copies leaves nothing listed, and the next one is whole', async () => {
  const before = await backupsIn(source.dataDir)
  const blocker = new pg.Client(app.databaseUrl)
  await blocker.connect()
  await blocker.query('begin; set local role attune_owner; lock table app.profile in access exclusive mode')
  const child = spawn(process.execPath, [join(root, 'tools', 'backup.ts')], {
    env: environment(source),
    stdio: 'ignore',
  })
  const work = () => readdirSync(folder()).find((name) => name.startsWith('.attune-backup'))
  while (!existsSync(join(folder(), work() ?? '', 'tables', 'app.payment.copy'))) await pause(20)
  child.kill('SIGKILL')
  await once(child, 'close')
  await blocker.end()
  expect(await backupsIn(source.dataDir)).toEqual(before)
  expect(await command('backup', source)).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Backup saved to'),
  })
  expect(await backupsIn(source.dataDir)).toHaveLength(2)
  expect(work()).toBeUndefined()
}, 120_000)

test('a Postgres before 16 is refused by both commands', async () => {
  const old = await startOldPostgres()
  try {
    for (const name of ['backup', 'restore'] as const)
      expect(
        await command(name, { ...source, databaseUrl: old.url }, ...(name === 'restore' ? [folder()] : [])),
      ).toMatchObject({
        status: 1,
        stderr: expect.stringContaining('is version 15. Attune needs'),
      })
  } finally {
    old.stop()
  }
}, 60_000)

test('a database without tables of Attune is nothing to back up', async () => {
  const empty = createOwnPlaces(targets.home, await targets.emptyDatabase())
  expect(await command('backup', empty)).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('nothing to back up'),
  })
}, 60_000)

test('a user who may not create roles is named with the statement that helps, without the password', async () => {
  const empty = createOwnPlaces(targets.home, await targets.emptyDatabase())
  const url = new URL(empty.databaseUrl)
  const weak = `weak_${process.pid}`
  const admin = new pg.Client(empty.databaseUrl)
  await admin.connect()
  await admin.query(`create role ${weak} login password 'weak'`)
  Object.assign(url, { username: weak, password: 'weak' })
  const refused = await command('restore', { ...empty, databaseUrl: url.href }, folder())
  await admin.query(`drop role ${weak}`)
  await admin.end()
  expect(refused).toMatchObject({
    status: 1,
    stderr: expect.stringContaining(`As a superuser, run: alter role ${weak} createrole;`),
  })
  expect(refused.stderr).not.toContain(':weak@')
}, 120_000)
