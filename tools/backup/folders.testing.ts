import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openDataFolder } from '../../apps/server/src/platform/data-folder/data-folder.ts'
import { restoredFile } from '../../apps/server/src/platform/data-folder/restored.ts'
import { touchLedger } from '../../apps/server/src/platform/erasures/ledger.ts'
import { loadSecrets } from '../../apps/server/src/platform/secrets/secrets.ts'
import { StartError } from '../../apps/server/src/platform/process/start-error.ts'

/**
 * The files of two practices, by path. The folder `postgres` represents the database. A folder with files of both
 * practices is a mixture.
 */
export const practices = {
  old: {
    'postgres/PG_VERSION': '18',
    'postgres/word': 'old',
    'files/whole/a1/a1': 'old',
    'files/1': 'old',
    'mail/1': 'old',
  },
  new: {
    'postgres/PG_VERSION': '18',
    'postgres/word': 'new',
    'files/whole/a1/a1': 'new',
    'files/1': 'new',
    'avatars/1': 'new',
  },
}

/** A data folder and its secrets folder. No other data folder has the same parent folder. */
export type DataFolder = { dataDir: string; secretsDir: string }

/** Creates a temporary folder that the system user of the embedded Postgres can enter. */
export function createHome(): string {
  const home = mkdtempSync(join(tmpdir(), 'attune-kills-'))
  chmodSync(home, 0o711)
  return home
}

/** Creates a data folder below `home` with secrets and with the files of a practice. */
export function createDataFolder(home: string, practice: 'old' | 'new' | null): DataFolder {
  const parent = mkdtempSync(join(home, 'practice-'))
  chmodSync(parent, 0o711)
  const dataDir = join(parent, 'data')
  const secretsDir = join(dataDir, 'secrets')
  loadSecrets(secretsDir)
  touchLedger(secretsDir, new Date(0))
  touchLedger(secretsDir, new Date())
  for (const [path, text] of Object.entries(practice ? practices[practice] : {})) {
    mkdirSync(dirname(join(dataDir, path)), { recursive: true })
    writeFileSync(join(dataDir, path), text)
  }
  return { dataDir, secretsDir }
}

/**
 * Prepares a data folder as `npm start` does before it opens the database. Returns the message of a StartError, or the
 * result of `practiceIn`.
 */
export async function startOn(data: DataFolder): Promise<string> {
  try {
    await openDataFolder({ ...data, databaseUrl: null }, [], join(dirname(data.dataDir), 'backups'))
  } catch (error) {
    if (error instanceof StartError) return error.message
    throw error
  }
  return practiceIn(data.dataDir)
}

/** The files of an installation that no backup contains. */
const ownFiles = [
  'secrets.json',
  'erasures.jsonl',
  'erasures-as-of.json',
  'backup-keys.json',
  'backup-files.json',
  restoredFile,
]

/** Returns the practice that is in a folder: 'old', 'new', 'a mixture', or 'empty' if there is no database. */
export function practiceIn(folder: string): string {
  if (!existsSync(join(folder, 'postgres', 'PG_VERSION'))) return 'empty'
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true, encoding: 'utf8' })
  const files = entries
    .filter((entry) => !entry.isDirectory() && !ownFiles.includes(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
  const found = textOf(files.map((path) => [path.slice(folder.length + 1), readFileSync(path, 'utf8')]))
  const known = (['old', 'new'] as const).find((name) => textOf(Object.entries(practices[name])) === found)
  return known ?? 'a mixture'
}

function textOf(files: [string, string][]): string {
  return JSON.stringify(files.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Returns the folders to which restores have moved the previous data of a data folder. */
export function previousFoldersOf({ dataDir }: DataFolder): string[] {
  const parent = dirname(dataDir)
  return readdirSync(parent)
    .filter((name) => name.startsWith('data.replaced-'))
    .map((name) => join(parent, name))
}

/** Runs `work`, then restores the parent folder of the data folder to its previous state. */
export async function withFoldersRestored({ dataDir }: DataFolder, work: () => Promise<void>): Promise<void> {
  const parent = dirname(dataDir)
  cpSync(parent, `${parent}.copy`, { recursive: true })
  await work()
  rmSync(parent, { recursive: true })
  renameSync(`${parent}.copy`, parent)
}

/** Runs `work` on each item, four at a time. */
export async function forEachItem<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const open = [...items]
  const worker = async () => {
    for (let item = open.shift(); item !== undefined; item = open.shift()) await work(item)
  }
  await Promise.all([worker(), worker(), worker(), worker()])
}
