import { relative } from 'node:path'
import type { BackupState } from '@attune/contract/features/practice/administration/administration.backups'
import { overdueBackupHours } from '@attune/contract/features/practice/administration/administration.backups.rules'
import type { AppContext } from '../../../../platform/app-context.ts'
import { type BackupAttempts, nextBackupAt } from '../../../../platform/backup/daily-backup.rules.ts'
import { destinationName, readDestinations } from '../../../../platform/backup/destination/settings.ts'
import { keyFingerprintOf, readBackupKeys } from '../../../../platform/backup/encryption/backup-keys.ts'
import { type BackupRecord, readBackupRecord } from '../../../../platform/data-folder/last-backup.ts'
import { readSupportHours } from '../settings/support-hours.ts'
import { practiceSince } from './daily-backup.ts'
import type { BackedUp } from './run-backup.ts'
import { backupProgress } from './start-backup.ts'

type StateContext = Pick<AppContext, 'config' | 'db' | 'clock'>

/** Returns the state of the backups from the files of the server. Makes no connection to a destination. */
export async function readBackupState(context: StateContext): Promise<BackupState> {
  const { config, clock } = context
  const now = clock.now()
  const record = readBackupRecord(config.dataDir)
  const attempts = attemptsOf(config, record, now)
  const { zone } = await readSupportHours(context)
  const keys = readBackupKeys(config.secretsDir)
  const [printed] = keys?.printed ?? []
  return {
    hasOwnDatabase: config.databaseUrl !== null,
    lastAt: textOf(record.at),
    isOverdue: now.getTime() - attempts.latest.getTime() > overdueBackupHours * 60 * 60_000,
    proved: record.proved && {
      ...record.proved,
      at: record.proved.at.toISOString(),
      newest: textOf(record.proved.newest),
    },
    problem: record.problem && { ...record.problem, at: record.problem.at.toISOString() },
    progress: backupProgress(config),
    next: { at: nextBackupAt(attempts, now, zone).toISOString(), zone },
    isOnSameDisk: record.onSameDisk,
    destinations: chosenDestinations(config.secretsDir, record),
    allowedFolders: config.backupFolders.filter((folder) => relative(config.dataDir, folder).startsWith('..')),
    key: {
      printed: printed === undefined ? null : keyFingerprintOf(printed),
      earlier: Math.max(0, (keys?.printed.length ?? 0) - 1),
      second: keys?.second ?? null,
    },
  }
}

/**
 * Returns the times of the last backup and of a failed attempt. Before the first backup, the time at which the practice was created counts as the
 * last one.
 */
function attemptsOf(config: BackedUp, { at, problem }: BackupRecord, now: Date): BackupAttempts {
  return { latest: at ?? practiceSince(config) ?? now, failedAt: problem?.at ?? null }
}

const textOf = (at: Date | null) => at?.toISOString() ?? null

const chosenDestinations = (secretsDir: string, { destinations }: BackupRecord): BackupState['destinations'] =>
  readDestinations(secretsDir).map((settings) => {
    const name = destinationName(settings)
    const state = destinations[name]
    return {
      name,
      kind: settings.kind,
      lastAt: textOf(state?.at ?? null),
      failedAt: textOf(state?.failedAt ?? null),
    }
  })
