import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  addRestoreLedger,
  isForeignLedger,
} from '../../apps/server/src/features/practice/administration/backup/restore-ledger.ts'
import { readLedgerCopies } from '../../apps/server/src/platform/backup/destination/ledger-copies.ts'
import {
  type DestinationSettings,
  destinationName,
  readDestinations,
} from '../../apps/server/src/platform/backup/destination/settings.ts'
import { readBackupKeys } from '../../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { FolderStore } from '../../apps/server/src/platform/object-store/folder-store.ts'
import type { ObjectStore } from '../../apps/server/src/platform/object-store/object-store.ts'
import { S3Store } from '../../apps/server/src/platform/object-store/s3-store.ts'
import { openOutbound } from '../../apps/server/src/platform/outbound/outbound.ts'
import type { OpenedBackup } from '../../apps/server/src/platform/backup/restore/open-backup.ts'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import type { RestoreMarker } from '../../apps/server/src/platform/data-folder/restore-marker.ts'
import { requireLedger } from '../../apps/server/src/platform/erasures/require-ledger.ts'
import { foldersOf, secretsName } from './restore-folders.ts'

type Folders = Pick<Config, 'dataDir' | 'secretsDir'>
type Places = Folders & Partial<Pick<Config, 'backupLocalHosts'>>

/** The time limit of a request to a bucket, in milliseconds. */
const bucketMilliseconds = 10_000

const hasSecrets = (folder: string) => existsSync(join(folder, 'secrets.json'))

/**
 * Returns the folder with the secrets that the restored practice will have: those of the backup if it restores them, otherwise those of this machine.
 */
function secretsOf(config: Folders, marker: RestoreMarker): string {
  const [, , secretsFolder] = foldersOf(config, marker)
  const restored = join(secretsFolder, secretsName)
  return hasSecrets(restored) ? restored : config.secretsDir
}

/**
 * Merges the erasures and invoice numbers from the copies beside a backup, and from those at every destination that can be reached, into the secrets,
 * because any of them may contain a later erasure. Skips copies of another practice.
 */
export async function addStoredLedgers(config: Places, marker: RestoreMarker, backup: OpenedBackup): Promise<void> {
  const secretsDir = secretsOf(config, marker)
  if (!hasSecrets(secretsDir)) return
  const copies = [...(await backup.ledgers()), ...(await readOtherLedgers({ ...config, secretsDir }))]
  for (const copy of copies) if (!isForeignLedger(secretsDir, copy)) addRestoreLedger(secretsDir, copy)
}

/** Returns the copies at the chosen destinations that the key of this machine opens. Prints the name of a destination that can't be read. */
async function readOtherLedgers({ secretsDir, backupLocalHosts = [] }: Places): Promise<Buffer[]> {
  const own = readBackupKeys(secretsDir)?.own
  if (!own) return []
  const copies: Buffer[] = []
  for (const settings of readDestinations(secretsDir)) {
    const read = readLedgerCopies(storeOf(settings, backupLocalHosts), own.identity)
    const found = await read.catch((error: Error) => {
      console.log(`The list of erased data at ${destinationName(settings)} couldn't be read: ${error.message}`)
      return []
    })
    copies.push(...found)
  }
  return copies
}

/** Opens a destination for reading. The host runs a restore, so the folder need not be one in which the server may write backups. */
const storeOf = (settings: DestinationSettings, localHosts: readonly string[]): ObjectStore =>
  settings.kind === 'folder'
    ? new FolderStore(settings.folder)
    : new S3Store(settings, openOutbound({ localHosts, timeoutMilliseconds: bucketMilliseconds }))
/**
 * Throws a StartError if the ledger of erasures does not cover the time since `dataOf`, the moment of the restored state. Does nothing if the restore
 * continues without the ledger.
 */
export function requireRestoreLedger(config: Folders, marker: RestoreMarker, dataOf: Date): void {
  if (!marker.withoutLedger) requireLedger(secretsOf(config, marker), dataOf)
}
