import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { isDeep } from '../../packages/contract/src/common/runs.testing.ts'
import { backUp } from '../../apps/server/src/features/practice/administration/backup/back-up.ts'
import { backUpBeforeUpgrade } from '../../apps/server/src/features/practice/administration/backup/back-up-first.ts'
import { readStoredBackups } from '../../apps/server/src/features/practice/administration/backup/stored-backups.ts'
import { backupKeysOf, backupTime, listBackups } from '../../apps/server/src/platform/backup/destination/layout.ts'
import { markKey, markStore } from '../../apps/server/src/platform/backup/destination/mark.ts'
import { chooseDestinations } from '../../apps/server/src/platform/backup/destination/settings.ts'
import { createAgeKey } from '../../apps/server/src/platform/backup/encryption/age.ts'
import { loadBackupKeys, storeBackupKeys } from '../../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { confirmKey, proposeKey } from '../../apps/server/src/platform/backup/encryption/key-ceremony.ts'
import { readBackupRecord } from '../../apps/server/src/platform/data-folder/last-backup.ts'
import { openBackup } from '../../apps/server/src/platform/backup/restore/open-backup.ts'
import { startEmbedded, type EmbeddedPostgres } from '../../apps/server/src/platform/database/embedded.ts'
import { migrate, readMigrations } from '../../apps/server/src/platform/database/migrate/migrate.ts'
import { FolderStore } from '../../apps/server/src/platform/object-store/folder-store.ts'
import { loadSecrets } from '../../apps/server/src/platform/secrets/secrets.ts'

let home: string
let postgres: EmbeddedPostgres
const places = {
  dataDir: '',
  secretsDir: '',
  backupFolders: [''],
  backupLocalHosts: [],
  backupKilobytesPerSecond: 1_048_576,
}
const disk = () => join(home, 'disk')
const inData = () => join(places.dataDir, 'backups')
const namesIn = (folder: string) => listBackups(new FolderStore(folder)).catch(() => [])

/** A database of an earlier version with only the first tables. */
beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'attune-back-up-'))
  // The embedded Postgres may run as a separate system user, who needs access to this folder.
  chmodSync(home, 0o711)
  mkdirSync(disk())
  Object.assign(places, { dataDir: join(home, 'data'), backupFolders: [disk()] })
  places.secretsDir = join(places.dataDir, 'secrets')
  const password = loadSecrets(places.secretsDir).secrets.dbPasswords.install
  postgres = await startEmbedded({ dataDir: places.dataDir, password, throwaway: true })
  await migrate(postgres.url, readMigrations().slice(0, 3))
  vi.spyOn(console, 'log').mockImplementation(() => {})
})
afterAll(async () => {
  vi.restoreAllMocks()
  await postgres.stop()
  rmSync(home, { recursive: true })
})
beforeEach(() => {
  for (const path of [inData(), join(places.dataDir, 'last-backup.json')])
    rmSync(path, { recursive: true, force: true })
})

const begun = Math.floor(Date.now() / 1000) * 1000
/** Returns a time that no other test uses for a backup. */
let hours = 0
const nextTime = () => new Date(begun + ++hours * 2 * 3_600_000)
const make = (at: Date) => backUp(places, { at, database: { port: postgres.port }, isProved: false, zone: 'UTC' })

test('an upgrade makes one backup first, which does not count as proved, and none within an hour of another @slow', async () => {
  const at = nextTime()
  await backUpBeforeUpgrade(places, postgres.url, [], at)
  expect(await namesIn(inData())).toEqual([backupTime(at)])
  expect(readBackupRecord(places.dataDir)).toMatchObject({ at: null, proved: null, unproved: [at] })
  await backUpBeforeUpgrade(places, postgres.url, [], new Date(at.getTime() + 50 * 60_000))
  expect(await namesIn(inData())).toHaveLength(1)
})

