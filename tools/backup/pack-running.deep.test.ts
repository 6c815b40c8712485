import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startEmbedded, type EmbeddedPostgres } from '../../apps/server/src/platform/database/embedded.ts'
import { clusterPath } from '../../apps/server/src/platform/database/embedded/paths.ts'
import { findPostmaster } from '../../apps/server/src/platform/database/embedded/postmaster.ts'
import { loadSecrets } from '../../apps/server/src/platform/secrets/secrets.ts'
import { backupTime } from '../../apps/server/src/platform/backup/destination/layout.ts'
import { markStore } from '../../apps/server/src/platform/backup/destination/mark.ts'
import { sendBackup } from '../../apps/server/src/platform/backup/destination/send.ts'
import { createAgeKey } from '../../apps/server/src/platform/backup/encryption/age.ts'
import { keyWordsOf } from '../../apps/server/src/platform/backup/encryption/words.ts'
import { packRunning } from '../../apps/server/src/platform/backup/pack-running.ts'
import { openBackup } from '../../apps/server/src/platform/backup/restore/open-backup.ts'
import { FolderStore } from '../../apps/server/src/platform/object-store/folder-store.ts'
import { startS3Double } from '../../apps/server/src/platform/object-store/s3-double.testing.ts'
import { S3Store } from '../../apps/server/src/platform/object-store/s3-store.ts'
import { openOutbound } from '../../apps/server/src/platform/outbound/outbound.ts'
import { unpack } from './unpack.ts'

let home: string
let postgres: EmbeddedPostgres
let client: pg.Client
const data = { dataDir: '', secretsDir: '' }
const password = () => loadSecrets(data.secretsDir).secrets.dbPasswords.install
const at = new Date()

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'attune-running-'))
  // The embedded Postgres may run as a separate system user, who needs access to this folder.
  chmodSync(home, 0o711)
  data.dataDir = join(home, 'data')
  data.secretsDir = join(data.dataDir, 'secrets')
  postgres = await startEmbedded({ dataDir: data.dataDir, password: password(), throwaway: true })
  client = new pg.Client(postgres.url)
  await client.connect()
  await client.query('create table letter (number serial primary key, text text)')
  for (const folder of ['whole/ab', 'parts', 'drafts'])
    mkdirSync(join(data.dataDir, 'files', folder), { recursive: true })
})
afterAll(async () => {
  await client.end()
  await postgres.stop()
  rmSync(home, { recursive: true })
})

const running = () => {
  const found = findPostmaster(clusterPath(data.dataDir))
  if (!found) throw new Error('the database does not run')
  return { port: found.port, password: password() }
}
const letter = (text: string) => client.query('insert into letter (text) values ($1)', [text])
const filePath = (name: string) => join(data.dataDir, 'files', name)

const key = await createAgeKey()
const words = keyWordsOf(key.identity).join(' ')
const recipients = [key.recipient]

/** Backs up a running data folder into a new folder, and returns this folder. */
async function backUpInto(
  name: string,
  from: Parameters<typeof packRunning>[0],
  database: { port: number; password: string },
  afterStep?: (step: string) => void | Promise<void>,
): Promise<string> {
  const [target, work] = [join(home, name), join(home, `${name}.work`)]
  for (const folder of [target, work]) mkdirSync(folder)
  const store = new FolderStore(target)
  try {
    const packed = await packRunning(from, work, { at, recipients }, database, { afterStep })
    await markStore(store, target, 'test')
    await sendBackup(store, { ...packed, name: backupTime(at), recipients, secretsDir: null })
    return target
  } finally {
    rmSync(work, { recursive: true })
  }
}

/** Restores a backup into a new folder, and returns its letters and files. */
async function restore(backup: string): Promise<{ letters: string[]; files: string[]; folder: string }> {
  const folder = mkdtempSync(join(home, 'restored-'))
  chmodSync(folder, 0o711)
  const there = { dataDir: join(folder, 'data'), secretsDir: join(folder, 'data', 'secrets') }
  const opened = await openBackup(backup, { secretsDir: there.secretsDir, askWords: async () => words })
  await unpack(there, opened, { replace: false, at, withoutLedger: true }, () => {})
  const secrets = loadSecrets(there.secretsDir).secrets
  const restored = await startEmbedded({
    dataDir: there.dataDir,
    password: secrets.dbPasswords.install,
    throwaway: true,
  })
  const reader = new pg.Client(restored.url)
  await reader.connect()
  try {
    const { rows } = await reader.query<{ text: string }>('select text from letter order by number')
    const files = readdirSync(join(there.dataDir, 'files'), { recursive: true, withFileTypes: true })
    return {
      letters: rows.map(({ text }) => text),
      files: files
        .filter((file) => file.isFile())
        .map((file) => file.name)
        .sort(),
      folder: there.dataDir,
    }
  } finally {
    await reader.end()
    await restored.stop()
  }
}

