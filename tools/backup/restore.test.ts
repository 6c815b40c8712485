// Tests which encrypted backups a restore accepts, and that it refuses incomplete, changed and incompatible ones without changing the data. Files
// represent the database.
import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createAgeKey } from '../../apps/server/src/platform/backup/encryption/age.ts'
import { loadBackupKeys } from '../../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { keyWordsOf } from '../../apps/server/src/platform/backup/encryption/words.ts'
import { openBackup, openBackupIn } from '../../apps/server/src/platform/backup/restore/open-backup.ts'
import { startS3Double } from '../../apps/server/src/platform/object-store/s3-double.testing.ts'
import { S3Store } from '../../apps/server/src/platform/object-store/s3-store.ts'
import { openOutbound } from '../../apps/server/src/platform/outbound/outbound.ts'
import { label } from '../../apps/server/src/platform/backup/archive.ts'
import { backUpStandIn, type StandInBackup } from './archives.testing.ts'
import { createDataFolder, createHome, type DataFolder, practiceIn, startOn } from './folders.testing.ts'
import { unpack } from './unpack.ts'

let home: string
let backups: string
let backup: StandInBackup
let data: DataFolder
beforeEach(async () => {
  home = createHome()
  backups = join(home, 'backups')
  backup = await backUpStandIn(createDataFolder(home, 'new'), backups)
  data = createDataFolder(home, 'old')
})
afterEach(() => rmSync(home, { recursive: true }))

type Chosen = { from?: string; words?: string; time?: string | null; to?: DataFolder }

async function restore({ from = backups, words = backup.words, time = null, to = data }: Chosen = {}): Promise<void> {
  const opened = await openBackup(from, { time, secretsDir: to.secretsDir, askWords: async () => words })
  await unpack(to, opened, { replace: true, at: new Date() }, () => {})
}

/** Expects that a restore is refused for a reason and changes nothing. */
async function expectRefusal(reason: RegExp, chosen: Chosen = {}): Promise<void> {
  const before = readdirSync(dirname(data.dataDir))
  await expect(restore(chosen)).rejects.toThrow(reason)
  expect(await startOn(data)).toBe('old')
  expect(readdirSync(dirname(data.dataDir))).toEqual(before)
  expect(readdirSync(data.dataDir).filter((name) => name.startsWith('.'))).toEqual([])
}

/** Changes one bit of a file. */
function flip(path: string, at: number): void {
  const bytes = readFileSync(path)
  const place = at < 0 ? bytes.length + at : at
  bytes[place] = (bytes[place] ?? 0) ^ 1
  writeFileSync(path, bytes)
}

const fileOf = (folder: string) => {
  const below = join(folder, 'files', 'a1')
  return join(below, readdirSync(below)[0] ?? '')
}
const headerOf = ({ folder, name }: StandInBackup) => join(folder, 'database', `${name}.json`)

test('the newest backup of a folder is restored with its words, and the same restore can be made twice @slow', async () => {
  await restore()
  expect(await startOn(data)).toBe('new')
  await restore()
  expect(await startOn(data)).toBe('new')
})

test('a backup of an earlier time and one archive of a folder can be restored @slow', async () => {
  const words = backup.words
  const later = await backUpStandIn(data, backups, { at: new Date(Date.now() + 60_000) })
  await restore({ time: backup.name, words })
  expect(await startOn(data)).toBe('new')
  await restore({ from: later.archive, words: later.words })
  expect(await startOn(data)).toBe('old')
})

test("the machine's own key opens its backups without words @slow", async () => {
  const { own } = await loadBackupKeys(data.secretsDir)
  const folder = join(home, 'own')
  await backUpStandIn(createDataFolder(home, 'new'), folder, { recipient: own.recipient })
  await restore({ from: folder, words: 'nobody asks for these' })
  expect(await startOn(data)).toBe('new')
})

test('an empty machine gets the secrets of the backup, and a machine with secrets keeps them @slow', async () => {
  const from = createDataFolder(home, 'new')
  const folder = join(home, 'with-secrets')
  const { words } = await backUpStandIn(from, folder, { withSecrets: true })
  const empty = createDataFolder(home, null)
  rmSync(empty.dataDir, { recursive: true })
  mkdirSync(empty.secretsDir, { recursive: true })
  await restore({ from: folder, words, to: empty })
  expect(practiceIn(empty.dataDir)).toBe('new')
  const secretsOf = ({ secretsDir }: DataFolder) => readFileSync(join(secretsDir, 'secrets.json'), 'utf8')
  expect(secretsOf(empty)).toBe(secretsOf(from))
  expect(statSync(empty.secretsDir).mode & 0o777).toBe(0o700)
  const before = secretsOf(data)
  await restore({ from: folder, words })
  expect(secretsOf(data)).toBe(before)
})

test('a backup in a bucket is restored like one in a folder @slow', async () => {
  const double = await startS3Double()
  try {
    const store = new S3Store(double.settings, openOutbound({ localHosts: [double.localHost] }))
    const { words, name } = await backUpStandIn(createDataFolder(home, 'new'), join(home, 'bucket'), { store })
    const place = `${double.settings.endpoint}/practice/attune`
    const opening = { secretsDir: data.secretsDir, askWords: async () => words }
    const opened = await openBackupIn(store, place, opening)
    expect(opened.source).toBe(`${place}/database/${name}.tar.gz.age`)
    await unpack(data, opened, { replace: true, at: new Date() }, () => {})
    expect(await startOn(data)).toBe('new')
  } finally {
    await double.stop()
  }
})

