import type { ObjectStore } from '../../object-store/object-store.ts'
import { readSmallText } from '../../object-store/read-small.ts'
import { StartError } from '../../process/start-error.ts'
import { version } from '../../process/version.ts'
import { sha256Of } from '../../secrets/sha256.ts'

/** The format of backups that this version writes. Format 1 is one file that is not encrypted. */
export const backupFormat = 2

/** The facts about a backup that anyone with access to a destination may read. The encrypted archive contains the SHA-256 of this header. */
export type BackupHeader = {
  product: 'attune'
  /** The format of the backup, see `backupFormat`. */
  format: number
  /** The version of Attune. */
  version: string
  /** The version of Postgres. */
  postgres: string
  /** The time at which the backup began, in ISO 8601. */
  at: string
  /** The size of the unpacked data in bytes, including the users' files. */
  size: number
  /** The fingerprints of the keys that can open the backup. */
  keys: string[]
}

/** Returns the name of the backup made at a time. All its objects share this name. */
export const backupTime = (at: Date): string => `${at.toISOString().slice(0, 19).replaceAll(':', '-')}Z`

/** Returns the time in the name of a backup; an invalid date for any other name. */
export const timeOfBackup = (name: string): Date => new Date(name.replace(/T(\d\d)-(\d\d)-(\d\d)Z$/, 'T$1:$2:$3Z'))

const [databases, files, secrets] = ['database/', 'files/', 'secrets/']
const [headerEnding, archiveEnding, listEnding] = ['.json', '.tar.gz.age', '.files']

/** Returns the keys of the objects of a backup. */
export const backupKeysOf = (name: string) => ({
  header: `${databases}${name}${headerEnding}`,
  archive: `${databases}${name}${archiveEnding}`,
  /** The key of an object that lists the keys of all users' files in the backup. A file is deleted together with the last backup that lists it. */
  list: `${databases}${name}${listEnding}`,
  secrets: `${secrets}${name}${archiveEnding}`,
})

/** The prefixes of the objects that retention may delete. All other objects belong to the log and to the ledger of erased accounts. */
export const prefixes = { databases, files, secrets }

/**
 * Returns the key of a user's file. The key contains the public keys to which the file is encrypted, so that a backup under a new key has all its
 * files under that key.
 */
export const fileKeyOf = (name: string, recipients: readonly string[]): string =>
  `${files}${name.slice(0, 2)}/${name}.${sha256Of(recipients.toSorted().join(' ')).slice(0, 8)}.age`

/** Returns the name of the backup to which an object below `database/` or `secrets/` belongs; null for another object. */
export const backupNameOf = (key: string): string | null =>
  /^(?:database|secrets)\/(\d{4}-\d\d-\d\dT\d\d-\d\d-\d\dZ)\.(?:json|tar\.gz\.age|files)$/.exec(key)?.[1] ?? null

/** Returns the names of the complete backups of a store, oldest first. A backup is complete once its header exists. */
export async function listBackups(store: ObjectStore): Promise<string[]> {
  const found = await store.list(databases)
  return found.flatMap(({ key }) => (key.endsWith(headerEnding) ? (backupNameOf(key) ?? []) : [])).toSorted()
}

/** Reads the header of a backup. Returns it with its original text. Throws a StartError for a backup of another product or of a newer version. */
export async function readHeader(store: ObjectStore, name: string): Promise<{ header: BackupHeader; words: string }> {
  const words = (await readSmallText(await store.get(backupKeysOf(name).header))) ?? ''
  const header = parseHeader(words)
  if (header?.product !== 'attune') throw new StartError(`The backup ${name} isn't a backup of Attune.`)
  if (!(Number(header.format) <= backupFormat) || isNewer(String(header.version)))
    throw new StartError(
      `A newer version of Attune (${header.version}) made the backup ${name}. Restore it with that version.`,
    )
  return { header: header as BackupHeader, words }
}

function parseHeader(words: string): Partial<BackupHeader> | null {
  try {
    return JSON.parse(words) as Partial<BackupHeader> | null
  } catch {
    return null
  }
}

/** Whether a version is newer than this one. */
function isNewer(other: string): boolean {
  const [theirs, ours] = [other, version].map((each) => each.split('.').map(Number))
  const at = theirs?.findIndex((number, place) => number !== ours?.[place]) ?? -1
  return at >= 0 && (theirs?.[at] ?? 0) > (ours?.[at] ?? 0)
}
