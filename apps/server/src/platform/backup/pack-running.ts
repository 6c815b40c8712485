import {
  copyFileSync,
  createWriteStream,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Config } from '../config/config.ts'
import { baseBackup } from '../database/embedded/base-backup.ts'
import { clusterPath } from '../database/embedded/paths.ts'
import { openFilesBucket } from '../files/file-objects.ts'
import type { ObjectStore } from '../object-store/object-store.ts'
import { StartError } from '../process/start-error.ts'
import { version } from '../process/version.ts'
import type { Secrets } from '../secrets/secrets.ts'
import { sha256Of, sha256OfFileIfAny } from '../secrets/sha256.ts'
import { dataEntries, label, tar, writeLabel } from './archive.ts'
import { countBytes } from './count-bytes.ts'
import { type BackupHeader, backupFormat } from './destination/layout.ts'
import { keyFingerprintOf } from './encryption/backup-keys.ts'
import { snapshotFolder, takeSnapshot } from './snapshot/take-snapshot.ts'
import { sizeOf } from './space.ts'
import { untar } from './untar.ts'
import { type BackupFile, fileFolders, fileListName, keepBucketFiles, listUsersFiles } from './users-files.ts'

/** The practice's own Postgres. A backup copies it with the backup role. */
type OwnDatabase = {
  /** The URL in DATABASE_URL. */
  url: string
  secrets: Secrets
  kilobytesPerSecond?: number
}

type RunningDatabase = {
  /** The port of the running Postgres on loopback. */
  port: number
  /** The password of the install user. */
  password: string
  /** The maximum rate at which the database is copied, in kilobytes per second. */
  kilobytesPerSecond?: number
}

/** The data that a backup contains. */
export type BackedUpPlaces = Pick<Config, 'dataDir' | 'secretsDir'> &
  Partial<Pick<Config, 'filesBucket' | 'filesLocalHosts'>>

const openBackedUpBucket = ({ dataDir, filesBucket = null, filesLocalHosts = [] }: BackedUpPlaces) =>
  openFilesBucket({ dataDir, filesBucket, filesLocalHosts })

/** Called with the name of each step after it is done. Tests change the data in this function. */
type AfterStep = (name: string) => void | Promise<void>

const manifestName = 'backup_manifest'
/** The folders below `files` with unfinished files: uploads, whose files still grow, and drafts, which are not in the database. */
const [unfinishedUploads, drafts] = [join('files', 'parts'), join('files', 'drafts')]

/** A backup that is packed and not yet encrypted, in a temporary folder. */
export type PackedBackup = {
  /** The archive with the database and the small files of the data folder. */
  archive: string
  /** The users' files, stored below `folder` with the same paths as in the data folder. */
  files: BackupFile[]
  folder: string
  /** The bucket with the users' files that are not below `folder`. */
  bucket?: ObjectStore | undefined
  /** The unencrypted header of the backup, as it will be stored. */
  header: string
}

/**
 * Copies the data of a running server, without the secrets, into `folder`, and packs it. The archive contains the embedded database as it was at the
 * end of the copy, with each file compared with the SHA-256 from Postgres. For a practice's own Postgres, it contains the rows as of one moment
 * instead. It also contains the list of all files that the database refers to. Calls `report` with the number of bytes of each piece of the database.
 */
export async function packRunning(
  config: BackedUpPlaces,
  folder: string,
  { at, recipients }: { at: Date; recipients: readonly string[] },
  database: RunningDatabase | OwnDatabase,
  { afterStep = () => {}, report = () => {} }: { afterStep?: AfterStep; report?: (bytes: number) => void } = {},
): Promise<PackedBackup> {
  const cluster = clusterPath(config.dataDir)
  const [data, users] = [join(folder, 'data'), join(folder, 'users')]
  for (const path of [data, users]) mkdirSync(path, { mode: 0o700 })
  keepFiles(config, cluster, { data, users })
  await afterStep('keep the files')
  const { entry, postgres } =
    'url' in database ? await copyTables(folder, database, report) : await copyCluster(folder, database, report)
  const copy = join(folder, entry)
  await afterStep('copy the database')
  if (!('url' in database)) await checkDatabase(copy, folder)
  // A row of the copied database may refer to a file that was added before the copy ended, so files that are new by now are kept too.
  keepFiles(config, cluster, { data, users })
  await afterStep('keep the new files')
  const store = openBackedUpBucket(config)
  const bucket = store && (await keepBucketFiles(store, data))
  const files = await listUsersFiles(config.dataDir, users, recipients, bucket)
  const inBucket = (bucket?.files ?? []).reduce((sum, each) => sum + each.size, 0)
  const size = [copy, data, users].reduce((sum, path) => sum + sizeOf(path), inBucket)
  const header = `${JSON.stringify({ product: 'attune', format: backupFormat, version, postgres, at: at.toISOString(), size, keys: recipients.map(keyFingerprintOf) } satisfies BackupHeader)}\n`
  writeLabel(folder, { at: at.toISOString(), postgres, header: sha256Of(header) })
  writeFileSync(join(folder, fileListName), JSON.stringify(files), { mode: 0o600 })
  const archive = join(folder, 'archive')
  writeFileSync(archive, '', { mode: 0o600 })
  const entries = readdirSync(data).map((name) => `./${name}`)
  const parts = ['-C', folder, label, fileListName, entry, ...(entries.length ? ['-C', data, ...entries] : [])]
  tar(['-czf', archive, ...parts], "Attune couldn't pack the data")
  // The copy is deleted because the archive contains it and the verification needs the space.
  rmSync(copy, { recursive: true })
  await afterStep('pack the data')
  return { archive, files, folder: users, header, ...(store && { bucket: store }) }
}

