import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { replaceFileDurably } from '../../process/durable.ts'
import { StartError } from '../../process/start-error.ts'
import { sha256Of } from '../../secrets/sha256.ts'
import { type AgeKey, createAgeKey } from './age.ts'

/** The name of the file in the secrets folder with the keys of backups. */
const keysFile = 'backup-keys.json'

/** A key whose words were shown, but of which nobody has typed two back yet. */
export type PendingKey = {
  recipient: string
  salt: string
  /** The words to type back: their numbers from 1, and their hashes with the salt. */
  checks: { position: number; hash: string }[]
}

export type BackupKeys = {
  /** The random id of the practice's backups, by which a destination knows them. */
  id: string
  /** The key whose private half lies on this machine. Backups are under it until a printed key exists. */
  own: AgeKey
  /** The public halves of the keys whose words were printed, newest first. Their private halves are nowhere on the machine. */
  printed: string[]
  /** The public key of a second person who can open new backups; null if there is none. */
  second: string | null
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

/** Returns the keys of backups. Creates them, with a key of the machine's own, at the first need. */
export async function loadBackupKeys(secretsDir: string): Promise<BackupKeys> {
  const stored = readBackupKeys(secretsDir)
  if (stored) return stored
  const keys: BackupKeys = { id: randomUUID(), own: await createAgeKey(), printed: [], second: null, pending: null }
  storeBackupKeys(secretsDir, keys)
  return keys
}

/** Returns the public keys to which new backups are encrypted: the printed and the second one, or the own one until there is a printed key. */
export function recipientsOf({ own, printed: [printed], second }: BackupKeys): string[] {
  if (printed === undefined) return [own.recipient]
  return second === null ? [printed] : [printed, second]
}

export const hasPrintedKey = ({ printed }: BackupKeys): boolean => printed.length > 0

/** Returns the short name of a public key, by which a backup says which words open it. */
export const keyFingerprintOf = (recipient: string): string => sha256Of(recipient).slice(0, 16)