test('a backup contains the files of a bucket, and a restore puts them in the folder', async () => {
  const double = await startS3Double()
  try {
    const places = { ...data, filesBucket: double.settings, filesLocalHosts: [double.localHost] }
    const bucket = new S3Store(double.settings, openOutbound({ localHosts: [double.localHost] }))
    await bucket.put('whole/cd/cd1', Readable.from(['in the bucket']))
    await bucket.put('avatars/person/face.webp', Readable.from(['face']))
    const target = await backUpInto('from-bucket', places, running())
    await bucket.delete('whole/cd/cd1')
    const { folder } = await restore(target)
    expect(readFileSync(join(folder, 'files', 'whole/cd/cd1'), 'utf8')).toBe('in the bucket')
    expect(readFileSync(join(folder, 'files', 'avatars/person/face.webp'), 'utf8')).toBe('face')
  } finally {
    await double.stop()
  }
})

test('a backup of a running server restores with what was written until its copy ended, and with files that were deleted meanwhile', async () => {
  await letter('before')
  writeFileSync(filePath('whole/ab/kept'), 'kept')
  writeFileSync(filePath('whole/ab/deleted'), 'deleted')
  writeFileSync(filePath('parts/upload'), 'half')
  writeFileSync(filePath('drafts/draft'), 'draft')
  const target = await backUpInto('running', data, running(), async (step) => {
    if (step === 'keep the files') {
      await letter('during')
      writeFileSync(filePath('whole/ab/new'), 'new')
      rmSync(filePath('whole/ab/deleted'))
    }
    if (step === 'copy the database') await letter('after')
  })
  for (const path of readdirSync(target, { recursive: true, encoding: 'utf8' }))
    expect(statSync(join(target, path)).mode & 0o077).toBe(0)
  const { letters, files, folder } = await restore(target)
  expect(letters).toEqual(['before', 'during'])
  expect(files).toEqual(['deleted', 'kept', 'new', 'upload'])
  expect(readFileSync(join(folder, 'files', 'whole/ab/new'), 'utf8')).toBe('new')
  expect(readdirSync(target)).toEqual(['attune-backups.json', 'database', 'files'])
})

test('the restored database takes the passwords of its new secrets, and can be backed up while it runs', async () => {
  const first = await backUpInto('first', data, running())
  const { folder } = await restore(first)
  const there = { dataDir: folder, secretsDir: join(folder, 'secrets') }
  const secret = loadSecrets(there.secretsDir).secrets.dbPasswords.install
  expect(secret).not.toBe(password())
  const restored = await startEmbedded({ dataDir: folder, password: secret, throwaway: true })
  try {
    const port = findPostmaster(clusterPath(folder))?.port ?? 0
    const second = await backUpInto('second', there, { port, password: secret })
    expect(existsSync(join(second, 'database', `${backupTime(at)}.json`))).toBe(true)
  } finally {
    await restored.stop()
  }
})

test('a copy that differs from the list of Postgres is not stored', async () => {
  const damaging = backUpInto('damaged', data, running(), (step) => {
    if (step !== 'copy the database') return
    writeFileSync(join(home, 'damaged.work', 'postgres', 'global', 'pg_control'), 'damaged')
  })
  await expect(damaging).rejects.toThrow(/damaged in global\/pg_control/)
  expect(readdirSync(join(home, 'damaged'))).toEqual([])
})

test('a password that Postgres refuses stores no backup', async () => {
  await expect(backUpInto('refused', data, { ...running(), password: 'wrong' })).rejects.toThrow(/password/)
  expect(readdirSync(join(home, 'refused'))).toEqual([])
})

test('the role that copies the database reads none of its tables', async () => {
  const { rows } = await client.query<{ can: boolean }>(
    `select bool_or(has_table_privilege('attune_wal', c.oid, 'select')) as can from pg_class c
      join pg_namespace n on n.oid = c.relnamespace where c.relkind = 'r' and n.nspname = 'public'`,
  )
  expect(rows).toEqual([{ can: false }])
})