test('a file of an earlier version is restored @slow', async () => {
  const old = join(home, 'attune-old.tar.gz')
  const source = createDataFolder(home, 'new')
  writeFileSync(
    join(source.dataDir, label),
    JSON.stringify({ app: 'attune', format: 1, at: new Date(), postgres: '18' }),
  )
  const entries = [label, 'postgres', './files', './avatars']
  expect(spawnSync('tar', ['-czf', old, '-C', source.dataDir, ...entries]).status).toBe(0)
  await restore({ from: old })
  expect(await startOn(data)).toBe('new')
})

test('the words of another key are refused with the number of the right one', async () => {
  const words = keyWordsOf((await createAgeKey()).identity).join(' ')
  await expectRefusal(/words of another key. This backup needs those .* number [0-9a-f]{16}/, { words })
})

test('half a key, no words, a misspelt word and swapped words are refused with what is wrong', async () => {
  const words = backup.words.split(' ')
  await expectRefusal(/These are 12 words/, { words: words.slice(0, 12).join(' ') })
  await expectRefusal(/These are 0 words/, { words: '' })
  await expectRefusal(/Word 5, 'rivver', isn't in the list/, { words: words.with(4, 'rivver').join(' ') })
  const at = words.findIndex((word, place) => word !== words[place + 1])
  const swapped = words.with(at, words[at + 1] ?? '').with(at + 1, words[at] ?? '')
  await expectRefusal(/one of them is wrong, or two are swapped|words of another key/, { words: swapped.join(' ') })
})

test('a backup of a newer format or version, or of another product, is refused @slow', async () => {
  const source = createDataFolder(home, 'new')
  for (const [header, reason] of [
    [{ format: 3 }, /A newer version of Attune .* made the backup/],
    [{ version: '999.0.0' }, /A newer version of Attune \(999.0.0\)/],
    [{ product: 'another' }, /isn't a backup of Attune/],
  ] as const) {
    const folder = join(home, JSON.stringify(header).replace(/\W/g, ''))
    const { words } = await backUpStandIn(source, folder, { header })
    await expectRefusal(reason, { from: folder, words })
  }
})

test('an archive that is cut short is refused @slow', async () => {
  truncateSync(backup.archive, statSync(backup.archive).size - 1)
  await expectRefusal(/isn't a complete backup/)
  truncateSync(backup.archive, 100)
  await expectRefusal(/can't be decrypted/)
})

test.each([10, 120, 400, -1])('an archive with a changed bit at byte %i is refused @slow', async (at) => {
  flip(backup.archive, at)
  await expectRefusal(/isn't a complete backup/)
})

test('a clear header that was changed is refused', async () => {
  const path = headerOf(backup)
  writeFileSync(path, readFileSync(path, 'utf8').replace('"size":1', '"size":2'))
  await expectRefusal(/header of the backup .* was changed/)
})

test('a file of a user that is missing, cut or changed is refused @slow', async () => {
  const path = fileOf(backups)
  flip(path, -1)
  await expectRefusal(/its file .* can't be read/)
  truncateSync(path, 50)
  await expectRefusal(/can't be decrypted/)
  rmSync(path)
  await expectRefusal(/its file .* is missing/)
})

test.each([
  ['a link', (folder: string) => symlinkSync('/etc/passwd', join(folder, 'link')), /doesn't unpack \("link"\)/],
  [
    'a file that the list puts elsewhere',
    (folder: string) =>
      writeFileSync(
        join(folder, 'files.json'),
        JSON.stringify([{ path: '../../stolen', size: 1, sha256: '', key: 'x' }]),
      ),
    /doesn't unpack \(\.\.\/\.\.\/stolen\)/,
  ],
])('a backup with %s is refused @slow', async (_, change, reason) => {
  const folder = join(home, 'evil')
  const { words } = await backUpStandIn(createDataFolder(home, 'new'), folder, { change })
  await expectRefusal(reason, { from: folder, words })
})

test('a file of an earlier version with a name that leaves the folder is refused', async () => {
  const evil = join(home, 'evil.tar.gz')
  writeFileSync(join(home, 'stolen'), 'stolen')
  mkdirSync(join(home, 'inner'))
  const made = spawnSync('tar', ['-czPf', evil, '-C', join(home, 'inner'), '../stolen'])
  expect(made.status).toBe(0)
  await expectRefusal(/doesn't unpack \("\.\.\/stolen"\)/, { from: evil })
})

test('a folder without the mark, a missing folder and an archive alone are refused', async () => {
  renameSync(join(backups, 'attune-backups.json'), join(backups, 'other.json'))
  await expectRefusal(/There are no backups of Attune in/)
  await expectRefusal(/isn't in a folder of backups/, { from: backup.archive })
  await expectRefusal(/check that the disk is mounted/, { from: join(home, 'absent') })
})

test('a backup without its header does not exist, and an unknown time names those that do', async () => {
  await expectRefusal(/There's no backup 1999-01-01 in .* There are: \d{4}-/, { time: '1999-01-01' })
  rmSync(headerOf(backup))
  await expectRefusal(/There's no complete backup in/)
})
