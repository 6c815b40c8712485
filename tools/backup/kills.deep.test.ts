// Kills restores and backups of a real database after every fourth of their steps, and then starts the server as `npm start` does.
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { configNames } from '../../apps/server/src/platform/config/setting-names.ts'
import { startEmbedded } from '../../apps/server/src/platform/database/embedded.ts'
import { readRestoreMarker } from '../../apps/server/src/platform/data-folder/restore-marker.ts'
import { runs } from '../../packages/contract/src/common/runs.testing.ts'
import { loadSecrets } from '../../apps/server/src/platform/secrets/secrets.ts'
import { backUp } from '../../apps/server/src/features/practice/administration/backup/back-up.ts'
import { listBackups } from '../../apps/server/src/platform/backup/destination/layout.ts'
import { loadBackupKeys } from '../../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { keyWordsOf } from '../../apps/server/src/platform/backup/encryption/words.ts'
import { openBackup } from '../../apps/server/src/platform/backup/restore/open-backup.ts'
import { FolderStore } from '../../apps/server/src/platform/object-store/folder-store.ts'
import { backUpStandIn } from './archives.testing.ts'
import { withRunningDatabase } from './running.ts'
import { createDataFolder, createHome, type DataFolder, startOn } from './folders.testing.ts'
import { emptyFolderSteps, finishSteps, replaceSteps, runUntil, undoSteps } from './kills.testing.ts'
import { finishRestore, undoRestore } from './unpack.ts'

const root = join(import.meta.dirname, '..', '..')
const stopped = () => {}

/**
 * Every fourth step, because each starts the server or opens its data up to three times. With ATTUNE_RUNS=most, every step. `kills.runs.test.ts`
 * kills after all steps too, with a stand-in for the database.
 */
const testedSteps = (steps: string[]) => steps.filter((_, at) => at % runs(4, 4, 1) === 0)

/** The folder that contains a data folder with the practice 'old' and a backup of the practice 'new'. */
let originals: string
let backup: { archive: string; words: string }
let old: DataFolder
beforeAll(async () => {
  originals = createHome()
  old = await createPractice('old', 'mail')
  backup = await backUpPractice(await createPractice('new', 'avatars'))
})
afterAll(() => rmSync(originals, { recursive: true }))

let home: string
beforeEach(() => {
  home = createHome()
})
afterEach(() => rmSync(home, { recursive: true }))

test('after a restore over data that was killed, the server has the new or the previous practice or refuses', async () => {
  for (const [n, step] of testedSteps(replaceSteps).entries()) {
    const data = copyOfOld()
    expect(await runUntil({ name: 'unpack', ...data, ...backup }, step)).toBeNull()
    await expectOneOfBoth(data, step, n % 2 === 0 ? 'new' : 'old')
  }
})

test('after a restore into an empty folder that was killed, the server has the new practice or refuses', async () => {
  for (const step of testedSteps(emptyFolderSteps)) {
    const data = createDataFolder(home, null)
    expect(await runUntil({ name: 'unpack', ...data, ...backup }, step)).toBeNull()
    await expectOneOfBoth(data, step, 'new')
  }
})

test('after a backup that was killed, the server has its practice', async () => {
  const data = copyOfOld()
  for (const phase of ['pack', 'send', 'clean-up']) {
    expect(await runUntil({ name: 'back up', ...data }, phase)).toBeNull()
    expect(await serve(data), phase).toEqual({ word: 'old', error: '' })
  }
})

test('finishing or undoing that was killed can be finished and undone again', async () => {
  const { archive, words } = await backUpStandIn(createDataFolder(home, 'new'), join(home, 'new'))
  const open = () => openBackup(archive, { secretsDir: home, askWords: async () => words })
  const killed = [
    ...testedSteps(finishSteps).map((step) => ['finish', 'write the moves into the marker', step] as const),
    ...testedSteps(undoSteps).map((step) => ['undo', 'put the database in place', step] as const),
  ]
  for (const [name, killedAt, step] of killed) {
    for (const ending of ['old', 'new'] as const) {
      const data = createDataFolder(home, 'old')
      await runUntil({ name: 'unpack', ...data, archive, words }, killedAt)
      expect(await runUntil({ name, ...data, words }, step)).toBeNull()
      if (!readRestoreMarker(data.dataDir)) {
        expect(await startOn(data)).toBe(name === 'finish' ? 'new' : 'old')
        continue
      }
      expect(await startOn(data), step).toContain('was interrupted')
      if (ending === 'new') await finishRestore(data, open, stopped)
      else await undoRestore(data, stopped)
      expect(await startOn(data), `${step}, then ${ending}`).toBe(ending)
    }
  }
})

