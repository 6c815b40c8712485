import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AppContext } from '../../../../../platform/app-context.ts'
import { createLogPractice, type LogPractice } from '../../../../../platform/backup/log/log.testing.ts'
import { logSlot } from '../../../../../platform/backup/log/receive.ts'
import type { LogFields } from '../../../../../platform/log.ts'
import { readLogRecord } from '../../../../../platform/data-folder/log-record.ts'
import { scheduleLogArchive } from './log-archive.ts'
import { chooseLogDestination, logConfigOf, startLogProcess } from './log-process.testing.ts'

let practice: LogPractice
beforeAll(async () => {
  practice = await createLogPractice()
})
afterAll(() => practice.close())

const warnings: [string, LogFields?][] = []
let zone = 'Europe/Berlin'

/** The parts of the server that the archive uses, with the data of the practice. */
function server(): AppContext {
  const config = logConfigOf(practice)
  const db = { readAs: async () => [{ zone }] }
  const log = { warn: (...line: [string, LogFields?]) => warnings.push(line) }
  return { config, db, log } as unknown as AppContext
}

/** Returns the id of the process that reads the slot of the log; null if none does, undefined if there is no slot. */
async function readerOfSlot(): Promise<number | null | undefined> {
  const client = await practice.client()
  const { rows } = await client.query<{ pid: number | null }>(
    'select active_pid as pid from pg_replication_slots where slot_name = $1',
    [logSlot],
  )
  await client.end()
  return rows[0]?.pid
}

const record = () => readLogRecord(practice.data.dataDir)

test('without a destination no process runs and no slot exists', async () => {
  const stop = scheduleLogArchive(server(), 50)
  await practice.write('nobody receives this')
  expect(await readerOfSlot()).toBeUndefined()
  await stop()
})

test('a chosen destination starts the archive, and the stop of the server ends it', async () => {
  chooseLogDestination(practice)
  const stop = scheduleLogArchive(server(), 50)
  await expect.poll(readerOfSlot).toEqual(expect.any(Number))
  await stop()
  expect(record().reachedAt).toEqual(expect.any(Date))
  await expect.poll(readerOfSlot).toBeNull()
})

test('another zone of the practice starts the archive anew', async () => {
  const stop = scheduleLogArchive(server(), 50)
  await expect.poll(readerOfSlot).toEqual(expect.any(Number))
  const before = await readerOfSlot()
  zone = 'Europe/Lisbon'
  await expect.poll(async () => ((await readerOfSlot()) ?? before) !== before).toBe(true)
  await stop()
})

test('the archive of a killed server ends its transfer, and that of the next server continues', async () => {
  const orphan = startLogProcess(practice)
  await expect.poll(readerOfSlot).toEqual(expect.any(Number))
  const before = await readerOfSlot()
  const stop = scheduleLogArchive(server(), 50)
  await practice.write('while both run')
  orphan.stdin?.end()
  await expect.poll(async () => ((await readerOfSlot()) ?? before) !== before).toBe(true)
  await practice.write('while the second runs')
  await stop()
  expect(record().gap).toBeNull()
})

test('a removed destination deletes the slot', async () => {
  rmSync(join(practice.data.secretsDir, 'backup-destinations.json'))
  const stop = scheduleLogArchive(server(), 50)
  await expect.poll(readerOfSlot).toBeUndefined()
  await stop()
})
