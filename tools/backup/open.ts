import { resolve } from 'node:path'
import type { Config } from '../../apps/server/src/platform/config/config.ts'
import { archiveInBucket } from '../../apps/server/src/platform/backup/restore/bucket-address.ts'
import {
  openBackup,
  openBackupIn,
  type OpenedBackup,
} from '../../apps/server/src/platform/backup/restore/open-backup.ts'
import { openDestination, readDestinations } from '../../apps/server/src/platform/backup/destination/settings.ts'
import type { S3Settings } from '../../apps/server/src/platform/object-store/s3-requests.ts'
import { askLine, askWords } from './ask.ts'

/** Selects the backup that was made at `time`, or else the newest one before `before`. If neither is set, selects the newest backup of all. */
export type BackupSelection = { time: string | null; before?: Date | null }

/**
 * Opens the backup to restore from a path, or from a bucket by its address `https://service/bucket/prefix`. Asks for the key of the bucket if this
 * machine does not have it. `selection` selects a backup other than the newest.
 */
export async function openFrom(config: Config, from: string, selection: BackupSelection): Promise<OpenedBackup> {
  const { secretsDir } = config
  const found = archiveInBucket(from)
  if (!found) return openBackup(resolve(from), { ...selection, secretsDir, askWords })
  const settings = knownBucket(secretsDir, found.bucket) ?? (await askForKey(found.bucket))
  const { store } = openDestination(config, { kind: 's3', ...settings })
  return openBackupIn(store, found.place, { ...selection, time: found.name ?? selection.time, secretsDir, askWords })
}

type Bucket = Pick<S3Settings, 'endpoint' | 'bucket' | 'prefix'>

/** Returns the settings of a bucket that is a destination of this machine; null if the bucket is not one. */
function knownBucket(secretsDir: string, { endpoint, bucket, prefix }: Bucket): S3Settings | null {
  const known = readDestinations(secretsDir).flatMap((each) => (each.kind === 's3' ? each : []))
  return (
    known.find(
      (each) => new URL(each.endpoint).origin === endpoint && each.bucket === bucket && each.prefix === prefix,
    ) ?? null
  )
}

async function askForKey(bucket: Bucket): Promise<S3Settings> {
  const region = await askLine('Region of the bucket:')
  const accessKeyId = await askLine('Access key id:')
  const secretAccessKey = await askLine('Secret access key:', { hidden: true })
  return { ...bucket, region, accessKeyId, secretAccessKey }
}
