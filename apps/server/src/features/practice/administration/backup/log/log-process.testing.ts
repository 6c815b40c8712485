import { type ChildProcess, spawn } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { storeBackupKeys } from '../../../../../platform/backup/encryption/backup-keys.ts'
import { type LogPractice, practiceId } from '../../../../../platform/backup/log/log.testing.ts'
import { configNames } from '../../../../../platform/config/setting-names.ts'

const script = join(import.meta.dirname, 'log-process.ts')

/** Chooses the destination and prints its key, as an admin does. */
export function chooseLogDestination({ data, destination, key }: LogPractice): void {
  const chosen = [{ kind: 'folder', folder: destination }]
  writeFileSync(join(data.secretsDir, 'backup-destinations.json'), JSON.stringify(chosen), { mode: 0o600 })
  storeBackupKeys(data.secretsDir, { id: practiceId, own: key, printed: [key.recipient], second: null, pending: null })
}

/** Returns the part of the server's configuration that its backups need. */
export const logConfigOf = ({ data, destination }: LogPractice) => ({
  ...data,
  databaseUrl: null,
  backupFolders: [destination],
  backupLocalHosts: [],
})

/** Starts the process that archives the log, as the server does. */
export function startLogProcess({ data, home, destination }: LogPractice): ChildProcess {
  const unset = Object.fromEntries(configNames.map((name) => [name, '']))
  return spawn(process.execPath, [script, home, 'Europe/Berlin'], {
    stdio: ['pipe', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, ...unset, ATTUNE_DATA: data.dataDir, BACKUP_FOLDERS: destination },
  })
}
