import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coverLog } from '../../../../../platform/backup/log/coverage.rules.ts'
import { allLogs, parseLogKey } from '../../../../../platform/backup/log/keys.rules.ts'
import { createLogPractice, type LogPractice } from '../../../../../platform/backup/log/log.testing.ts'
import { logSpoolFolder, readLogRecord } from '../../../../../platform/data-folder/log-record.ts'
import { clusterPath } from '../../../../../platform/database/embedded/paths.ts'
import { findPostmaster } from '../../../../../platform/database/embedded/postmaster.ts'
import { needsLogProcess } from './log-archive.ts'
import { readLogSettings } from './log-destination.ts'
import { chooseLogDestination, startLogProcess } from './log-process.testing.ts'

let practice: LogPractice
const children: ChildProcess[] = []
beforeAll(async () => {
  practice = await createLogPractice()
})
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL')
  await practice.close()
})

const secret = (name: string) => join(practice.data.secretsDir, name)
const record = () => readLogRecord(practice.data.dataDir)

/** Starts the process as the server does. `said` collects its standard error. */
function start(): { child: ChildProcess; said: string[] } {
  const child = startLogProcess(practice)
  const said: string[] = []
  child.stderr?.setEncoding('utf8').on('data', (text: string) => said.push(text))
  children.push(child)
  return { child, said }
}

async function end(child: ChildProcess, signal?: NodeJS.Signals): Promise<unknown> {
  const closed = once(child, 'close')
  if (signal) child.kill(signal)
  else child.stdin?.end()
  return ((await closed) as unknown[])[0]
}

/** Returns the first segment of the log that is missing at the destination; null if there is no gap. */
async function missing(): Promise<string | null> {
  const objects = (await practice.store.list(allLogs)).flatMap(({ key }) => parseLogKey(key) ?? [])
  const [first = ''] = objects.flatMap((each) => ('segment' in each ? [each.segment] : [])).toSorted()
  return coverLog(objects, first).missing
}

test('without a destination and a printed key nothing is archived', () => {
  expect([readLogSettings(practice.data), needsLogProcess(practice.data)]).toEqual([null, false])
  writeFileSync(secret('backup-destinations.json'), JSON.stringify([{ kind: 'folder', folder: practice.destination }]))
  expect(readLogSettings(practice.data)).toBeNull()
  rmSync(secret('backup-destinations.json'))
})

test('with a destination the log is archived, with the last writes before the server stops', async () => {
  chooseLogDestination(practice)
  expect(needsLogProcess(practice.data)).toBe(true)
  const { child, said } = start()
  await expect.poll(() => record().position).not.toBeNull()
  await practice.write('just before the stop')
  const before = record().position
  expect(await end(child)).toBe(0)
  expect(record().position).not.toBe(before)
  expect(said).toEqual([])
})

test('after kills of the process and of Postgres the log is complete', async () => {
  let { child } = start()
  await practice.fillSegment()
  await end(child, 'SIGKILL')
  await practice.fillSegment()
  child = start().child
  await expect.poll(() => record().reachedAt).not.toBeNull()
  const postmaster = findPostmaster(clusterPath(practice.data.dataDir))?.pid ?? 0
  process.kill(postmaster, 'SIGKILL')
  await expect.poll(() => findPostmaster(clusterPath(practice.data.dataDir))?.pid ?? postmaster).not.toBe(postmaster)
  await expect.poll(() => practice.write('after the kill').catch(() => '')).not.toBe('')
  await practice.fillSegment()
  expect(await end(child)).toBe(0)
  expect(await missing()).toBeNull()
  expect(record().gap).toBeNull()
})

test('a destination whose disk is not mounted gets nothing, and the log waits', async () => {
  rmSync(join(practice.destination, 'attune-backups.json'))
  const { child, said } = start()
  await practice.fillSegment()
  await expect.poll(() => said.join()).toContain("its disk isn't mounted")
  expect(await end(child)).toBe(0)
  expect(record().failingSince).not.toBeNull()
  expect(record().waitingBytes).toBeGreaterThan(0)
})

test('when the destination is removed, the slot is deleted and nothing waits any longer', async () => {
  rmSync(secret('backup-destinations.json'))
  expect(needsLogProcess(practice.data)).toBe(true)
  const { child } = start()
  expect((await once(child, 'close'))[0]).toBe(0)
  expect(existsSync(join(practice.data.dataDir, logSpoolFolder))).toBe(false)
  expect(needsLogProcess(practice.data)).toBe(false)
})
