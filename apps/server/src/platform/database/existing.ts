import { existsSync, readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import type { Config } from '../config/config.ts'
import { StartError } from '../process/start-error.ts'
import { withConnection } from './connection.ts'
import { clusterPath } from './embedded/paths.ts'

/** The argument of `npm start` and `npm run demo` that permits a new practice although the secrets belong to an existing practice. */
const newPracticeOption = '--new-practice'

type Place = Pick<Config, 'databaseUrl' | 'dataDir' | 'secretsDir'>

/**
 * Throws a StartError if the start would create an empty database although `hasPractice` says that the secrets belong
 * to a practice. Permits this if `args` contains `--new-practice`. The error message tells the person to repeat
 * `command` with that option.
 */
export async function requireDatabaseOfPractice(
  config: Place,
  hasPractice: boolean,
  command: string,
  args: readonly string[],
): Promise<void> {
  if (!hasPractice || args.includes(newPracticeOption) || (await hasDatabase(config))) return
  const { databaseUrl, dataDir, secretsDir } = config
  const found = databaseUrl ? 'the database in DATABASE_URL is empty' : `there is no database in ${dataDir}`
  const repair = databaseUrl
    ? 'restore a backup with npm run restore -- FOLDER, correct DATABASE_URL'
    : 'restore a backup with npm run restore -- FILE, set DATABASE_URL again if the practice uses your own Postgres'
  const earlier = databaseUrl ? [] : previousFolders(dataDir)
  throw new StartError(
    `The secrets in ${secretsDir} belong to a practice, but ${found}${earlier.length ? ` (earlier data is in ${earlier.join(', ')})` : ''}. ` +
      `To fix this, ${repair}, or start a new, empty practice with ${command} -- ${newPracticeOption}.`,
  )
}

/** Whether a database already exists. A database that DATABASE_URL names counts only after its first migration. Creates nothing. */
export async function hasDatabase({ databaseUrl, dataDir }: Pick<Place, 'databaseUrl' | 'dataDir'>): Promise<boolean> {
  if (databaseUrl === null) return existsSync(join(clusterPath(dataDir), 'PG_VERSION'))
  const { rows } = await withConnection(databaseUrl, (db) =>
    db.query<{ there: boolean }>(
      `select exists (select from pg_tables where schemaname = 'meta' and tablename = 'migration') as there`,
    ),
  )
  return rows[0]?.there ?? false
}

/** Returns the folders that earlier restores moved the data of `dataDir` to. */
function previousFolders(dataDir: string): string[] {
  const parent = dirname(dataDir)
  if (!existsSync(parent)) return []
  return readdirSync(parent)
    .filter((name) => name.startsWith(`${basename(dataDir)}.replaced-`))
    .map((name) => join(parent, name))
}
