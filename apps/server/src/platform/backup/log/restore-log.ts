import { chownSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { SystemUser } from '../../database/embedded/paths.ts'
import type { ObjectStore } from '../../object-store/object-store.ts'
import { StartError } from '../../process/start-error.ts'
import { decryptWith } from '../encryption/age.ts'
import { type ClusterStart, firstSegmentOf } from './cluster-start.ts'
import { coverLog, type LogCoverage, type LogPiece } from './coverage.rules.ts'
import { allLogs, clusterPrefixOf, type LogIdentity, type LogObject, parseLogKey, reachedKeyOf } from './keys.rules.ts'
import { segmentBytes } from './positions.rules.ts'
import type { LogReached } from './ship.ts'

const decompress = promisify(gunzip)

/** An archive of the log. */
export type LogSource = {
  store: ObjectStore
  /** The private keys that may open the archive. */
  identities: readonly string[]
}

/**
 * Returns the coverage of the archived log from the start position of a cluster on its timeline, and the highest timeline of the cluster in the
 * archive.
 */
export async function findLog(
  { store }: LogSource,
  start: ClusterStart,
): Promise<LogCoverage & { highestTimeline: number }> {
  const listed = await store.list(clusterPrefixOf(start.systemId))
  const objects = listed.flatMap(({ key }) => parseLogKey(key) ?? [])
  const own = objects.filter(({ timeline }) => timeline === start.timeline)
  return {
    ...coverLog(own, firstSegmentOf(start), start.segments),
    highestTimeline: Math.max(start.timeline, ...objects.map(({ timeline }) => timeline)),
  }
}

/** Writes the archived segments of a log into the folder of a cluster. Replaces the cluster's own copies, because the archived ones reach further. */
export async function placeLog(
  source: LogSource,
  pieces: readonly LogPiece[],
  cluster: string,
  systemUser: SystemUser | null,
): Promise<void> {
  for (const piece of pieces) {
    if (piece.objects.length === 0) continue
    const path = join(cluster, 'pg_wal', piece.segment)
    writeFileSync(path, await readPiece(source, piece), { mode: 0o600 })
    if (systemUser) chownSync(path, systemUser.uid, systemUser.gid)
  }
}

/**
 * Returns the bytes of a segment, filled with zeros after the archived part. Throws a StartError if an object is longer than the part that it covers.
 */
export async function readPiece(source: LogSource, { segment, objects, bytes }: LogPiece): Promise<Buffer> {
  const whole = Buffer.alloc(segmentBytes)
  for (const { key, offset } of objects) {
    const part = await readObject(source, key)
    if (offset + part.length > bytes) throw new StartError(`The segment ${segment} of the log is damaged in ${key}.`)
    part.copy(whole, offset)
  }
  return whole
}

/** Returns the moment up to which the log of a cluster is complete; null if the archive has no such record. */
export async function readReached(source: LogSource, of: LogIdentity): Promise<LogReached | null> {
  const key = reachedKeyOf(of)
  if (!(await source.store.head(key))) return null
  return JSON.parse((await readObject(source, key)).toString()) as LogReached
}

/** Returns the time zone that the newest log of an archive contains; null if it contains none. */
export async function readArchivedZone(source: LogSource): Promise<string | null> {
  const listed = await source.store.list(allLogs)
  const found = listed.flatMap(({ key, writtenAt }) => {
    const parsed: LogObject | null = parseLogKey(key)
    return parsed?.kind === 'reached' ? [{ of: parsed, writtenAt }] : []
  })
  const newest = found.toSorted((one, other) => other.writtenAt.getTime() - one.writtenAt.getTime())[0]
  return newest ? ((await readReached(source, newest.of))?.zone ?? null) : null
}

async function readObject({ store, identities }: LogSource, key: string): Promise<Buffer> {
  const encrypted = await store.get(key)
  try {
    const packed = await buffer(await decryptWith(identities, encrypted))
    return await decompress(packed, { maxOutputLength: segmentBytes })
  } catch (cause) {
    const isWrongKey = String(cause).includes('identity')
    throw new StartError(
      isWrongKey ? `The key doesn't open ${key}. Use the words of the key of this archive.` : `${key} is damaged.`,
      { cause },
    )
  }
}

/** Whether an archive contains any log. */
export const hasLog = async ({ store }: LogSource): Promise<boolean> =>
  (await store.list(allLogs)).some(({ key }) => parseLogKey(key) !== null)
