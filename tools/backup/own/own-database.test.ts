import { chmodSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { backUp } from '../../../apps/server/src/features/practice/administration/backup/back-up.ts'
import { openBackup } from '../../../apps/server/src/platform/backup/restore/open-backup.ts'
import { readBackupRecord } from '../../../apps/server/src/platform/data-folder/last-backup.ts'
import { requireNoUnfinishedRestore } from '../../../apps/server/src/platform/data-folder/restore-marker.ts'
import { touchLedger } from '../../../apps/server/src/platform/erasures/ledger.ts'
import { createTestApp, startSharedApp } from '../../../apps/server/src/testing/app.ts'
import { runQuery } from '../../../apps/server/src/testing/database/database.ts'
import { newJournalEntry } from '../../../apps/server/src/testing/records/journal.ts'
import {
  backupsIn,
  namesInDatabase,
  createOwnPlaces,
  openTargets,
  type OwnPlaces,
  writeTestSecrets,
} from './own-database.testing.ts'
import { backUpStandIn } from '../archives.testing.ts'
import { createDataFolder } from '../folders.testing.ts'
import { restoreData } from '../moment/restore-moment.ts'
import { undoRestore, unpack } from '../unpack.ts'

const app = await startSharedApp()
const client = await app.person('client')
const targets = openTargets()
let source: OwnPlaces
const file = 'files/whole/ab/abc'

/** Backs the practice up while its server runs. */
beforeAll(async () => {
  chmodSync(targets.home, 0o711)
  await client.api.journal.save(newJournalEntry('Before the backup.'))
  source = createOwnPlaces(targets.home, app.databaseUrl)
  mkdirSync(join(source.dataDir, 'files/whole/ab'), { recursive: true })
  writeFileSync(join(source.dataDir, file), 'letter')
  touchLedger(source.secretsDir, new Date(0))
  await make()
})
afterAll(() => targets.close())

const make = () => {
  const at = new Date()
  const database = { url: source.databaseUrl }
  return backUp(source, { at, database, isProved: false, zone: 'UTC' })
}
const open = () =>
  openBackup(join(source.dataDir, 'backups'), { secretsDir: source.secretsDir, askWords: async () => '' })

async function restore(places: OwnPlaces, afterStep?: (name: string) => void): Promise<void> {
  await unpack(places, await open(), { replace: false, at: new Date(), withoutLedger: true }, () => {}, afterStep)
}

test('a backup of a running server with its own Postgres restores into an empty database, and people sign in again @slow', async () => {
  const places = createOwnPlaces(targets.home, await targets.emptyDatabase())
  await restore(places)
  expect(existsSync(join(places.dataDir, file))).toBe(true)
  expect(readdirSync(places.dataDir)).toContain('restored.json')
  expect(await namesInDatabase(places.databaseUrl)).not.toContain('attune_restore')
  const restored = await createTestApp({ databaseUrl: places.databaseUrl, config: { dataDir: places.dataDir } })
  try {
    const browser = restored.anonymous()
    await browser.api.login.signIn({ email: client.email, password: client.password })
    expect((await browser.api.journal.list({})).items).toHaveLength(1)
    expect(existsSync(join(places.dataDir, 'restored.json'))).toBe(false)
  } finally {
    await restored.close()
  }
})

test('a database with data is refused, and neither it nor the folder changes', async () => {
  const places = createOwnPlaces(targets.home, app.databaseUrl)
  await expect(restore(places)).rejects.toThrow(/already has data of Attune. It stays as it is/)
  expect(readdirSync(places.dataDir)).toEqual(['secrets'])
  expect((await client.api.journal.list({})).items).toHaveLength(1)
})

test('a copy of the built-in database is refused for an own Postgres, and nothing changes @slow', async () => {
  const places = createOwnPlaces(targets.home, await targets.emptyDatabase())
  const stored = await backUpStandIn(createDataFolder(targets.home, 'old'), join(targets.home, 'embedded'))
  const backup = await openBackup(stored.folder, { secretsDir: places.secretsDir, askWords: async () => stored.words })
  const options = { replace: false, at: new Date(), withoutLedger: true }
  await expect(unpack(places, backup, options, () => {})).rejects.toThrow(/copy of Attune's built-in database/)
  expect(await namesInDatabase(places.databaseUrl)).toEqual([])
  expect(readdirSync(places.dataDir)).toEqual(['secrets'])
})

test('a moment is refused for an own Postgres, with the nearest backup', async () => {
  const places = createOwnPlaces(targets.home, await targets.emptyDatabase())
  const at = new Date().toISOString().slice(0, 16).concat('Z')
  const options = {
    from: 'FOLDER',
    time: null,
    at,
    zone: null,
    replace: false,
    withoutLedger: true,
    yes: true,
    now: new Date(),
  }
  const terminal = { say: () => {}, question: async () => '', open }
  const [name] = await backupsIn(source.dataDir)
  await expect(restoreData(places, await open(), options, terminal, () => {})).rejects.toThrow(
    `only the times of its backups can be restored. Leave out --at. The nearest backup is from ${name}`,
  )
})

test('an interrupted restore into an own Postgres is continued only with DATABASE_URL', async () => {
  const places = createOwnPlaces(targets.home, await targets.emptyDatabase())
  const marker = { source: 'x', owner: '', cluster: 'x', folder: 'x', previous: null, moves: null, ownDatabase: true }
  writeFileSync(join(places.dataDir, 'unfinished-restore.json'), JSON.stringify(marker))
  const without = { dataDir: places.dataDir, secretsDir: places.secretsDir }
  await expect(undoRestore(without, () => {})).rejects.toThrow(/Set DATABASE_URL again/)
  await undoRestore(places, () => {})
  expect(() => requireNoUnfinishedRestore(places.dataDir)).not.toThrow()
})

test('a role without the right to read a table is named, and nothing is listed', async () => {
  const before = await backupsIn(source.dataDir)
  await runQuery(app.databaseUrl, 'set role attune_owner; revoke select on app.profile from attune_app_backup')
  try {
    await expect(make()).rejects.toThrow(
      /The role attune_app_backup may not read app.profile, so nothing was backed up. .* grant select on all tables in schema app/,
    )
  } finally {
    await runQuery(app.databaseUrl, 'set role attune_owner; grant select on app.profile to attune_app_backup')
  }
  expect(await backupsIn(source.dataDir)).toEqual(before)
  expect(readBackupRecord(source.dataDir).problem).toMatchObject({ why: 'failed' })
})

test('with another password than the one of the last start the message says what to do', async () => {
  const other = createOwnPlaces(targets.home, app.databaseUrl)
  writeTestSecrets(other.secretsDir, { backup: 'other' })
  const refused = backUp(other, { at: new Date(), database: { url: app.databaseUrl }, isProved: false, zone: 'UTC' })
  await expect(refused).rejects.toThrow(/refuses the role attune_app_backup or its password. Start Attune once/)
  expect(await backupsIn(other.dataDir)).toEqual([])
})
