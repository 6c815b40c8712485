import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { backupKeysOf, backupTime } from '../../../../platform/backup/destination/layout.ts'
import { markStore } from '../../../../platform/backup/destination/mark.ts'
import { loadBackupKeys } from '../../../../platform/backup/encryption/backup-keys.ts'
import { createAgeKey } from '../../../../platform/backup/encryption/age.ts'
import {
  recordBackup,
  recordBackupProblem,
  recordUnprovedBackup,
} from '../../../../platform/data-folder/last-backup.ts'
import { FolderStore } from '../../../../platform/object-store/folder-store.ts'
import { type S3Double, startS3Double } from '../../../../platform/object-store/s3-double.testing.ts'
import { version } from '../../../../platform/process/version.ts'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'

let app: TestApp
let admin: Person
let bucket: S3Double
const dataDir = mkdtempSync(join(tmpdir(), 'attune-data-'))
/** A folder that BACKUP_FOLDERS permits. */
const allowed = mkdtempSync(join(tmpdir(), 'attune-backups-'))
beforeAll(async () => {
  bucket = await startS3Double()
  const config = {
    databaseUrl: null,
    dataDir,
    backupFolders: [allowed, join(dataDir, 'backups')],
    backupLocalHosts: [bucket.localHost],
  }
  app = await createTestApp({ worker: false, config })
  admin = await app.person('admin')
})
afterAll(async () => {
  await app.close()
  await bucket.stop()
  for (const folder of [allowed, dataDir]) rmSync(folder, { recursive: true, force: true })
})

/** Deletes the keys, the chosen destinations, the record of the last backup and the backups. */
beforeEach(() => {
  const { dataDir, secretsDir } = app.config
  for (const path of [
    join(secretsDir, 'backup-keys.json'),
    join(secretsDir, 'backup-destinations.json'),
    join(dataDir, 'last-backup.json'),
    join(dataDir, 'backups'),
  ])
    rmSync(path, { recursive: true, force: true })
  bucket.behave('normal')
})

const api = () => admin.api.administration

async function printKey(): Promise<string> {
  const { words, positions, fingerprint } = await api().proposeBackupKey({})
  await api().confirmBackupKey({ words: positions.map((position) => words[position - 1] ?? '') })
  return fingerprint
}

/** Makes a folder below the allowed one and returns its path. If `id` is given, marks the folder for the backups with this id. */
async function newFolder(name: string, id?: string): Promise<string> {
  const folder = join(allowed, name)
  mkdirSync(folder)
  if (id) await markStore(new FolderStore(folder), folder, id)
  return folder
}
const ownFolder = async (name: string) => newFolder(name, (await loadBackupKeys(app.config.secretsDir)).id)

/** Stores the objects of a backup, as the backup process does. */
async function storeBackup(folder: string, at: Date, keys: string[]): Promise<void> {
  const store = new FolderStore(folder)
  const objects = backupKeysOf(backupTime(at))
  const header = { product: 'attune', format: 2, version, postgres: '18', at: at.toISOString(), size: 5_000, keys }
  await store.put(objects.archive, Readable.from([Buffer.alloc(300)]))
  await store.put(objects.secrets, Readable.from([Buffer.alloc(40)]))
  await store.put(objects.header, Readable.from([Buffer.from(JSON.stringify(header))]))
}

const latestAudit = async (count: number) =>
  (await api().auditLog({ limit: count })).items.map(({ action, thing, before, after }) => ({
    action,
    thing,
    before,
    after,
  }))

test('before the first backup the page says when it comes and that no key was printed', async () => {
  expect(await api().backups({})).toEqual({
    hasOwnDatabase: false,
    lastAt: null,
    isOverdue: false,
    proved: null,
    problem: null,
    progress: null,
    next: { at: expect.any(String), zone: expect.any(String) },
    isOnSameDisk: false,
    destinations: [],
    allowedFolders: [allowed],
    key: { printed: null, earlier: 0, second: null },
  })
  const { places } = await api().storedBackups({})
  expect(places).toMatchObject([{ kind: 'default', problem: null, backups: [] }])
})

test('the last proof has its size, duration and newest record, and is overdue after 48 hours', async () => {
  const now = app.clock.now().getTime()
  const ago = (hours: number) => new Date(now - hours * 3_600_000)
  const proved = { at: ago(47), size: 9_000, seconds: 61, newest: ago(48) }
  recordBackup(app.config.dataDir, ago(47), { onSameDisk: true, proved })
  const fresh = await api().backups({})
  expect(fresh).toMatchObject({ isOverdue: false, isOnSameDisk: true, lastAt: proved.at.toISOString() })
  expect(fresh.proved).toEqual({ ...proved, at: proved.at.toISOString(), newest: proved.newest.toISOString() })
  recordBackup(app.config.dataDir, ago(49), { proved: { ...proved, at: ago(49) } })
  expect((await api().backups({})).isOverdue).toBe(true)
})

