import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { configNames } from '../apps/server/src/platform/config/setting-names.ts'
import { startEmbedded } from '../apps/server/src/platform/database/embedded.ts'
import { markStore } from '../apps/server/src/platform/backup/destination/mark.ts'
import { chooseDestinations } from '../apps/server/src/platform/backup/destination/settings.ts'
import { loadBackupKeys } from '../apps/server/src/platform/backup/encryption/backup-keys.ts'
import { confirmKey, proposeKey } from '../apps/server/src/platform/backup/encryption/key-ceremony.ts'
import { FolderStore } from '../apps/server/src/platform/object-store/folder-store.ts'
import { loadSecrets } from '../apps/server/src/platform/secrets/secrets.ts'
import type { DrillContext } from './context.ts'

const root = join(import.meta.dirname, '..')

/** The destination of the backups of a drill, and the words that open them. */
export type DrillDestination = {
  home: string
  folder: string
  store: FolderStore
  words: string
  /** The environment variables with which a server or a backup writes to this destination. */
  env: Record<string, string>
  close(): void
}

/** Prints a key and chooses a new folder for the backups of a practice, as an admin does. */
export async function openDrillDestination({ dataDir }: Pick<DrillContext, 'dataDir'>): Promise<DrillDestination> {
  const home = mkdtempSync(join(tmpdir(), 'attune-drill-backups-'))
  // The embedded Postgres may run as a separate system user, who needs access to this folder.
  chmodSync(home, 0o711)
  const folder = join(home, 'destination')
  mkdirSync(folder)
  const secretsDir = join(dataDir, 'secrets')
  const { words, positions } = await proposeKey(secretsDir)
  const typed = positions.map((position) => words[position - 1] ?? '')
  await confirmKey(secretsDir, typed)
  const store = new FolderStore(folder)
  await markStore(store, folder, (await loadBackupKeys(secretsDir)).id)
  const places = { dataDir, secretsDir, backupFolders: [folder], backupLocalHosts: [] }
  await chooseDestinations(places, [{ kind: 'folder', folder }])
  return {
    home,
    folder,
    store,
    words: words.join(' '),
    env: { BACKUP_FOLDERS: folder },
    close: () => rmSync(home, { recursive: true, force: true }),
  }
}

/** A practice that was restored into an empty folder. */
export type DrillRestore = {
  dataDir: string
  milliseconds: number
  /** Starts the restored database, calls `work` with its URL, and stops it again. */
  withDatabase<Result>(work: (url: string) => Promise<Result>): Promise<Result>
  close(): void
}

/** Restores the newest state, or the backup of a time, as a person does on an empty machine. Throws an error with the output if the restore fails. */
export async function restoreDrillBackup(
  { home, folder, words }: DrillDestination,
  backup: string | null,
): Promise<DrillRestore> {
  const parent = mkdtempSync(join(home, 'restored-'))
  chmodSync(parent, 0o711)
  const dataDir = join(parent, 'data')
  const begun = performance.now()
  const close = () => rmSync(parent, { recursive: true, force: true })
  const choice = backup === null ? [] : ['--backup', backup]
  try {
    await runRestore([folder, '--yes', '--zone', 'UTC', ...choice], dataDir, words)
  } catch (error) {
    close()
    throw error
  }
  return {
    dataDir,
    milliseconds: performance.now() - begun,
    async withDatabase(work) {
      const password = loadSecrets(join(dataDir, 'secrets')).secrets.dbPasswords.install
      const embedded = await startEmbedded({ dataDir, password })
      try {
        return await work(embedded.url)
      } finally {
        await embedded.stop()
      }
    },
    close,
  }
}

async function runRestore(args: string[], dataDir: string, words: string): Promise<void> {
  const unset = Object.fromEntries(configNames.map((name) => [name, '']))
  const child = spawn(process.execPath, ['tools/restore.ts', ...args], {
    cwd: root,
    env: { ...process.env, ...unset, ATTUNE_DATA: dataDir },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (said = (said + text).slice(-4_000)))
  child.stdin.on('error', () => {})
  child.stdin.end(`${words}\n`)
  const [code] = (await once(child, 'close')) as [number | null]
  if (code !== 0) throw new Error(`the restore ended with ${code}: ${said.trim()}`)
}
