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

/**
 * Adds the erasures and invoice numbers of the copies beside a backup to the secrets that the restored practice will have: those of this machine, or
 * those of the backup. Throws a StartError if an erasure after the moment `dataOf` could be lost, unless the restore goes on without the ledger.
 * Copies of another practice are left out.
 */
export async function addStoredLedgers(
  config: Pick<Config, 'dataDir' | 'secretsDir'>,
  marker: RestoreMarker,
  backup: OpenedBackup,
  dataOf: Date,
): Promise<void> {
  const [, , secretsFolder] = foldersOf(config, marker)
  const hasSecrets = (folder: string) => existsSync(join(folder, 'secrets.json'))
  const restored = join(secretsFolder, secretsName)
  const secretsDir = hasSecrets(restored) ? restored : config.secretsDir
  if (hasSecrets(secretsDir))
    for (const copy of await backup.ledgers())
      if (!isForeignLedger(secretsDir, copy)) addRestoreLedger(secretsDir, copy)
  if (!marker.withoutLedger) requireLedger(secretsDir, dataOf)
}