test('an attempt without space shows the figures', async () => {
  const at = app.clock.now()
  recordBackupProblem(app.config.dataDir, { at, why: 'space', free: 10, needed: 90 })
  expect((await api().backups({})).problem).toEqual({ why: 'space', at: at.toISOString(), free: 10, needed: 90 })
})

test('a key is used after two of its words were typed back, and the log has its fingerprint and no word', async () => {
  const { words, positions, fingerprint } = await api().proposeBackupKey({})
  expect(words).toHaveLength(24)
  const wrong = positions.map(() => 'nonsense')
  await expect(api().confirmBackupKey({ words: wrong })).rejects.toMatchObject({
    code: 'WRONG_WORDS',
    data: { positions },
  })
  expect((await api().backups({})).key.printed).toBeNull()
  await api().confirmBackupKey({ words: positions.map((position) => ` ${words[position - 1]?.toUpperCase()}`) })
  expect((await api().backups({})).key).toEqual({ printed: fingerprint, earlier: 0, second: null })
  expect(await latestAudit(3)).toEqual([
    { action: 'state', thing: 'backup-key', before: { key: null }, after: { key: fingerprint } },
    { action: 'refused:administration.confirmBackupKey', thing: 'backup-key', before: null, after: null },
    { action: 'propose', thing: 'backup-key', before: null, after: null },
  ])
})

test('a key that is proposed and not confirmed leaves the previous one', async () => {
  const first = await printKey()
  await api().proposeBackupKey({})
  expect((await api().backups({})).key).toMatchObject({ printed: first, earlier: 0 })
  const second = await printKey()
  expect((await api().backups({})).key).toMatchObject({ printed: second, earlier: 1 })
})

test('a second key is refused without a printed one and if it is not a public key of age', async () => {
  const { recipient } = await createAgeKey()
  await expect(api().setSecondBackupKey({ recipient })).rejects.toMatchObject({ code: 'NO_KEY' })
  await printKey()
  await expect(api().setSecondBackupKey({ recipient: `age1${'q'.repeat(58)}` })).rejects.toMatchObject({
    code: 'NOT_A_RECIPIENT',
  })
  await api().setSecondBackupKey({ recipient })
  expect((await api().backups({})).key.second).toBe(recipient)
  await api().setSecondBackupKey({ recipient: null })
  expect((await api().backups({})).key.second).toBeNull()
})

test('a destination is refused before a key was printed', async () => {
  const folder = await ownFolder('too-early')
  await expect(api().addBackupDestination({ kind: 'folder', folder })).rejects.toMatchObject({ code: 'NO_KEY' })
})

test('a prepared folder is tested, added, listed and removed, and its backups stay', async () => {
  const key = await printKey()
  const folder = await ownFolder('prepared')
  expect(await api().addBackupDestination({ kind: 'folder', folder })).toMatchObject({
    problem: null,
    free: expect.any(Number),
  })
  expect(await latestAudit(1)).toEqual([
    { action: 'add', thing: 'backup-destination', before: { destinations: '' }, after: { destinations: folder } },
  ])
  const at = app.clock.now()
  await storeBackup(folder, at, [key])
  await storeBackup(folder, new Date(at.getTime() - 3_600_000), [key])
  recordUnprovedBackup(app.config.dataDir, new Date(at.getTime() - 3_600_000), { problem: null, destinations: {} })
  recordBackup(app.config.dataDir, at, { proved: { at, size: 5_000, seconds: 3, newest: at } })
  const [place] = (await api().storedBackups({})).places
  const stored = { size: 5_000, storedBytes: 300, keys: [key], hasSecrets: true }
  expect(place).toMatchObject({
    name: folder,
    kind: 'folder',
    problem: null,
    restoreCommand: `npm run restore -- ${folder}`,
    backups: [
      { ...stored, at: at.toISOString(), isProved: true },
      { ...stored, isProved: false },
    ],
  })
  await api().removeBackupDestination({ name: folder })
  expect((await api().backups({})).destinations).toEqual([])
  expect(existsSync(join(folder, backupKeysOf(backupTime(at)).header))).toBe(true)
})

test('folders that cannot be used are refused with the reason, and nothing changes', async () => {
  await printKey()
  const outside = mkdtempSync(join(tmpdir(), 'attune-elsewhere-'))
  const inData = join(app.config.dataDir, 'backups', 'inner')
  mkdirSync(inData, { recursive: true })
  symlinkSync(outside, join(allowed, 'link'))
  const problems = [
    [outside, 'not-allowed'],
    [join(outside, 'absent'), 'not-allowed'],
    [join(allowed, 'link'), 'not-allowed'],
    [join(allowed, 'absent'), 'missing'],
    [inData, 'in-data'],
    [await newFolder('unmarked'), 'not-marked'],
    [await newFolder('theirs', 'another-practice'), 'other-practice'],
  ] as const
  for (const [folder, problem] of problems)
    await expect(api().addBackupDestination({ kind: 'folder', folder }), folder).rejects.toMatchObject({
      code: 'PROBLEM',
      data: { problem },
    })
  expect((await api().backups({})).destinations).toEqual([])
  rmSync(outside, { recursive: true })
})

