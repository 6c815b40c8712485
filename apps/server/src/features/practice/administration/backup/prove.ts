import { chmodSync, existsSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { workFolderName } from '../../../../platform/data-folder/work-folders.ts'
import { databaseName, runAsSuperuser } from '../../../../platform/database/embedded/cluster.ts'
import { secureCluster } from '../../../../platform/database/embedded/ownership.ts'
import { findPostgresPaths, type PostgresPaths } from '../../../../platform/database/embedded/paths.ts'
import { readMigrations } from '../../../../platform/database/migrate/migrate.ts'
import { sha256Of } from '../../../../platform/secrets/sha256.ts'
import { StartError } from '../../../../platform/process/start-error.ts'
import { requireLabel, tar } from '../../../../platform/backup/archive.ts'
import { backupFormat } from '../../../../platform/backup/destination/layout.ts'
import { loadIntoNewCluster } from '../../../../platform/backup/snapshot/new-cluster.ts'
import { snapshotFolder } from '../../../../platform/backup/snapshot/take-snapshot.ts'
import { hashUsersFile, type UsersFilesPlace } from '../../../../platform/backup/users-files.ts'
import type { PackedBackup } from '../../../../platform/backup/pack-running.ts'

/** The content of a restored backup. */
export type BackupProof = {
  /** The time of the newest line of the audit log; null if there is none yet. */
  newest: Date | null
  /** The number of indexes that were compared with their tables, and the number of files that were compared with their SHA-256. */
  indexes: number
  files: number
}

/** Compares every B-tree index with the rows of its table, and fails at the first that differs. */
const checkIndexes = `do $$ declare one oid; begin for one in select c.oid from pg_class c join pg_am a on a.oid = c.relam join pg_index i on i.indexrelid = c.oid where a.amname = 'btree' and c.relkind = 'i' and i.indisvalid and i.indisready loop perform proof.bt_index_check(one, true, true); end loop; end $$`

/** Reads the migrations, and whether the database has the functions that `readContent` calls. */
const readMigrationsOf = `select json_build_object('migrations', (select json_agg(name order by name) from meta.migration), 'indexes', (select count(*) from pg_class c join pg_am a on a.oid = c.relam where a.amname = 'btree' and c.relkind = 'i'), 'readable', to_regprocedure('def.sample_files(integer)') is not null) as content`

/** Reads the newest line of the audit log and 20 of the users' files. */
const readContent = `select json_build_object('newest', def.newest_audit(), 'files', (select coalesce(json_agg(json_build_object('id', file_id, 'sha256', file_sha256)), '[]') from def.sample_files(20))) as content`

type Structure = { migrations: string[]; indexes: number; readable: boolean }
type Content = { newest: string | null; files: { id: string; sha256: string }[] }

/**
 * Verifies a packed backup by restoring it into a temporary folder beside the database of `dataDir`. The embedded database replays its log; the rows
 * of a practice's own Postgres are loaded into a temporary cluster on loopback and compared with their checksums. Then compares every index with its
 * table, the migrations with those of this version, and random files with their SHA-256. Throws a StartError that names the difference. Never touches
 * the data of the practice.
 */
export async function proveBackup(
  dataDir: string,
  { archive, header, ...files }: Pick<PackedBackup, 'archive' | 'folder' | 'bucket' | 'header'>,
): Promise<BackupProof> {
  const places = findPostgresPaths(dataDir)
  const folder = join(dirname(places.cluster), workFolderName('restore'))
  const cluster = join(folder, 'postgres')
  try {
    mkdirSync(folder)
    // The system user of Postgres must be able to enter this folder.
    chmodSync(folder, 0o711)
    tar(['-xzf', archive, '-C', folder], `${archive} can't be unpacked`)
    requireLabel(folder, archive, { format: backupFormat, header: sha256Of(header) })
    if (existsSync(join(folder, snapshotFolder))) await loadIntoNewCluster(folder, folder)
    else secureCluster(cluster, places.systemUser)
    return await proveCluster({ places, cluster }, files, archive)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function proveCluster(
  { places, cluster }: { places: PostgresPaths; cluster: string },
  files: UsersFilesPlace,
  archive: string,
): Promise<BackupProof> {
  const superuser = <Found>(...statements: string[]): Found | null => {
    const { content } = runAsSuperuser(places, cluster, statements, { database: databaseName })
    return JSON.parse(content ?? 'null') as Found | null
  }
  const preparations = ['create schema proof', 'create extension amcheck schema proof', checkIndexes]
  const structure = superuser<Structure>(...preparations, readMigrationsOf)
  if (!structure) throw new StartError(`The database of ${archive} can't be read.`)
  requireMigrations(structure.migrations, archive)
  const found = structure.readable ? superuser<Content>(readContent) : { newest: null, files: [] }
  if (!found) throw new StartError(`The database of ${archive} can't be read.`)
  for (const file of found.files) await requireFile(files, file, archive)
  return {
    newest: found.newest === null ? null : new Date(found.newest),
    indexes: structure.indexes,
    files: found.files.length,
  }
}

function requireMigrations(names: readonly string[], archive: string): void {
  const known = readMigrations().map(({ name }) => name)
  if (names.join() !== known.slice(0, names.length).join() || names.length === 0)
    throw new StartError(`The database of ${archive} doesn't have the tables of this version.`)
}

async function requireFile(
  files: UsersFilesPlace,
  { id, sha256 }: Content['files'][number],
  archive: string,
): Promise<void> {
  const found = await hashUsersFile(files, `files/whole/${id.slice(0, 2)}/${id}`)
  if (found !== sha256) throw new StartError(`A file of ${archive} is ${found === null ? 'missing' : 'damaged'}.`)
}
