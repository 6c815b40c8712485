import { randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { resolve, sep } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { DestinationProblem } from '@attune/contract/features/practice/administration/administration.backups.rules'
import { ObjectMissingError } from '../../object-store/object-store.ts'
import { S3Error } from '../../object-store/s3-requests.ts'
import { S3Store } from '../../object-store/s3-store.ts'
import { NotFetchedError, openOutbound, type Outbound } from '../../outbound/outbound.ts'
import { StartError } from '../../process/start-error.ts'
import { loadBackupKeys } from '../encryption/backup-keys.ts'
import { readMark } from './mark.ts'
import {
  type BackupDestination,
  destinationName,
  type DestinationPlaces,
  type DestinationSettings,
  openDestination,
  requireAllowedFolder,
} from './settings.ts'

/** The result of a test of a destination. */
export type ProbeResult = {
  /** Null if backups can be stored at the destination. */
  problem: DestinationProblem | null
  /** The free bytes of a folder; null for a bucket or with a problem. */
  free: number | null
  /** Whether a folder is on the same disk as the data. False for a bucket. */
  isOnSameDisk: boolean
}

/** The longest time that an admin waits for the response of a bucket, in milliseconds. */
const bucketMilliseconds = 7_000
const probeBytes = 1_024

/**
 * Tests whether a destination is allowed and belongs to this practice, whether strangers can read it, and whether an object can be written, read back
 * and deleted. If `isNew` is set, a bucket needs no mark yet. Leaves the destination unchanged.
 */
export async function probeDestination(
  places: DestinationPlaces,
  settings: DestinationSettings,
  { isNew }: { isNew: boolean },
): Promise<ProbeResult> {
  const failed = (problem: DestinationProblem): ProbeResult => ({ problem, free: null, isOnSameDisk: false })
  const opened = openToRead(places, settings)
  if ('problem' in opened) return failed(opened.problem)
  try {
    const problem = await findProblem(places, settings, opened, isNew)
    if (problem) return failed(problem)
    return { problem: null, ...(await spaceOf(places, opened)) }
  } catch (error) {
    return failed(destinationProblemOf(error))
  }
}

async function findProblem(
  places: DestinationPlaces,
  settings: DestinationSettings,
  { store }: BackupDestination,
  isNew: boolean,
): Promise<DestinationProblem | null> {
  const { id } = await loadBackupKeys(places.secretsDir)
  const mark = await readMark(store)
  if (mark !== null && mark !== id) return 'other-practice'
  if (mark === null && !(isNew && settings.kind === 's3')) return 'not-marked'
  const key = `attune-probe-${randomBytes(6).toString('hex')}`
  const sent = randomBytes(probeBytes)
  await store.put(key, Readable.from([sent]))
  const found = await store.get(key).then(buffer)
  await store.delete(key)
  if (!found.equals(sent)) return 'not-stored'
  return store instanceof S3Store && (await store.isPublic()) ? 'public' : null
}

async function spaceOf(
  { dataDir }: DestinationPlaces,
  { folder }: BackupDestination,
): Promise<Omit<ProbeResult, 'problem'>> {
  if (folder === null) return { free: null, isOnSameDisk: false }
  const { bavail, bsize } = await statfs(folder)
  return { free: bavail * bsize, isOnSameDisk: statSync(folder).dev === statSync(dataDir).dev }
}

/** Opens a destination while an admin waits for the answer. Returns the problem if it cannot be opened. */
export function openToRead(
  places: DestinationPlaces,
  settings: DestinationSettings,
): BackupDestination | { problem: DestinationProblem } {
  if (settings.kind === 's3') return openBucketBriefly(places, settings)
  try {
    requireAllowedFolder(places, settings.folder)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    // The result must not reveal whether other folders exist on the server.
    const isNamed = places.backupFolders.some((each) => `${resolve(settings.folder)}${sep}`.startsWith(`${each}${sep}`))
    return { problem: isNamed && !existsSync(settings.folder) ? 'missing' : 'not-allowed' }
  }
  try {
    return openDestination(places, settings)
  } catch (error) {
    if (!(error instanceof StartError)) throw error
    return { problem: 'in-data' }
  }
}

/** Opens a bucket without pauses before retries and with one time limit for all its requests together, because an admin waits for the answer. */
function openBucketBriefly(
  { backupLocalHosts }: DestinationPlaces,
  settings: Extract<DestinationSettings, { kind: 's3' }>,
): BackupDestination {
  const outbound = openOutbound({ localHosts: backupLocalHosts })
  const end = performance.now() + bucketMilliseconds
  const limited: Pick<Outbound, 'request'> = {
    async request(address, request) {
      const timeoutMilliseconds = Math.floor(end - performance.now())
      if (timeoutMilliseconds <= 0) throw new NotFetchedError('out of time', 'timeout')
      return outbound.request(address, { ...request, timeoutMilliseconds })
    },
  }
  const store = new S3Store(settings, limited, () => Promise.resolve())
  return { name: destinationName(settings), store, isDefault: false, folder: null }
}

const fileProblems: Record<string, DestinationProblem> = {
  ENOENT: 'missing',
  EACCES: 'not-writable',
  EPERM: 'not-writable',
  EROFS: 'not-writable',
  ENOSPC: 'full',
  EDQUOT: 'full',
}
const refusedReasons = ['not-allowed', 'not-https', 'not-public']

/** Returns the problem of a destination that caused an error. Rethrows an error that has another cause. */
export function destinationProblemOf(error: unknown): DestinationProblem {
  if (error instanceof S3Error) {
    const isAddress = error.cause instanceof NotFetchedError && refusedReasons.includes(error.cause.reason)
    return isAddress ? 'address-not-allowed' : error.problem
  }
  if (error instanceof ObjectMissingError) return 'not-stored'
  // The mark belongs to another product or to a newer version.
  if (error instanceof StartError) return 'other-practice'
  const problem = fileProblems[(error as NodeJS.ErrnoException).code ?? '']
  if (problem) return problem
  throw error
}
