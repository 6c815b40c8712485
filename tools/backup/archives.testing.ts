import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { label, tar, writeLabel } from '../../apps/server/src/platform/backup/archive.ts'
import { backupFormat, backupTime } from '../../apps/server/src/platform/backup/destination/layout.ts'
import { markStore } from '../../apps/server/src/platform/backup/destination/mark.ts'
import { sendBackup } from '../../apps/server/src/platform/backup/destination/send.ts'
import { createAgeKey } from '../../apps/server/src/platform/backup/encryption/age.ts'
import { keyFingerprintOf } from '../../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { keyWordsOf } from '../../apps/server/src/platform/backup/encryption/words.ts'
import type { PackedBackup } from '../../apps/server/src/platform/backup/pack-running.ts'
import { fileListName, listUsersFiles } from '../../apps/server/src/platform/backup/users-files.ts'
import { FolderStore } from '../../apps/server/src/platform/object-store/folder-store.ts'
import type { ObjectStore } from '../../apps/server/src/platform/object-store/object-store.ts'
import { version } from '../../apps/server/src/platform/process/version.ts'
import { sha256Of } from '../../apps/server/src/platform/secrets/sha256.ts'
import type { DataFolder } from './folders.testing.ts'

/**
 * A prepared folder with one backup: the paths of the folder and of the archive, the name of the backup, the public key, and the words that open it
 * (empty if the caller chose the public key).
 */
export type StandInBackup = { folder: string; archive: string; name: string; words: string; recipient: string }

type Options = {
  /** The time of the backup. */
  at?: Date
  /** The public key to which the backup is encrypted; by default a new key. */
  recipient?: string
  /** Whether the backup includes the secrets folder. */
  withSecrets?: boolean
  /** Changes the fields of the header, such as the product. */
  header?: Record<string, unknown>
  /** Changes the temporary folder before it is packed. */
  change?: (folder: string) => void
  /** The store to use in place of the folder. */
  store?: ObjectStore
}

/**
 * Packs a data folder in which files represent the database, in the same way as the backup of a running database is packed. The archive is in a new
 * temporary folder, which the caller removes. The users' files stay in the data folder (`folder`).
 */
async function packStandIn(data: DataFolder, recipient: string, options: Options): Promise<PackedBackup> {
  const work = mkdtempSync(join(dirname(data.dataDir), 'pack-'))
  const at = (options.at ?? new Date()).toISOString()
  const files = await listUsersFiles(data.dataDir, data.dataDir, [recipient])
  const fields = { product: 'attune', format: backupFormat, version, postgres: '18', at, size: 1 }
  const header = JSON.stringify({ ...fields, keys: [keyFingerprintOf(recipient)], ...options.header })
  writeLabel(work, { at, postgres: '18', header: sha256Of(header) })
  writeFileSync(join(work, fileListName), JSON.stringify(files))
  options.change?.(work)
  const archive = join(work, 'archive')
  const own = [basename(data.secretsDir), 'backup-files.json']
  const entries = readdirSync(data.dataDir).filter((name) => !own.includes(name))
  const more = readdirSync(work).filter((name) => name !== label)
  const excluded = ['--exclude=./files/whole']
  const data_ = ['-C', data.dataDir, ...excluded, ...entries.map((name) => (name === 'postgres' ? name : `./${name}`))]
  tar(['-czf', archive, '-C', work, label, ...more, ...data_], 'the stand-in could not be packed')
  return { archive, files, folder: data.dataDir, header }
}

/** Backs up a data folder in which files represent the database into `folder`, under a new key or under `options.recipient`. */
export async function backUpStandIn(data: DataFolder, folder: string, options: Options = {}): Promise<StandInBackup> {
  const key = await createAgeKey()
  const recipient = options.recipient ?? key.recipient
  mkdirSync(folder, { recursive: true })
  const store = options.store ?? new FolderStore(folder)
  await markStore(store, folder, 'stand-in')
  const name = backupTime(options.at ?? new Date())
  const packed = await packStandIn(data, recipient, options)
  try {
    const secretsDir = options.withSecrets ? data.secretsDir : null
    await sendBackup(store, { ...packed, name, recipients: [recipient], secretsDir })
  } finally {
    rmSync(dirname(packed.archive), { recursive: true })
  }
  const archive = join(folder, 'database', `${name}.tar.gz.age`)
  return { folder, archive, name, recipient, words: options.recipient ? '' : keyWordsOf(key.identity).join(' ') }
}
