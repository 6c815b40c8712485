import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Config } from '../../../../platform/config/config.ts'

/** The exit code of the process if another backup runs. */
export const runningCode = 3

const script = join(import.meta.dirname, 'backup-process.ts')
/** The root of the repository. A server without ATTUNE_DATA has its settings there. */
const root = join(import.meta.dirname, '../../../../../../..')

/** The settings that the process receives from the server. It reads all others from the environment, as the server does. */
export type BackedUp = Pick<Config, 'dataDir' | 'secretsDir' | 'databaseUrl' | 'backupFolders'>

/** Makes a backup with the time `now`; its day is the day in `zone`. Also resolves if another backup runs. Rejects if the backup fails. */
export type RunBackup = (now: Date, zone: string) => Promise<void>

/** Returns a function that makes backups in a separate process. The function throws if the process fails, but not if another backup is running. */
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