test.runIf(isDeep)(
  'a backup for npm run upgrade stays here, opens without the printed words, and takes no place of a regular one',
  async () => {
    const { dataDir, secretsDir } = places
    const stored = await loadBackupKeys(secretsDir)
    storeBackupKeys(secretsDir, { ...stored, printed: [(await createAgeKey()).recipient] })
    await markStore(new FolderStore(disk()), disk(), stored.id)
    await chooseDestinations(places, [{ kind: 'folder', folder: disk() }])
    const at = nextTime()
    const options = { at, database: { port: postgres.port }, isProved: true, isForUpgrade: true, zone: 'UTC' }
    expect(await backUp(places, options)).toEqual([inData()])
    expect([await namesIn(inData()), await namesIn(disk())]).toEqual([[backupTime(at)], []])
    const askWords = vi.fn<() => Promise<string>>()
    expect((await openBackup(inData(), { secretsDir, askWords })).at).toEqual(new Date(at.getTime()))
    expect(askWords).not.toHaveBeenCalled()
    expect(readBackupRecord(dataDir)).toMatchObject({ at: null, proved: null, unproved: [at], destinations: {} })
    await chooseDestinations(places, [])
    storeBackupKeys(secretsDir, stored)
    rmSync(join(disk(), markKey))
  },
)

test('an upgrade makes no backup if the host asks for none', async () => {
  await backUpBeforeUpgrade(places, postgres.url, ['--without-backup'], nextTime())
  expect(await namesIn(inData())).toEqual([])
})

test.runIf(isDeep)('while the database is being updated, a backup says so', async () => {
  const other = new pg.Client(postgres.url)
  await other.connect()
  await other.query(`select pg_advisory_lock(hashtext('attune migrations'))`)
  try {
    await expect(make(nextTime())).rejects.toThrow(/just updating its database/)
  } finally {
    await other.end()
  }
  expect(await namesIn(inData())).toEqual([])
  expect(readBackupRecord(places.dataDir).problem).toMatchObject({ why: 'failed' })
})

test('an upgrade whose backup fails changes nothing, and says how to go on without one', async () => {
  const outside = { ...places, secretsDir: join(home, 'other-secrets') }
  const refused = backUpBeforeUpgrade(outside, postgres.url, [], nextTime())
  await expect(refused).rejects.toThrow(/Nothing was changed. To upgrade without a backup/)
  expect(await namesIn(inData())).toEqual([])
})

test.runIf(isDeep)('of two backups at once the second is refused, and the first one is made', async () => {
  const at = nextTime()
  const first = make(at)
  await expect(make(nextTime())).rejects.toThrow(/already running/)
  await first
  expect(await namesIn(inData())).toEqual([backupTime(at)])
  expect(readdirSync(inData()).filter((name) => name.startsWith('.'))).toEqual([])
  expect(readBackupRecord(places.dataDir).problem).toBeNull()
})

test.runIf(isDeep)('an upgrade that finds a backup running waits for it, and makes no second one', async () => {
  const at = nextTime()
  const first = make(at)
  await backUpBeforeUpgrade(places, postgres.url, [], new Date(at.getTime() + 60_000))
  await first
  expect(await namesIn(inData())).toEqual([backupTime(at)])
})

test.runIf(isDeep)(
  'a chosen destination takes the backups with the secrets; without its disk they stay here, and it is known as failing',
  async () => {
    const { words, positions } = await proposeKey(places.secretsDir)
    await confirmKey(
      places.secretsDir,
      positions.map((position) => words[position - 1] ?? ''),
    )
    const store = new FolderStore(disk())
    await markStore(store, disk(), (await loadBackupKeys(places.secretsDir)).id)
    await chooseDestinations(places, [{ kind: 'folder', folder: disk() }])
    const [first, second] = [nextTime(), nextTime()]
    expect(await make(first)).toEqual([disk()])
    expect(await namesIn(inData())).toEqual([])
    expect(await store.head(backupKeysOf(backupTime(first)).secrets)).not.toBeNull()

    await store.delete(markKey)
    expect(await make(second)).toEqual([inData()])
    expect(await namesIn(inData())).toEqual([backupTime(second)])
    expect(await namesIn(disk())).toEqual([backupTime(first)])
    const [there, here] = await readStoredBackups(places)
    expect(here?.place.backups).toMatchObject([{ name: backupTime(second), at: second.toISOString(), isProved: false }])
    expect(there?.place).toMatchObject({ name: disk(), problem: 'not-marked', backups: [] })
    expect(readBackupRecord(places.dataDir)).toMatchObject({
      problem: { why: 'destination', at: second },
      destinations: { [disk()]: { at: first, failedAt: second, reason: expect.stringContaining("isn't prepared") } },
    })
  },
)