/** The folders of a copy for the users' files and for all others. */
type Kept = { data: string; users: string }

/**
 * Creates a hard link below one of `kept` for every file of the data folder, so that the file survives there when the server deletes it. Finished
 * files never change. Skips files that already exist there. Copies the file where a hard link is impossible, such as on another disk.
 */
function keepFiles(config: Pick<Config, 'dataDir' | 'secretsDir'>, cluster: string, kept: Kept): void {
  for (const name of dataEntries(config)) if (join(config.dataDir, name) !== cluster) keep(config.dataDir, name, kept)
}

function keep(from: string, name: string, kept: Kept): void {
  if (name === drafts) return
  const to = fileFolders.some((folder) => name.startsWith(folder)) ? kept.users : kept.data
  const entries = entriesOf(join(from, name))
  if (entries === null) return keepFile(join(from, name), join(to, name), name.startsWith(unfinishedUploads))
  mkdirSync(join(to, name), { recursive: true, mode: 0o700 })
  for (const entry of entries) keep(from, join(name, entry), kept)
}

/** Returns the names in a folder; null if the path is a file or no longer exists. */
function entriesOf(path: string): string[] | null {
  try {
    return readdirSync(path)
  } catch (error) {
    if (['ENOTDIR', 'ENOENT'].includes((error as NodeJS.ErrnoException).code ?? '')) return null
    throw error
  }
}

function keepFile(from: string, to: string, isGrowing: boolean): void {
  try {
    if (isGrowing) copyFileSync(from, to)
    else linkSync(from, to)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? ''
    // ENOENT: the server has deleted the file since its folder was listed, after the row that referred to it. EEXIST: the copy has it already.
    if (code === 'EEXIST' || code === 'ENOENT') return
    if (!['EXDEV', 'EPERM', 'EMLINK', 'ENOTSUP'].includes(code)) throw error
    copyFileSync(from, to)
  }
}

/** The name of the database in the archive, and the version of its Postgres. */
type CopiedDatabase = { entry: string; postgres: string }
type Report = (bytes: number) => void

/** Copies the rows of a practice's own Postgres into `folder`. */
async function copyTables(
  folder: string,
  { url, secrets, ...options }: OwnDatabase,
  report: Report,
): Promise<CopiedDatabase> {
  const { postgres } = await takeSnapshot(url, secrets, folder, { ...options, report })
  return { entry: snapshotFolder, postgres }
}

/** Copies the running cluster and the manifest of its files into `folder`. Throws a StartError if the database has files outside its folder. */
async function copyCluster(folder: string, database: RunningDatabase, report: Report): Promise<CopiedDatabase> {
  const entry = 'postgres'
  const copy = join(folder, entry)
  mkdirSync(copy, { mode: 0o700 })
  for await (const { name, stream } of baseBackup(database)) {
    if (name === manifestName) await pipeline(stream, createWriteStream(join(folder, manifestName), { mode: 0o600 }))
    else if (name === 'base.tar') await unpackDatabase(stream, copy, report)
    else throw new StartError(`The database has files outside its folder (${name}), which a backup doesn't include.`)
  }
  return { entry, postgres: readFileSync(join(copy, 'PG_VERSION'), 'utf8').trim() }
}

async function unpackDatabase(stream: Readable, folder: string, report: (bytes: number) => void): Promise<void> {
  await untar(stream, [countBytes(report)], folder).catch((cause: Error) => {
    throw stream.errored ?? new StartError(`Attune couldn't copy the database: ${cause.message}.`, { cause })
  })
}

type Manifest = { Files: { Path?: string; 'Encoded-Path'?: string; Size: number; Checksum: string }[] }

/**
 * Throws a StartError if the copied database has no files, or if a file is missing or differs from the manifest. The manifest does not contain the
 * log.
 */
async function checkDatabase(copy: string, folder: string): Promise<void> {
  const { Files } = JSON.parse(readFileSync(join(folder, manifestName), 'utf8')) as Manifest
  if (Files.length === 0) throw new StartError("The copy of the database is empty, so it wasn't kept.")
  for (const { Path, 'Encoded-Path': encoded, Checksum } of Files) {
    const path = Path ?? Buffer.from(encoded ?? '', 'hex').toString()
    if ((await sha256OfFileIfAny(join(copy, path))) !== Checksum)
      throw new StartError(`The copy of the database is damaged in ${path}, so it wasn't kept.`)
  }
}