/**
 * Expects the new practice if the restore has removed its marker. Otherwise expects that the server refuses to start,
 * and that it serves the practice `ending` after finishing or undoing the restore.
 */
async function expectOneOfBoth(data: DataFolder, step: string, ending: 'old' | 'new'): Promise<void> {
  if (!readRestoreMarker(data.dataDir)) return expect(await serve(data), step).toEqual({ word: 'new', error: '' })
  const refused = await serve(data)
  expect(refused, step).toEqual({ word: null, error: expect.stringMatching(/^A restore of .* was interrupted.*\n$/) })
  const option = ending === 'new' ? '--finish' : '--undo'
  const done = spawnSync(process.execPath, [join(root, 'tools', 'restore.ts'), option], {
    encoding: 'utf8',
    input: backup.words,
    env: environment(data),
  })
  expect(done, step).toMatchObject({ status: 0, stderr: '' })
  expect(await serve(data), step).toEqual({ word: ending, error: '' })
}

/**
 * Starts the server. Returns the word that the server's files and database contain, or the error with which the server
 * ended.
 */
async function serve(data: DataFolder): Promise<{ word: string | null; error: string }> {
  const child = spawn(process.execPath, [join(root, 'apps', 'server', 'src', 'main.ts')], {
    env: environment(data),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const output = { out: '', err: '' }
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output.err += text))
  const closed = once(child, 'close')
  await new Promise<void>((resolve) => {
    child.on('close', () => resolve())
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output.out += text
      if (output.out.includes('Attune is running at')) resolve()
    })
  })
  const isServing = child.exitCode === null
  child.kill('SIGTERM')
  await closed
  return { word: isServing ? await wordOf(data) : null, error: output.err }
}

async function wordOf(data: DataFolder): Promise<string> {
  const word = await withDatabase(data, async (client) => {
    const { rows } = await client.query<{ text: string }>('select text from word')
    return rows.map(({ text }) => text).join()
  })
  expect(readFileSync(join(data.dataDir, 'files', '1'), 'utf8')).toBe(word)
  expect(readFileSync(join(data.dataDir, word === 'old' ? 'mail' : 'avatars', '1'), 'utf8')).toBe(word)
  return word
}

/** Creates a data folder with a migrated database and files, all with the given word. */
async function createPractice(word: string, folder: string): Promise<DataFolder> {
  const data = createDataFolder(originals, null)
  for (const name of ['files', folder]) {
    mkdirSync(join(data.dataDir, name))
    writeFileSync(join(data.dataDir, name, '1'), word)
  }
  await withDatabase(data, async (client) => {
    await client.query('create table word (text text)')
    await client.query('insert into word values ($1)', [word])
  })
  expect(await serve(data)).toEqual({ word, error: '' })
  return data
}

/** Backs up a stopped practice into its own folder. Returns the archive and the words of its own key. */
async function backUpPractice(data: DataFolder): Promise<{ archive: string; words: string }> {
  const places = { ...data, backupFolders: [], backupLocalHosts: [], backupKilobytesPerSecond: 1_048_576 }
  const options = { at: new Date(), isProved: false, zone: 'UTC' }
  await withRunningDatabase(data, (database) => backUp(places, { ...options, database }))
  const folder = join(data.dataDir, 'backups')
  const [name] = await listBackups(new FolderStore(folder))
  const { own } = await loadBackupKeys(data.secretsDir)
  return { archive: join(folder, 'database', `${name}.tar.gz.age`), words: keyWordsOf(own.identity).join(' ') }
}

function copyOfOld(): DataFolder {
  const parent = mkdtempSync(join(home, 'practice-'))
  chmodSync(parent, 0o711)
  const { status } = spawnSync('cp', ['-a', old.dataDir, parent])
  expect(status).toBe(0)
  const dataDir = join(parent, 'data')
  return { dataDir, secretsDir: join(dataDir, 'secrets') }
}

async function withDatabase<T>(data: DataFolder, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const password = loadSecrets(data.secretsDir).secrets.dbPasswords.install
  const embedded = await startEmbedded({ dataDir: data.dataDir, password, throwaway: true })
  const client = new pg.Client(embedded.url)
  client.on('error', () => {})
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
    await embedded.stop()
  }
}

function environment({ dataDir }: DataFolder): Record<string, string | undefined> {
  const unset = Object.fromEntries(configNames.map((name) => [name, '']))
  return { ...process.env, ...unset, PORT: '0', ATTUNE_DATA: dataDir, LOG_LEVEL: 'silent' }
}
