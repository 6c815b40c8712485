import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  addRestoreLedger,
  isForeignLedger,
} from '../../apps/server/src/features/practice/administration/backup/restore-ledger.ts'
import type { OpenedBackup } from '../../apps/server/src/platform/backup/restore/open-backup.ts'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import type { RestoreMarker } from '../../apps/server/src/platform/data-folder/restore-marker.ts'
import { requireLedger } from '../../apps/server/src/platform/erasures/require-ledger.ts'
import { foldersOf, secretsName } from './restore-folders.ts'

type Folders = Pick<Config, 'dataDir' | 'secretsDir'>

const hasSecrets = (folder: string) => existsSync(join(folder, 'secrets.json'))

/**
 * Returns the folder with the secrets that the restored practice will have: those of the backup if it restores them, otherwise those of this machine.
 */
function secretsOf(config: Folders, marker: RestoreMarker): string {
  const [, , secretsFolder] = foldersOf(config, marker)
  const restored = join(secretsFolder, secretsName)
  return hasSecrets(restored) ? restored : config.secretsDir
}

/** Merges the erasures and invoice numbers from the copies beside a backup into the secrets. Skips copies of another practice. */
export async function addStoredLedgers(config: Folders, marker: RestoreMarker, backup: OpenedBackup): Promise<void> {
  const secretsDir = secretsOf(config, marker)
  if (!hasSecrets(secretsDir)) return
  for (const copy of await backup.ledgers()) if (!isForeignLedger(secretsDir, copy)) addRestoreLedger(secretsDir, copy)
}

/**
 * Throws a StartError if the ledger of erasures does not cover the time since `dataOf`, the moment of the restored state. Does nothing if the restore
 * continues without the ledger.
 */
export function requireRestoreLedger(config: Folders, marker: RestoreMarker, dataOf: Date): void {
  if (!marker.withoutLedger) requireLedger(secretsOf(config, marker), dataOf)
}
