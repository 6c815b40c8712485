import { listBackups, timeOfBackup } from '../../../../../platform/backup/destination/layout.ts'
import { storeLedgerCopy } from '../../../../../platform/backup/destination/ledger-copies.ts'
import { requireMark } from '../../../../../platform/backup/destination/mark.ts'
import {
  type DestinationPlaces,
  type DestinationSettings,
  openDestination,
  readDestinations,
} from '../../../../../platform/backup/destination/settings.ts'
import {
  hasPrintedKey,
  loadBackupKeys,
  readBackupKeys,
  recipientsOf,
} from '../../../../../platform/backup/encryption/backup-keys.ts'
import type { LogDestination } from '../../../../../platform/backup/log/archive-log.ts'
import type { Config } from '../../../../../platform/config/config.ts'
import { restoreLedgerBytes } from '../restore-ledger.ts'

/** The destinations of the log, and the public keys to which it is encrypted. */
export type LogTarget = { destinations: LogDestination[]; recipients: string[] }

type Chosen = { chosen: DestinationSettings[]; recipients: string[]; id: string }

/**
 * Returns the chosen destinations of the log and its keys. Returns null if no destination is chosen or no key was printed; the log is not archived
 * then.
 */
export function readLogSettings({ secretsDir }: Pick<Config, 'secretsDir'>): Chosen | null {
  const chosen = readDestinations(secretsDir)
  const keys = chosen.length > 0 ? readBackupKeys(secretsDir) : null
  return keys && hasPrintedKey(keys) ? { chosen, recipients: recipientsOf(keys), id: keys.id } : null
}

/**
 * Returns the destinations of the log; null while there are none. A destination is opened each time it is used, because its disk can be temporarily
 * missing.
 */
export function findLogTarget(places: DestinationPlaces): LogTarget | null {
  const settings = readLogSettings(places)
  if (!settings) return null
  const { chosen, recipients, id } = settings
  return { recipients, destinations: chosen.map((each) => destinationOf(places, each, id)) }
}

function destinationOf(places: DestinationPlaces, settings: DestinationSettings, id: string): LogDestination {
  return {
    async open() {
      const { store, name } = openDestination(places, settings)
      await requireMark(store, name, id)
      return store
    },
    readBases: async (store) => (await listBackups(store)).map(timeOfBackup),
    // This copy of the ledger contains the erasures until now, so that a restore to an earlier moment can repeat them.
    async storeFacts(store, at) {
      const { secretsDir } = places
      await storeLedgerCopy(store, at, await loadBackupKeys(secretsDir), restoreLedgerBytes(secretsDir))
    },
  }
}
