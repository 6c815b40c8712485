// Tests that the archive reads the log back after storing it, in a bucket and at destinations that lose objects.
import { isDeep } from '@attune/contract/common/runs.testing'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { readLogRecord } from '../../data-folder/log-record.ts'
import { FolderStore } from '../../object-store/folder-store.ts'
import type { ObjectStore } from '../../object-store/object-store.ts'
import { type S3Double, startS3Double } from '../../object-store/s3-double.testing.ts'
import { S3Store } from '../../object-store/s3-store.ts'
import { openOutbound } from '../../outbound/outbound.ts'
import { decryptWith } from '../encryption/age.ts'
import { coverLog } from './coverage.rules.ts'
import { allLogs, parseLogKey } from './keys.rules.ts'
import { createLogPractice, type LogPractice } from './log.testing.ts'

let practice: LogPractice
let double: S3Double
let stop = async () => {}
beforeAll(async () => {
  practice = await createLogPractice()
  double = await startS3Double()
})
afterEach(() => stop())
afterAll(async () => {
  await practice.close()
  await double.stop()
})

const record = () => readLogRecord(practice.data.dataDir)
const archiveTo = (store: ObjectStore) => {
  stop = practice.archive({ destinations: [{ open: async () => store, readBases: async () => [] }] })
}

/** Returns the first segment that is missing at a destination; null if there is no gap. */
async function missingAt(store: ObjectStore): Promise<string | null> {
  const all = (await store.list(allLogs)).flatMap(({ key }) => parseLogKey(key) ?? [])
  const names = all.flatMap((each) => ('segment' in each && each.kind !== 'gap' ? [each.segment] : []))
  return coverLog(all, names.toSorted()[0] ?? '').missing
}

test.runIf(isDeep)(
  'the log reaches a bucket, and what the service confirms without keeping it waits until it is kept',
  async () => {
    const outbound = openOutbound({ localHosts: [double.localHost] })
    const store = new S3Store(double.settings, outbound, () => Promise.resolve())
    archiveTo(store)
    await practice.write('first')
    await practice.untilArchived()
    double.behave('stores nothing')
    await practice.fillSegment()
    await expect.poll(() => record().failingSince).not.toBeNull()
    await expect.poll(() => record().waitingBytes).toBeGreaterThan(0)
    double.behave('normal')
    await practice.untilArchived()
    await expect.poll(() => record()).toMatchObject({ failingSince: null, waitingBytes: 0, gap: null })
    expect(await missingAt(store)).toBeNull()
    const [one] = await store.list(allLogs)
    const opened = await decryptWith([practice.key.identity], await store.get(one?.key ?? ''))
    expect((await buffer(opened)).length).toBeGreaterThan(0)
  },
)

/** A folder that changes a byte of each object while `isDamaging` is set. */
class DamagingStore extends FolderStore {
  isDamaging = true

  override async put(key: string, body: Readable): Promise<void> {
    const bytes = await buffer(body)
    const last = bytes.length - 1
    if (this.isDamaging) bytes[last] = (bytes[last] ?? 0) ^ 1
    return super.put(key, Readable.from([bytes]))
  }
}

test('a segment that arrives with another byte is not kept, waits, and is sent again @slow', async () => {
  const store = new DamagingStore(practice.destination)
  archiveTo(store)
  await practice.fillSegment()
  await expect.poll(() => record().failingSince).not.toBeNull()
  expect(practice.reports.join('\n')).toContain("didn't keep log/")
  store.isDamaging = false
  await practice.untilArchived()
  await expect.poll(() => record()).toMatchObject({ failingSince: null, waitingBytes: 0, gap: null })
  expect(await missingAt(store)).toBeNull()
})
