import { mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { backupTime, listBackups } from '../../../../platform/backup/destination/layout.ts'
import { markStore } from '../../../../platform/backup/destination/mark.ts'
import { chooseDestinations } from '../../../../platform/backup/destination/settings.ts'
import { loadBackupKeys, recipientsOf } from '../../../../platform/backup/encryption/backup-keys.ts'
import { confirmKey, proposeKey } from '../../../../platform/backup/encryption/key-ceremony.ts'
import { recordUnprovedBackup } from '../../../../platform/data-folder/last-backup.ts'
import { FolderStore } from '../../../../platform/object-store/folder-store.ts'
import { deliver } from './deliver.ts'

let home = ''
let places = { dataDir: '', secretsDir: '', backupFolders: [''], backupLocalHosts: [] as string[] }
const disk = () => join(home, 'disk')
const inData = () => join(home, 'data', 'backups')
const namesIn = (folder: string) => listBackups(new FolderStore(folder)).catch(() => [])
const report = { phase: vi.fn<() => void>(), add: vi.fn<() => void>() }

beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'attune-deliver-'))
  places = { ...places, dataDir: join(home, 'data'), secretsDir: join(home, 'secrets'), backupFolders: [disk()] }
  for (const path of [places.dataDir, places.secretsDir, disk()]) mkdirSync(path)
  writeFileSync(join(home, 'archive'), 'archive')
})
afterEach(() => rmSync(home, { recursive: true }))

const begun = Math.floor(Date.now() / 1000) * 1000
async function send(hours: number, isProved = true) {
  const at = new Date(begun + hours * 3_600_000)
  const keys = await loadBackupKeys(places.secretsDir)
  const packed = { archive: join(home, 'archive'), files: [], folder: home, header: '{}' }
  const backup = { ...packed, name: backupTime(at), at, recipients: recipientsOf(keys), keys, zone: 'UTC', isProved }
  await deliver(places, backup, null, report)
  if (!isProved) recordUnprovedBackup(places.dataDir, at, { problem: null, destinations: {} })
  return backup.name
}

async function chooseDisk(): Promise<void> {
  const { words, positions } = await proposeKey(places.secretsDir)
  const typed = positions.map((position) => words[position - 1] ?? '')
  expect(await confirmKey(places.secretsDir, typed)).toBeNull()
  await markStore(new FolderStore(disk()), disk(), (await loadBackupKeys(places.secretsDir)).id)
  await chooseDestinations(places, [{ kind: 'folder', folder: disk() }])
}

test('when a proved backup has reached a destination, those on the disk of the data are deleted', async () => {
  const first = await send(0)
  const plain = `attune-${first}.tar.gz`
  for (const name of [plain, 'own.tar.gz']) writeFileSync(join(inData(), name), '')
  await chooseDisk()
  const unproved = await send(1, false)
  expect(await namesIn(inData())).toEqual([first])
  const proved = await send(2)
  expect(await namesIn(inData())).toEqual([])
  expect(readdirSync(inData()).filter((name) => name.endsWith('.gz'))).toEqual(['own.tar.gz'])
  expect(await namesIn(disk())).toEqual([unproved, proved])
})

test('a backup without a proof takes no place of a proved one', async () => {
  const proved = [await send(0), await send(1)]
  const unproved = [await send(2, false), await send(3, false)]
  expect(await namesIn(inData())).toEqual([...proved, ...unproved])
  const next = await send(8 * 24)
  expect(await namesIn(inData())).toEqual([proved[1], next])
})

test('a destination without enough space is not begun, and keeps what it has', async () => {
  const first = await send(0)
  const { bavail, bsize } = statfsSync(inData())
  truncateSync(join(home, 'archive'), bavail * bsize + 1)
  await expect(send(1)).rejects.toThrow(/GB free, and the backup needs/)
  expect(await namesIn(inData())).toEqual([first])
})
