import { mkdirSync, rmSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Config } from '../../../../platform/config/config.ts'
import { recordBackup, recordBackupProblem } from '../../../../platform/data-folder/last-backup.ts'
import { StartError } from '../../../../platform/process/start-error.ts'
import { loadSecrets } from '../../../../platform/secrets/secrets.ts'
import { packRunning } from '../../../../platform/backup/pack-running.ts'
import { proveBackup } from './prove.ts'
import { measureSpace, missingSpace } from '../../../../platform/backup/space.ts'

/** At most this many kilobytes of a running database are copied in a second, so that nobody's work becomes slower. */
const kilobytesPerSecond = 15_000

/**
 * Backs up the data of a running server to the file `target`, and records the backup or the problem for the dashboard of admins. Throws a
 * StartError if there is not enough space, the copy fails or is not proved; then no file stays, so that none takes the place of a proved one.
 * `port` is that of the running Postgres.
 */
export async function backUpRunning(
  config: Pick<Config, 'dataDir' | 'secretsDir'>,
  target: string,
  at: Date,
  port: number,
): Promise<void> {
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 })
  const space = await measureSpace(config, dirname(target))
  const missing = missingSpace(space)
  if (missing !== null) {
    recordBackupProblem(config.dataDir, { at, why: 'space', free: space.free, needed: space.free + missing })
    throw new StartError(spaceText(space.free, space.free + missing))
  }
  try {
    const password = loadSecrets(config.secretsDir).secrets.dbPasswords.install
    await packRunning(config, target, at, { port, password, kilobytesPerSecond })
    await proveBackup(config.dataDir, target).catch((error: unknown) => {
      rmSync(target)
      throw error
    })
  } catch (error) {
    recordBackupProblem(config.dataDir, { at, why: 'failed' })
    throw error
  }
  recordBackup(config.dataDir, at, isOnSameDisk(config.dataDir, target))
}

export const isOnSameDisk = (one: string, other: string): boolean => statSync(one).dev === statSync(other).dev

const inGigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`

const spaceText = (free: number, needed: number) =>
  `There isn't enough space for a backup: ${inGigabytes(free)} are free and ${inGigabytes(needed)} are needed, which is twice the data and 15 % of the disk. ` +
  `Free up space, or name a file on another disk: npm run backup -- FILE`
