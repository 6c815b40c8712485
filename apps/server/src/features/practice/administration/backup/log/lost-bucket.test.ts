import { afterAll, beforeAll, expect, test } from 'vitest'
import { markKey, markStore } from '../../../../../platform/backup/destination/mark.ts'
import { openDestination, storeDestinations } from '../../../../../platform/backup/destination/settings.ts'
import { storeBackupKeys } from '../../../../../platform/backup/encryption/backup-keys.ts'
import { createLogPractice, type LogPractice, practiceId } from '../../../../../platform/backup/log/log.testing.ts'
import { readLogRecord } from '../../../../../platform/data-folder/log-record.ts'
import { type S3Double, startS3Double } from '../../../../../platform/object-store/s3-double.testing.ts'
import { logArchiveFinding } from '../../health/rules.ts'
import { findLogTarget } from './log-destination.ts'

let practice: LogPractice
let double: S3Double
beforeAll(async () => {
  ;[practice, double] = await Promise.all([createLogPractice(), startS3Double()])
})
afterAll(async () => {
  await practice.close()
  await double.stop()
})

test('a bucket that loses its mark is known at the next turn of the log, and is an alarm within half an hour, without a backup @slow', async () => {
  const { data, key } = practice
  const places = { ...data, backupFolders: [], backupLocalHosts: [double.localHost] }
  const settings = { kind: 's3' as const, ...double.settings }
  const keys = { id: practiceId, own: key, printed: [key.recipient], second: null, pending: null }
  storeBackupKeys(data.secretsDir, keys)
  storeDestinations(data.secretsDir, [settings])
  const { store, name } = openDestination(places, settings)
  await markStore(store, name, practiceId)
  const target = findLogTarget(places)
  const stop = practice.archive({ destinations: target?.destinations ?? [] })
  await practice.write('first')
  await practice.untilArchived()
  const later = () => new Date(Date.now() + 30 * 60_000)
  const finding = () => logArchiveFinding(readLogRecord(data.dataDir), new Date(), later())

  await store.delete(markKey)
  await expect.poll(() => readLogRecord(data.dataDir).failingSince).not.toBeNull()
  expect(finding().reason).toBe('log-archive-waiting')
  await markStore(store, name, practiceId)
  await expect.poll(() => readLogRecord(data.dataDir).failingSince).toBeNull()
  await stop()
})
