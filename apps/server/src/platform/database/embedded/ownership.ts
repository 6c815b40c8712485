import { spawnSync } from 'node:child_process'
import { chmodSync, lchownSync, readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../../process/start-error.ts'
import type { SystemUser } from './paths.ts'

/**
 * A few files and folders of a cluster. If all these paths belong to one system user, the whole cluster is assumed to belong to that user.
 */
const samples = ['', 'PG_VERSION', 'base', join('global', 'pg_control')]

/** Returns the owner of a path; null if the path does not exist. */
function ownerOf(path: string): number | null {
  return statSync(path, { throwIfNoEntry: false })?.uid ?? null
}

function nameOf(uid: number): string {
  const { status, stdout } = spawnSync('id', ['-nu', String(uid)], { encoding: 'utf8' })
  return status === 0 ? stdout.trim() : String(uid)
}

/**
 * Throws a StartError if one of these paths exists and belongs to a system user other than `uid`. This happens, for
 * example, after root has copied the data folder. The error contains the command that corrects the owner.
 */
export function requireOwner(folder: string, paths: readonly string[], uid: number): void {
  for (const path of paths) {
    const owner = ownerOf(path)
    if (owner === null || owner === uid) continue
    throw new StartError(
      `${path} belongs to the system user ${nameOf(owner)}, but Attune runs as ${nameOf(uid)}; run: sudo chown -R ${nameOf(uid)} ${folder}`,
    )
  }
}

/** Returns the few paths of a cluster at which the owner is checked. */
export const clusterSamples = (cluster: string) => samples.map((name) => join(cluster, name))

/**
 * Gives a cluster the owner and the mode that Postgres requires: if root runs the server, the cluster belongs to the system user that runs Postgres,
 * and no other user can access its folder. An unpacked or copied cluster may have another owner and mode.
 */
export function secureCluster(cluster: string, systemUser: SystemUser | null): void {
  if (systemUser) {
    const { uid, gid } = systemUser
    for (const entry of readdirSync(cluster, { recursive: true, encoding: 'utf8' }))
      lchownSync(join(cluster, entry), uid, gid)
    lchownSync(cluster, uid, gid)
  }
  chmodSync(cluster, 0o700)
}

/**
 * Makes the system user that runs Postgres the owner of a cluster's files, if they belong to another user. Only root can do this. Returns a
 * message about the change for the person who starts Attune, or null if nothing was changed.
 */
export function correctClusterOwner(cluster: string, { uid, gid }: SystemUser): string | null {
  const foreign = clusterSamples(cluster)
    .map(ownerOf)
    .find((owner) => owner !== null && owner !== uid)
  if (foreign === undefined || foreign === null) return null
  secureCluster(cluster, { uid, gid })
  return `The database in ${cluster} belonged to the system user ${nameOf(foreign)}; it now belongs to ${nameOf(uid)}.`
}
