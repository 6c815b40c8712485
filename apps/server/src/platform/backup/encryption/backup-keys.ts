import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFileDurably } from '../../process/durable.ts'
import { StartError } from '../../process/start-error.ts'
import { sha256Of } from '../../secrets/sha256.ts'
import { type AgeKey, createAgeKey } from './age.ts'

/** The name of the file in the secrets folder with the keys of backups. */
const keysFile = 'backup-keys.json'

/** A key whose words were shown but not yet confirmed by typing two of them. */
export type PendingKey = {
  /** The public half of the key. */
  recipient: string
  /** The salt of the hashes in `checks`. */
  salt: string
  /** The words to type: their positions, counted from 1, and their salted hashes. */
  checks: { position: number; hash: string }[]
}

/** The keys of backups, as stored in the secrets folder. */
export type BackupKeys = {
  /** The random id of the practice's backups. It is in the mark of each destination. */
  id: string
  /** The key whose private half is stored on this machine. Backups are encrypted to it until a printed key exists. */
  own: AgeKey
  /** The public halves of the keys whose words were printed, newest first. Their private halves are not stored on this machine. */
  printed: string[]
  /** The public key of a second person who can open new backups; null if there is none. */
  second: string | null
  /** The key that waits for its confirmation; null if there is none. */
  pending: PendingKey | null
}

/** Returns the keys of backups in the secrets folder; null if there are none yet. Throws a StartError for a file that cannot be read. */
export function readBackupKeys(secretsDir: string): BackupKeys | null {
  const path = join(secretsDir, keysFile)
  if (!existsSync(path)) return null
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as BackupKeys
  } catch (cause) {
    throw new StartError(`Attune can't read the keys of backups in ${path}. Restore them from your copy.`, { cause })
  }
}

export function storeBackupKeys(secretsDir: string, keys: BackupKeys): void {
  mkdirSync(secretsDir, { recursive: true, mode: 0o700 })
  replaceFileDurably(join(secretsDir, keysFile), `${JSON.stringify(keys, null, 2)}\n`)
}

/** Returns the keys of backups. The first call creates them, with a key of this machine. */
export async function loadBackupKeys(secretsDir: string): Promise<BackupKeys> {
  const stored = readBackupKeys(secretsDir)
  if (stored) return stored
  const keys: BackupKeys = { id: randomUUID(), own: await createAgeKey(), printed: [], second: null, pending: null }
  storeBackupKeys(secretsDir, keys)
  return keys
}

/**
 * Returns the public keys to which new backups are encrypted: the newest printed key, and the key of the second person if there is one. Until a key
 * is printed, returns only the machine's own key.
 */
export function recipientsOf({ own, printed: [printed], second }: BackupKeys): string[] {
  if (printed === undefined) return [own.recipient]
  return second === null ? [printed] : [printed, second]
}

export const hasPrintedKey = ({ printed }: BackupKeys): boolean => printed.length > 0

/** Returns the fingerprint of a public key. The header of a backup contains it, to tell which words open the backup. */
export const keyFingerprintOf = (recipient: string): string => sha256Of(recipient).slice(0, 16)
