import type { AppContext } from '../../../../platform/app-context.ts'
import {
  type HeldBackup,
  type Keeping,
  lastDeletionOf,
  logDeletionOf,
  possibleBackups,
} from '../../../../platform/backup/destination/expiry.rules.ts'
import { readSupportHours } from '../settings/support-hours.ts'
import { readLogSettings } from './log/log-destination.ts'
import { readStoredBackups, type StoredPlace } from './stored-backups.ts'

type Place = StoredPlace['place']

/** The backups of a place from before a moment. The place has no name here, because the name would reveal where the practice keeps its backups. */
export type BackupsBefore = {
  kind: Place['kind']
  /** The number of backups; null if the place cannot be read. */
  count: number | null
  /** Whether the place has the log of changes from before the moment. */
  hasLog: boolean
  /** The time at which the last of these backups is deleted, if a backup is made every night. */
  isWaiting: boolean
  /** When the last of them is deleted, if a backup is made every night. */
  until: Date
}

/**
 * Returns the places that still hold something from before a moment, with the time zone of the backups. The erasure was complete at `erasedAt`, which
 * is not later than the moment.
 */
export async function readBackupsBefore(
  app: Pick<AppContext, 'clock' | 'config' | 'db'>,
  { moment, erasedAt }: { moment: Date; erasedAt: Date },
): Promise<{ zone: string; hasOwnDatabase: boolean; places: BackupsBefore[] }> {
  const { config } = app
  const now = app.clock.now()
  const [{ zone }, stored] = await Promise.all([readSupportHours(app), readStoredBackups(config)])
  const hasChosen = stored.some(({ place }) => place.kind !== 'default')
  const hasOwnDatabase = config.databaseUrl !== null
  const logUntil = !hasOwnDatabase && readLogSettings(config) ? logDeletionOf(moment, zone) : null
  const places = stored.flatMap(({ place, erasuresAt }) => {
    const isDefault = place.kind === 'default'
    const keeping: Keeping = isDefault ? (hasChosen ? 'until-next' : 'default') : 'destination'
    const backups = backupsOf(place, moment, zone)
    const last = lastDeletionOf(backups, moment, { keeping, zone, now })
    const log = !isDefault && logUntil && logUntil > now ? logUntil : null
    const until = last && log ? new Date(Math.max(last.getTime(), log.getTime())) : (last ?? log)
    const count = place.problem === null ? backups.filter(({ at }) => at < moment).length : null
    const isWaiting = erasuresAt === null || erasuresAt < erasedAt
    return until ? [{ kind: place.kind, count, hasLog: log !== null, isWaiting, until }] : []
  })
  return { zone, hasOwnDatabase, places }
}

function backupsOf({ backups, problem }: Place, moment: Date, zone: string): HeldBackup[] {
  if (problem !== null) return possibleBackups(moment, zone)
  return backups.map(({ at, isProved }) => ({ at: new Date(at), isProved: isProved !== false }))
}
