import { chmodSync } from 'node:fs'
import type { Config } from '../../../apps/server/src/platform/config/config.ts'
import {
  type ClusterStart,
  endOfRecovery,
  highestTimelineIn,
  readClusterStart,
} from '../../../apps/server/src/platform/backup/log/cluster-start.ts'
import {
  isCutShort,
  positionText,
  segmentNameOf,
} from '../../../apps/server/src/platform/backup/log/positions.rules.ts'
import {
  findLog,
  type LogSource,
  placeLog,
  readPiece,
  readReached,
} from '../../../apps/server/src/platform/backup/log/restore-log.ts'
import type { RestoreMarker } from '../../../apps/server/src/platform/data-folder/restore-marker.ts'
import { findPostgresPaths } from '../../../apps/server/src/platform/database/embedded/paths.ts'
import { recoverCluster } from '../../../apps/server/src/platform/database/embedded/recover.ts'
import { StartError } from '../../../apps/server/src/platform/process/start-error.ts'
import { foldersOf } from '../restore-folders.ts'
import type { Replay } from '../unpack.ts'
import { instantOfPostgres } from './moment.rules.ts'

type Places = Pick<Config, 'dataDir' | 'secretsDir'>

/** The log to replay into an unpacked database, and the moment at which to stop. */
export type ReplayRequest = {
  /** The archive of the log; null to restore only the backup. */
  log: LogSource | null
  /** The moment to restore, in UTC with microseconds; null for the newest state. */
  target: string | null
  /** The last sentence of the error if the moment cannot be reached, such as the nearest backup. */
  hint: string
}

/** Thrown if the moment is before the end of the backup's copy, so that only an earlier backup can be restored to it. */
export class TooEarlyError extends StartError {}

/**
 * Replays the log into an unpacked database in the temporary folder of a restore, and starts a new timeline. Returns the time of the last replayed
 * commit; null if there was none. Throws a TooEarlyError, or a StartError that names the last moment that can be restored.
 */
export async function replayLog(
  config: Places,
  { cluster, marker }: { cluster: string; marker: RestoreMarker },
  { log, target, hint }: ReplayRequest,
): Promise<string | null> {
  // The system user of Postgres must be able to enter the folders.
  for (const folder of foldersOf(config, marker).slice(0, 2)) chmodSync(folder, 0o711)
  const places = findPostgresPaths(config.dataDir)
  const start = readClusterStart(cluster)
  const found = log ? await findLog(log, start) : null
  if (log && found) await placeLog(log, found.pieces, cluster, places.systemUser)
  const highestTimeline = Math.max(found?.highestTimeline ?? start.timeline, highestTimelineIn(marker.cluster))
  const recover = (until: string | null) => recoverCluster(places, cluster, { target: until, highestTimeline })
  const first = await recover(target)
  if (first.ended === 'too-early') throw new TooEarlyError(`The moment is before the end of this backup.${hint}`)
  const lastCommit = first.lastCommit === null ? null : instantOfPostgres(first.lastCommit)
  if (first.ended === 'recovered' && (target !== null || !log || !found)) return lastCommit
  if (found?.missing) throw new StartError(gapText(found.missing, lastCommit, hint))
  if (first.ended === 'log-ended') {
    // If the archive reaches the moment, nothing was committed between the last commit and the moment.
    const reached = log ? await readReached(log, start) : null
    if (target === null || !reached || Date.parse(reached.at) < Date.parse(target))
      throw new StartError(`The log ends before that moment. ${reachText(lastCommit ?? reached?.at ?? null)}${hint}`)
    if ((await recover(null)).ended !== 'recovered') throw new StartError("The end of the log can't be restored.")
  }
  if (log && found) await requireWholeReplay(log, start, found, cluster)
  return lastCommit
}

/** Starts a new timeline for a backup without a log. Does nothing for a backup that contains the rows of a practice's own Postgres. */
export const replayAlone =
  (config: Places): Replay =>
  async (draft) => {
    if (draft.isSnapshot) return null
    await replayLog(config, draft, { log: null, target: null, hint: '' })
    return null
  }

/** Throws a StartError if the replay ended before the end of the archived log. Postgres does not report this. */
async function requireWholeReplay(
  log: LogSource,
  { timeline }: ClusterStart,
  found: Awaited<ReturnType<typeof findLog>>,
  cluster: string,
): Promise<void> {
  const reached = endOfRecovery(cluster)
  const piece = found.pieces.find(({ segment }) => segment === segmentNameOf(timeline, reached))
  if (!piece || piece.objects.length === 0) {
    if (reached >= found.end) return
  } else if (!isCutShort(reached, found.end, await readPiece(log, piece))) return
  throw new StartError(
    `The log of the backup is damaged: it was replayed up to ${positionText(reached)}, but it reaches to ${positionText(found.end)}.`,
  )
}

const gapText = (segment: string, lastCommit: string | null, hint: string) =>
  `The segment ${segment} of the log is missing. ${reachText(lastCommit)}${hint}`

const reachText = (at: string | null) =>
  at === null
    ? 'Nothing after the backup can be restored.'
    : `The last moment that can be restored is ${at}: add --at '${at.slice(0, 19).replace('T', ' ')}Z'.`
