import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Config } from '../../../../platform/config/config.ts'

/** The code with which the process ends if another backup runs. */
export const runningCode = 3

const script = join(import.meta.dirname, 'backup-process.ts')
/** The root of the repository, below which the settings of a server without ATTUNE_DATA are. */
const root = join(import.meta.dirname, '../../../../../../..')

/** The settings that the process takes from the server. It reads all others from the environment, as the server has done. */
export type BackedUp = Pick<Config, 'dataDir' | 'secretsDir' | 'databaseUrl' | 'backupFolders'>

/** Makes a backup of a time, by the days of a zone. Resolves also if another backup runs. Rejects if there is none afterwards. */
export type RunBackup = (now: Date, zone: string) => Promise<void>

/** Returns a function that makes backups in a process of its own. */
export function runBackupOf({ dataDir, secretsDir, databaseUrl, backupFolders }: BackedUp): RunBackup {
  const env = {
    ...process.env,
    ATTUNE_DATA: dataDir,
    ATTUNE_SECRETS: secretsDir,
    DATABASE_URL: databaseUrl ?? '',
    BACKUP_FOLDERS: backupFolders.join(','),
  }
  return async (now, zone) => {
    const args = [script, root, now.toISOString(), zone]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'], env })
    let reason = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (reason = (reason + text).slice(-2_000)))
    const [code] = (await once(child, 'close')) as [number | null]
    if (code !== 0 && code !== runningCode) throw new Error(`the backup process ended with ${code}: ${reason.trim()}`)
  }
}