test('a bucket is tested and added, and neither the answer nor the log contains its keys @slow', async () => {
  await printKey()
  const { settings } = bucket
  await api().addBackupDestination({ kind: 's3', ...settings })
  const state = await api().backups({})
  const [chosen] = state.destinations
  expect(chosen).toMatchObject({ kind: 's3', lastAt: null, failedAt: null })
  expect(await api().testBackupDestination({ name: chosen?.name ?? '' })).toEqual({
    problem: null,
    free: null,
    isOnSameDisk: false,
  })
  const [place] = (await api().storedBackups({})).places
  expect(place?.restoreCommand).toBe(
    `npm run restore -- ${settings.endpoint}/${settings.bucket}/${settings.prefix.replace('/', '')}`,
  )
  const shown = JSON.stringify([state, await api().storedBackups({}), await latestAudit(5)])
  expect(shown).not.toContain(settings.secretAccessKey)
  expect(app.logged.join()).not.toContain(settings.secretAccessKey)
  const stored = readFileSync(join(app.config.secretsDir, 'backup-destinations.json'), 'utf8')
  expect(stored).toContain(settings.secretAccessKey)
})

test.each([
  ['public', 'public'],
  ['busy', 'busy'],
] as const)('a bucket that is %s is refused @slow', async (behaviour, problem) => {
  await printKey()
  bucket.behave(behaviour)
  await expect(
    api().addBackupDestination({ kind: 's3', ...bucket.settings, prefix: 'refused/' }),
  ).rejects.toMatchObject({
    code: 'PROBLEM',
    data: { problem },
  })
})

test('a bucket at a private address that the environment does not name is refused', async () => {
  await printKey()
  const elsewhere = { kind: 's3', ...bucket.settings, endpoint: 'https://127.0.0.1:1' } as const
  await expect(api().addBackupDestination(elsewhere)).rejects.toMatchObject({
    data: { problem: 'address-not-allowed' },
  })
})

test('a folder that loses its mark is named in the list and on the dashboard @slow', async () => {
  await printKey()
  const folder = await ownFolder('lost')
  await api().addBackupDestination({ kind: 'folder', folder })
  recordBackup(app.config.dataDir, app.clock.now())
  rmSync(join(folder, 'attune-backups.json'))
  expect((await api().storedBackups({})).places).toMatchObject([{ problem: 'not-marked' }, { kind: 'default' }])
  expect(await api().testBackupDestination({ name: folder })).toMatchObject({ problem: 'not-marked' })
  expect((await api().health({})).items.map(({ reason }) => reason)).toContain('backup-destination-lost')
})

test('a backup that cannot be made is recorded as a failed attempt @slow', async () => {
  // The data folder has no running Postgres, so the backup fails.
  await api().startBackup({})
  expect((await api().backups({})).progress).toMatchObject({ phase: 'copy', done: 0 })
  await expect.poll(async () => (await api().backups({})).problem, { timeout: 20_000 }).toMatchObject({ why: 'failed' })
  expect((await api().backups({})).progress).toBeNull()
})

test('changes of key and destination need a sign-in that is at most 15 minutes old', async () => {
  const later = await app.person('admin', 2)
  app.clock.advance(16 * 60_000)
  const refused = { code: 'STEP_UP', data: { need: 'code' } }
  const { administration } = later.api
  await expect(administration.proposeBackupKey({})).rejects.toMatchObject(refused)
  await expect(administration.removeBackupDestination({ name: allowed })).rejects.toMatchObject(refused)
  await expect(administration.setSecondBackupKey({ recipient: null })).rejects.toMatchObject(refused)
  expect((await administration.backups({})).hasOwnDatabase).toBe(false)
  const again = await app.secondBrowser(later, 2)
  expect((await again.send('administration/proposeBackupKey', {})).status).toBe(200)
})

test('a practice with its own Postgres has a schedule, a list, and no state of the log @slow', async () => {
  const own = await createTestApp({ worker: false })
  try {
    const { administration } = (await own.person('admin')).api
    recordBackup(own.config.dataDir, own.clock.now())
    expect(await administration.backups({})).toMatchObject({
      hasOwnDatabase: true,
      next: { at: expect.any(String) },
      lastAt: expect.any(String),
    })
    expect((await administration.storedBackups({})).places).toMatchObject([{ kind: 'default', backups: [] }])
    expect((await administration.health({})).items.map(({ reason }) => reason)).not.toContain('log-archive-ok')
  } finally {
    await own.close()
  }
})
