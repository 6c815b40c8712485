import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { FolderStore } from '../../object-store/folder-store.ts'
import { startS3Double } from '../../object-store/s3-double.testing.ts'
import { openOutbound } from '../../outbound/outbound.ts'
import { loadBackupKeys } from '../encryption/backup-keys.ts'
import { confirmKey, proposeKey } from '../encryption/key-ceremony.ts'
import { markKey, markStore } from './mark.ts'
import { chooseDestinations, openDestination, readDestinations, requireAllowedFolder } from './settings.ts'

let home = ''
let places = { dataDir: '', secretsDir: '', backupFolders: [''], backupLocalHosts: [] as string[] }
const disk = (name = '') => join(home, 'disk', name)
const folder = (path: string) => ({ kind: 'folder', folder: path }) as const

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'attune-destination-'))
  places = {
    dataDir: join(home, 'data'),
    secretsDir: join(home, 'secrets'),
    backupFolders: [disk()],
    backupLocalHosts: [],
  }
  for (const path of [places.dataDir, places.secretsDir, disk('one'), join(home, 'outside')])
    mkdirSync(path, { recursive: true })
})
afterEach(() => rmSync(home, { recursive: true }))

async function printKey(): Promise<void> {
  const { words, positions } = await proposeKey(places.secretsDir)
  const typed = positions.map((position) => words[position - 1] ?? '')
  expect(await confirmKey(places.secretsDir, typed)).toBeNull()
}

async function init(path: string, id?: string): Promise<void> {
  await markStore(new FolderStore(path), path, id ?? (await loadBackupKeys(places.secretsDir)).id)
}

test('folders below those of BACKUP_FOLDERS are allowed, and others are refused', () => {
  expect(requireAllowedFolder(places, disk())).toBe(disk())
  expect(requireAllowedFolder(places, disk('one'))).toBe(disk('one'))
  for (const path of [join(home, 'outside'), home, disk('one/../../outside'), `${disk()}-other`, '/']) {
    mkdirSync(path, { recursive: true })
    expect(() => requireAllowedFolder(places, path)).toThrow(/only below the folders of BACKUP_FOLDERS/)
  }
})

test('a link that leaves the folders is refused, and one within them is followed', () => {
  symlinkSync(join(home, 'outside'), disk('out'))
  symlinkSync(disk('one'), disk('within'))
  expect(() => requireAllowedFolder(places, disk('out'))).toThrow(/BACKUP_FOLDERS/)
  expect(requireAllowedFolder(places, disk('within'))).toBe(disk('one'))
})

test('a folder in the data is refused, because each backup would contain the earlier ones', () => {
  const inside = { ...places, backupFolders: [places.dataDir] }
  mkdirSync(join(places.dataDir, 'copies'))
  for (const path of [places.dataDir, join(places.dataDir, 'copies')])
    expect(() => openDestination(inside, folder(path))).toThrow(/in the folder of the data/)
})

test('a missing folder is taken for an unmounted disk', () => {
  expect(() => requireAllowedFolder(places, disk('absent'))).toThrow(/check that the disk is mounted/)
})

test('a destination is chosen only under a printed key, and only with the mark of this practice', async () => {
  const one = folder(disk('one'))
  await expect(chooseDestinations(places, [one])).rejects.toThrow(/Print the key/)
  await printKey()
  await expect(chooseDestinations(places, [one])).rejects.toThrow(/isn't prepared for backups/)
  await init(disk('one'))
  await chooseDestinations(places, [one])
  expect(readDestinations(places.secretsDir)).toEqual([one])
  expect(readdirSync(disk('one'))).toEqual([markKey])
  expect(statSync(join(places.secretsDir, 'backup-destinations.json')).mode & 0o777).toBe(0o600)
  await chooseDestinations(places, [])
  expect(readDestinations(places.secretsDir)).toEqual([])
})

test('a folder with the backups of another practice is refused, also when it is prepared again', async () => {
  await printKey()
  await init(disk('one'), 'another practice')
  await expect(init(disk('one'))).rejects.toThrow(/contains the backups of another practice/)
  await expect(chooseDestinations(places, [folder(disk('one'))])).rejects.toThrow(/another practice/)
  expect(readDestinations(places.secretsDir)).toEqual([])
})

test('a mark that is no mark is refused', async () => {
  const { store } = openDestination(places, folder(disk('one')))
  await store.put(markKey, Readable.from([Buffer.from('{"product":"else"}')]))
  await expect(init(disk('one'))).rejects.toThrow(/isn't a mark of this version/)
})

test('a bucket is marked when it is chosen, and one that is public or has the backups of another practice is refused', async () => {
  const double = await startS3Double()
  const outbound = openOutbound({ localHosts: [double.localHost] })
  const bucket = { kind: 's3', ...double.settings } as const
  try {
    await printKey()
    await expect(chooseDestinations(places, [bucket])).rejects.toThrow(/storage service/)
    double.behave('public')
    await expect(chooseDestinations(places, [bucket], outbound)).rejects.toThrow(/Anyone can read practice\/attune\//)
    double.behave('normal')
    await chooseDestinations(places, [bucket], outbound)
    expect(readDestinations(places.secretsDir)).toEqual([bucket])
    await expect(markStore(openDestination(places, bucket, outbound).store, 'it', 'another')).rejects.toThrow(
      /another practice/,
    )
  } finally {
    await double.stop()
  }
})
