import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readBackupRecord, recordBackup, recordBackupProblem } from '../../../../platform/data-folder/last-backup.ts'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import { backUpIfDue, scheduleDailyBackup } from './daily-backup.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ worker: false })
})
afterAll(() => app.close())

const hour = 3_600_000
const run = vi.fn<(now: Date) => Promise<void>>()
const hoursAgo = (hours: number) => new Date(app.clock.now().getTime() - hours * hour)
const record = () => readBackupRecord(app.config.dataDir)

/** Gives the data folder a database that was created a week ago, of which no backup is recorded. */
beforeEach(() => {
  const cluster = join(app.config.dataDir, 'postgres')
  mkdirSync(cluster, { recursive: true })
  writeFileSync(join(cluster, 'PG_VERSION'), '18\n')
  utimesSync(join(cluster, 'PG_VERSION'), hoursAgo(24 * 7), hoursAgo(24 * 7))
  writeFileSync(join(app.config.dataDir, 'last-backup.json'), '{}')
  run.mockReset().mockImplementation(async () => recordBackup(app.config.dataDir, app.clock.now(), true))
})

test('a backup that is due is made once, and recorded', async () => {
  await backUpIfDue(app, run)
  await backUpIfDue(app, run)
  expect(run).toHaveBeenCalledOnce()
  expect(record()).toEqual({ at: expect.any(Date), onSameDisk: true, problem: null })
})

test('a day later the next one is made', async () => {
  recordBackup(app.config.dataDir, hoursAgo(24))
  await backUpIfDue(app, run)
  expect(run).toHaveBeenCalledOnce()
})

test('a process that was killed is recorded as a failed attempt, and not repeated at once', async () => {
  const madeAt = hoursAgo(48)
  recordBackup(app.config.dataDir, madeAt)
  run.mockRejectedValue(new Error('killed'))
  await expect(backUpIfDue(app, run)).rejects.toThrow('killed')
  expect(record()).toMatchObject({ at: madeAt, problem: { why: 'failed', at: expect.any(Date) } })
  await backUpIfDue(app, run)
  expect(run).toHaveBeenCalledOnce()
})

test('the figures of a missing space that the process has recorded stay', async () => {
  const problem = { at: app.clock.now(), why: 'space', free: 1, needed: 2 } as const
  run.mockImplementation(async () => {
    recordBackupProblem(app.config.dataDir, problem)
    throw new Error('no space')
  })
  await expect(backUpIfDue(app, run)).rejects.toThrow('no space')
  expect(record().problem).toEqual(problem)
})

test('a practice with its own Postgres is not backed up', async () => {
  const spy = vi.spyOn(globalThis, 'setInterval')
  try {
    scheduleDailyBackup({ ...app, config: { ...app.config, databaseUrl: 'postgres://db.example/attune' } })()
    expect(spy).not.toHaveBeenCalled()
  } finally {
    spy.mockRestore()
  }
})
