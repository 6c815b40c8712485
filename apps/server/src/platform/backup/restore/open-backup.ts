import { createReadStream, existsSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { FolderStore } from '../../object-store/folder-store.ts'
import type { ObjectStore } from '../../object-store/object-store.ts'
import { StartError } from '../../process/start-error.ts'
import { label, requireLabel } from '../archive.ts'
import { backupKeysOf, backupNameOf, listBackups, readHeader, timeOfBackup } from '../destination/layout.ts'
import type { LogSource } from '../log/restore-log.ts'
import { markKey, readMark } from '../destination/mark.ts'
import { readBackupKeys } from '../encryption/backup-keys.ts'
import { type AskWords, identityFor } from './identity.ts'
import { openSealed } from './sealed-backup.ts'
import { unpackStream } from './unpack-stream.ts'

/** A backup that can be unpacked because its key is known. */
export type OpenedBackup = {
  /** The path of the backup. An interrupted restore opens it again by this path. */
  source: string
  /** The time at which the backup began; null for a file of an earlier version, which has this time in its content. */
  at: Date | null
  /** The log that continues the backup, with the keys to open it; null if it has none. */
  log: LogSource | null
  /**
   * Writes the folder `postgres` and the entries of the data folder into `folder`; only the database if `part` is given. Returns the time at which
   * the backup began. Throws a StartError for a damaged backup.
   */
  unpackInto(folder: string, part?: 'database'): Promise<Date>
  /** Writes the secrets into `folder`. Returns false if the backup has none. */
  unpackSecrets(folder: string): Promise<boolean>
  /** Returns the copies of the ledger of erasures and invoice numbers that are stored beside the backup. */
  ledgers(): Promise<Buffer[]>
}

type Opening = {
  /** The name of the backup to open, or the beginning of its name. Defaults to the newest one. */
  time?: string | null
  /** Opens only a backup that began before this moment. */
  before?: Date | null
  /** The secrets folder. Its own key opens backups that were made before a key was printed. */
  secretsDir: string
  askWords: AskWords
}

/**
 * Opens a backup. `from` is a prepared folder, an archive in such a folder (`….tar.gz.age`), or a file of an earlier version. In a folder, opens the
 * newest backup that matches `time` and `before`. Asks for the words if the machine's own key does not fit. Throws a StartError if there is no such
 * backup, if it is of another product or a newer version, or if the words are wrong. Changes nothing.
 */
export async function openBackup(from: string, opening: Opening): Promise<OpenedBackup> {
  const found = statSync(from, { throwIfNoEntry: false })
  if (!found)
    throw new StartError(`There's no backup at ${from}. If it's on another disk, check that the disk is mounted.`)
  if (found.isDirectory()) return openBackupIn(new FolderStore(from), from, opening)
  if (!from.endsWith('.age')) return openPlainBackup(from)
  const root = dirname(dirname(from))
  const name = backupNameOf(`database/${basename(from)}`)
  if (name === null || !existsSync(join(root, markKey)))
    throw new StartError(`${from} isn't in a folder of backups. Keep the file in its folder, and name one of both.`)
  return openBackupIn(new FolderStore(root), root, { ...opening, time: name })
}

/** Opens a backup in a store, like `openBackup`. `place` is the path or address of the store. */
export async function openBackupIn(store: ObjectStore, place: string, opening: Opening): Promise<OpenedBackup> {
  if ((await readMark(store)) === null) throw new StartError(`There are no backups of Attune in ${place}.`)
  const name = await chooseBackup(store, place, opening)
  const { header, words } = await readHeader(store, name)
  const source = `${place}/${backupKeysOf(name).archive}`
  const own = readBackupKeys(opening.secretsDir)?.own ?? null
  const identity = await identityFor(header.keys, own, opening.askWords)
  const log = { store, identities: [identity] }
  return { source, at: timeOfBackup(name), log, ...openSealed(store, { name, source, words }, identity) }
}

async function chooseBackup(
  store: ObjectStore,
  place: string,
  { time = null, before = null }: Opening,
): Promise<string> {
  const names = await listBackups(store)
  const fitting = names.filter(
    (name) =>
      (time === null || name.startsWith(time.replaceAll(':', '-'))) && (before === null || timeOfBackup(name) < before),
  )
  const name = fitting.at(-1)
  if (name !== undefined) return name
  if (names.length === 0) throw new StartError(`There's no complete backup in ${place}.`)
  const wanted = before === null ? time : `before ${before.toISOString()}`
  throw new StartError(`There's no backup ${wanted} in ${place}. There are: ${names.join(', ')}.`)
}

function openPlainBackup(source: string): OpenedBackup {
  return {
    source,
    at: null,
    log: null,
    async unpackInto(folder) {
      await unpackStream(createReadStream(source), folder, `${source} isn't a complete backup. Nothing was changed`)
      const at = requireLabel(folder, source, { format: 1 })
      rmSync(join(folder, label))
      return at
    },
    unpackSecrets: async () => false,
    ledgers: async () => [],
  }
}
