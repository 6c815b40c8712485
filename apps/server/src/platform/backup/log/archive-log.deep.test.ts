import { existsSync, readdirSync, readFileSync, renameSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { logSpoolFolder, readLogRecord } from '../../data-folder/log-record.ts'
import { clusterPath } from '../../database/embedded/paths.ts'
import { createAgeKey, decryptWith } from '../encryption/age.ts'
import { coverLog } from './coverage.rules.ts'
import { allLogs, type LogObject, parseLogKey } from './keys.rules.ts'
import { createLogPractice, type LogPractice } from './log.testing.ts'
import { parsePosition } from './positions.rules.ts'
import { dropLogSlot } from './receive.ts'

let practice: LogPractice
beforeAll(async () => {
  practice = await createLogPractice({ keptLogMegabytes: 64 })
})
afterAll(() => practice.close())

const objects = async (): Promise<LogObject[]> =>
  (await practice.store.list(allLogs)).flatMap(({ key }) => parseLogKey(key) ?? [])
const segments = async () =>
  (await objects()).flatMap((each) => (each.kind === 'segment' ? [each.segment] : [])).toSorted()
const record = () => readLogRecord(practice.data.dataDir)
const waiting = () => {
  const folder = join(practice.data.dataDir, logSpoolFolder)
  const names = existsSync(folder) ? readdirSync(folder, { recursive: true, encoding: 'utf8' }) : []
  return names.filter((name) => /[0-9A-F]{24}$/.test(name))
}

/** Returns the position up to which the destination has the log, and fails if there is a gap. */
async function coveredEnd(): Promise<bigint> {
  const all = await objects()
  const [first = ''] = all
    .flatMap((each) => ('segment' in each && each.kind !== 'gap' ? [each.segment] : []))
    .toSorted()
  const { end, missing } = coverLog(all, first)
  expect(missing).toBeNull()
  return end
}

async function logEnd(): Promise<bigint> {
  const client = await practice.client()
  const { rows } = await client.query<{ at: string }>('select pg_current_wal_flush_lsn()::text as at')
  await client.end()
  return parsePosition(rows[0]?.at ?? '')
}

test('whole segments and the new bytes of the last one reach the destination, equal to those of Postgres', async () => {
  const stop = practice.archive()
  await practice.write('first')
  await practice.fillSegment()
  await practice.write('last')
  const end = await logEnd()
  await expect.poll(coveredEnd).toBeGreaterThanOrEqual(end)
  const [segment] = await segments()
  if (!segment) throw new Error('no segment was sent')
  const [of] = await objects()
  const key = `log/${of?.systemId}-1/${segment}.gz.age`
  const opened = await buffer(await decryptWith([practice.key.identity], await practice.store.get(key)))
  const wal = join(clusterPath(practice.data.dataDir), 'pg_wal', segment)
  expect(gunzipSync(opened).equals(readFileSync(wal))).toBe(true)
  await stop()
  expect(waiting()).toEqual([])
  expect(record()).toMatchObject({ gap: null, failingSince: null, waitingBytes: 0, reachedAt: expect.any(Date) })
  expect((await objects()).some(({ kind }) => kind === 'reached')).toBe(true)
  const modes = readdirSync(join(practice.data.dataDir, logSpoolFolder)).map(
    (name) => statSync(join(practice.data.dataDir, logSpoolFolder, name)).mode & 0o777,
  )
  expect(modes).toEqual([0o700])
})

test('after a stop, the log continues without a gap, and the parts of a finished segment are deleted', async () => {
  await practice.write('while nobody receives')
  await practice.fillSegment()
  const stop = practice.archive()
  await practice.write('again')
  const end = await logEnd()
  await expect.poll(coveredEnd).toBeGreaterThanOrEqual(end)
  await stop()
  const sent = await segments()
  const parts = (await objects()).flatMap((each) => (each.kind === 'part' ? [each.segment] : []))
  expect(parts.filter((segment) => sent.includes(segment))).toEqual([])
  expect(record().gap).toBeNull()
})

test('while the destination cannot be reached, the log waits on this machine, and then arrives as a whole', async () => {
  const stop = practice.archive()
  await practice.write('before the disk is gone')
  await expect.poll(coveredEnd).toBeGreaterThanOrEqual(await logEnd())
  renameSync(practice.destination, `${practice.destination}.gone`)
  await practice.fillSegment()
  await practice.fillSegment()
  await expect.poll(() => record().failingSince).not.toBeNull()
  await expect.poll(() => waiting().length).toBeGreaterThan(0)
  await expect.poll(() => record().waitingBytes).toBeGreaterThan(0)
  expect(record().gap).toBeNull()
  renameSync(`${practice.destination}.gone`, practice.destination)
  const end = await logEnd()
  await expect.poll(coveredEnd).toBeGreaterThanOrEqual(end)
  await expect.poll(() => record().failingSince).toBeNull()
  await stop()
  expect(waiting()).toEqual([])
})

test('more than its share makes the oldest segments go, and the gap is recorded here and at the destination', async () => {
  const since = new Date()
  const stop = practice.archive({ limitBytes: 20 * 1024 * 1024 })
  renameSync(practice.destination, `${practice.destination}.gone`)
  for (let n = 0; n < 4; n++) await practice.fillSegment()
  await expect.poll(() => record().gap).toMatchObject({ why: 'space' })
  await expect.poll(() => waiting().length).toBeLessThan(3)
  renameSync(`${practice.destination}.gone`, practice.destination)
  const gap = async () => (await objects()).filter(({ kind }) => kind === 'gap')
  await expect.poll(gap).toHaveLength(1)
  expect(record().baseNeededSince?.getTime()).toBeGreaterThanOrEqual(since.getTime())
  await stop()
})

test('a part of the log that Postgres has freed is recorded as a gap, and asks for a base backup', async () => {
  const before = record()
  for (let n = 0; n < 5; n++) await practice.fillSegment()
  // Postgres frees its log at the checkpoint with which a base backup begins.
  await practice.backUp()
  const stop = practice.archive()
  await practice.write('after the gap')
  await expect.poll(() => record().gap?.why).toBe('lost')
  expect(record().baseNeededSince?.getTime()).toBeGreaterThan(before.baseNeededSince?.getTime() ?? 0)
  await expect.poll(async () => (await objects()).filter(({ kind }) => kind === 'gap').length).toBe(2)
  await stop()
})

test('a slot that is made again without a loss makes no gap', async () => {
  const { gap } = record()
  await dropLogSlot({ port: practice.port(), password: practice.options().server()?.password ?? '' })
  const stop = practice.archive()
  await practice.write('again')
  await expect.poll(() => record().news).toEqual([])
  await stop()
  expect(record().gap).toEqual(gap)
})

test('another printed key asks for a base backup, so that one key opens it with its log', async () => {
  const before = record().baseNeededSince
  const { recipient } = await createAgeKey()
  const stop = practice.archive({ recipients: [recipient] })
  await practice.write('under another key')
  await practice.untilArchived()
  await stop()
  expect(record().baseNeededSince?.getTime()).toBeGreaterThan(before?.getTime() ?? 0)
})

test('without a running Postgres the archive waits, and says that it receives nothing only when a connection fails', async () => {
  const before = practice.reports.length
  const stop = practice.archive({ server: () => null })
  await stop()
  expect(practice.reports.slice(before).filter((report) => report.includes('not being received'))).toEqual([])
})
