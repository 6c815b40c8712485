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
  type BackupKeys,
  hasPrintedKey,
  readBackupKeys,
  recipientsOf,
} from '../../../../../platform/backup/encryption/backup-keys.ts'
import type { LogDestination } from '../../../../../platform/backup/log/archive-log.ts'
import type { Config } from '../../../../../platform/config/config.ts'
import { restoreLedgerBytes } from '../restore-ledger.ts'

/** Where the log goes, and the public keys that open it. */
export type LogTarget = { destinations: LogDestination[]; recipients: string[] }

type Chosen = { chosen: DestinationSettings[]; recipients: string[]; keys: BackupKeys }

/** Returns the chosen destinations of the log and its keys; null while no destination is chosen or no key was printed. Then no log is kept. */
export function readLogSettings({ secretsDir }: Pick<Config, 'secretsDir'>): Chosen | null {
  const chosen = readDestinations(secretsDir)
  const keys = chosen.length > 0 ? readBackupKeys(secretsDir) : null
  return keys && hasPrintedKey(keys) ? { chosen, recipients: recipientsOf(keys), keys } : null
}

/** Returns where the log goes; null while it goes nowhere. A destination is opened each time it is used, because its disk can be away for a while. */
export function findLogTarget(places: DestinationPlaces): LogTarget | null {
  const settings = readLogSettings(places)
  if (!settings) return null
  const { chosen, recipients, keys } = settings
  return { recipients, destinations: chosen.map((each) => destinationOf(places, each, keys)) }
}

function destinationOf(places: DestinationPlaces, settings: DestinationSettings, keys: BackupKeys): LogDestination {
  return {
    async open() {
      const { store, name } = openDestination(places, settings)
      await requireMark(store, name, keys.id)
      return store
    },
    readBases: async (store) => (await listBackups(store)).map(timeOfBackup),
    // An erasure is then known to each restore to a moment before it.
    storeFacts: (store, at) => storeLedgerCopy(store, at, keys, restoreLedgerBytes(places.secretsDir)),
  }
}
