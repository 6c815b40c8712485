import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LogIdentity } from './keys.rules.ts'
import { type LogPosition, parsePosition, parseSegment, segmentNameOf } from './positions.rules.ts'

/** The point at which a cluster continues its log, read from the files of the cluster. */
export type ClusterStart = LogIdentity & {
  /** The position in the log at which its recovery begins. */
  position: LogPosition
  /** The segments in the folder of the cluster. Empty for a stopped cluster, because its folder can contain unused segments. */
  segments: ReadonlySet<string>
}

/** The offsets of the fields of `global/pg_control`, which are the same in all supported versions of Postgres. */
const [systemIdAt, redoAt, timelineAt] = [0, 40, 48]

/**
 * Reads the point at which the recovery of a cluster begins. The cluster must not run. The copy of a running cluster names this point in a separate
 * file.
 */
export function readClusterStart(cluster: string): ClusterStart {
  const control = readFileSync(join(cluster, 'global', 'pg_control'))
  const systemId = String(control.readBigUInt64LE(systemIdAt))
  const label = labelOf(cluster)
  if (label === null)
    return {
      systemId,
      timeline: control.readUInt32LE(timelineAt),
      position: control.readBigUInt64LE(redoAt),
      segments: new Set(),
    }
  const [, position = '0/0'] = /^START WAL LOCATION: ([0-9A-F]+\/[0-9A-F]+)/m.exec(label) ?? []
  const timeline = Number(/^START TIMELINE: (\d+)/m.exec(label)?.[1] ?? control.readUInt32LE(timelineAt))
  const segments = readdirSync(join(cluster, 'pg_wal')).filter((name) => parseSegment(name)?.timeline === timeline)
  return { systemId, timeline, position: parsePosition(position), segments: new Set(segments) }
}

/** Returns the name of the segment with which the recovery of a cluster begins. */
export const firstSegmentOf = ({ timeline, position }: ClusterStart): string => segmentNameOf(timeline, position)

/** Returns the highest timeline for which a cluster has a log or a history file; 0 if there is none. */
export function highestTimelineIn(cluster: string): number {
  const names = existsSync(join(cluster, 'pg_wal')) ? readdirSync(join(cluster, 'pg_wal')) : []
  return Math.max(
    0,
    ...names.map((name) => Number.parseInt(/^([0-9A-F]{8})(?:[0-9A-F]{16}|\.history)$/.exec(name)?.[1] ?? '0', 16)),
  )
}

/** Returns the position at which the recovery of a cluster ended. The recovery must have started a new timeline. */
export function endOfRecovery(cluster: string): LogPosition {
  const timeline = readFileSync(join(cluster, 'global', 'pg_control')).readUInt32LE(timelineAt)
  const name = `${timeline.toString(16).toUpperCase().padStart(8, '0')}.history`
  const lines = readFileSync(join(cluster, 'pg_wal', name), 'utf8')
    .split('\n')
    .filter(Boolean)
  return parsePosition(lines.at(-1)?.split('\t')[1] ?? '0/0')
}

function labelOf(cluster: string): string | null {
  const path = join(cluster, 'backup_label')
  return existsSync(path) ? readFileSync(path, 'utf8') : null
}
