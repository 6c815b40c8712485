import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createReadStream, existsSync } from 'node:fs'
import { PassThrough, Readable } from 'node:stream'
import { statSync } from 'node:fs'
import type { ObjectStore } from '../../object-store/object-store.ts'
import { StartError } from '../../process/start-error.ts'
import { encryptedSize, encryptTo } from '../encryption/age.ts'
import type { PackedBackup } from '../pack-running.ts'
import { openUsersFile } from '../users-files.ts'
import { backupKeysOf, prefixes } from './layout.ts'
import { putVerified } from './verified-put.ts'

type SentBackup = PackedBackup & {
  /** The name of the backup, as `backupTime` returns it. */
  name: string
  recipients: readonly string[]
  /** The secrets folder, which is included only if the backup is encrypted to a printed key; otherwise null. */
  secretsDir: string | null
}

/**
 * Encrypts a packed backup and stores it: the users' files that the store does not have yet, the secrets, the archive, the list of files, and finally
 * the header, which makes the backup complete. Compares the hash of each object after its transfer. Throws a StartError if the store has a backup of
 * this name, and otherwise the error of the store; the store then has no new backup.
 */
export async function sendBackup(
  store: ObjectStore,
  backup: SentBackup,
  report: (bytes: number) => void = () => {},
): Promise<void> {
  const keys = backupKeysOf(backup.name)
  if (await store.head(keys.header)) throw new StartError(`There's already a backup ${backup.name}. Try again.`)
  const put = async (key: string, body: Readable) =>
    putVerified(store, key, await encryptTo(backup.recipients, body), report)
  for (const { key, path } of await missingFiles(store, backup)) await put(key, await openUsersFile(backup, path))
  if (backup.secretsDir !== null) await put(keys.secrets, packFolder(backup.secretsDir))
  await put(keys.archive, createReadStream(backup.archive))
  const list = backup.files.map(({ key }) => key).join('\n')
  await putVerified(store, keys.list, Readable.from([Buffer.from(list)]))
  await putVerified(store, keys.header, Readable.from([Buffer.from(backup.header)]))
}

/** Returns the users' files that are missing from a store or have another size there. */
async function missingFiles(store: ObjectStore, { files, recipients }: SentBackup): Promise<PackedBackup['files']> {
  const stored = new Map((await store.list(prefixes.files)).map(({ key, size }) => [key, size]))
  return files.filter(({ key, size }) => stored.get(key) !== encryptedSize(size, recipients.length))
}

/** Returns the number of bytes that the archive and the missing users' files of a backup will add to a store. */
export async function bytesToSend(store: ObjectStore, backup: SentBackup): Promise<number> {
  const sizes = [statSync(backup.archive).size, ...(await missingFiles(store, backup)).map(({ size }) => size)]
  return sizes.reduce((sum, size) => sum + encryptedSize(size, backup.recipients.length), 0)
}

/**
 * Returns a packed folder as a stream, which fails if the folder cannot be packed. Throws a StartError if there is no folder. Skips files that are
 * still being written.
 */
function packFolder(folder: string): Readable {
  if (!existsSync(folder)) throw new StartError(`There's no folder ${folder}.`)
  const child = spawn('tar', ['-cz', '--exclude=*.draft-*', '-C', folder, '.'], { stdio: ['ignore', 'pipe', 'pipe'] })
  const packed = new PassThrough()
  let reason = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (reason += text))
  child.stdout.pipe(packed, { end: false })
  void once(child, 'close').then(
    ([code]) => (code === 0 ? packed.end() : packed.destroy(new Error(`tar failed: ${reason.trim().split('\n')[0]}`))),
    (error: Error) => packed.destroy(error),
  )
  return packed
}
