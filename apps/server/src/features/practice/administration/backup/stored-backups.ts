import { readBackupRecord } from '../../../../platform/data-folder/last-backup.ts'
import { backupTime, listBackups, readHeader } from '../../../../platform/backup/destination/layout.ts'
import {
  type BackupDestination,
  destinationName,
  type DestinationPlaces,
  openDefaultDestination,
  openDestination,
  readDestinations,
} from '../../../../platform/backup/destination/settings.ts'

/** A backup of a destination, by its clear header. */
export type StoredBackup = {
  /** The name of the backup, which `npm run restore -- FOLDER --backup NAME` takes. */
  name: string
  at: Date
  /** The size of the unpacked data in bytes. */
  size: number
  version: string
  /** The fingerprints of the keys that open it. */
  keys: string[]
  isProved: boolean
}

/** A destination with its backups, newest first; with the reason instead if it cannot be read. */
type DestinationBackups = { destination: string; backups: StoredBackup[] | null; reason: string | null }

/** Returns the backups of the default folder and of each chosen destination. */
export async function storedBackups(places: DestinationPlaces): Promise<DestinationBackups[]> {
  const unproved = new Set(readBackupRecord(places.dataDir).unproved.map(backupTime))
  const found = openDefaultDestination(places)
  const chosen = readDestinations(places.secretsDir).map((settings) => ({
    name: destinationName(settings),
    open: () => openDestination(places, settings),
  }))
  return Promise.all(
    [{ name: found.name, open: () => found }, ...chosen].map(async ({ name, open }) => {
      try {
        return { destination: name, backups: await backupsIn(open(), unproved), reason: null }
      } catch (error) {
        return { destination: name, backups: null, reason: (error as Error).message }
      }
    }),
  )
}

async function backupsIn({ store }: BackupDestination, unproved: Set<string>): Promise<StoredBackup[]> {
  const names = (await listBackups(store)).toReversed()
  const backups = names.map(async (name) => {
    const { header } = await readHeader(store, name)
    const { size, version, keys } = header
    return { name, at: new Date(header.at), size, version, keys, isProved: !unproved.has(name) }
  })
  return Promise.all(backups)
}
