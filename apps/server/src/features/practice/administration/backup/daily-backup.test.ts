import { mkdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readBackupRecord, recordBackup, recordBackupProblem } from '../../../../platform/data-folder/last-backup.ts'
import { withBackupLock } from '../../../../platform/backup/progress.ts'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import { backUpIfDue, backupStatus, scheduleDailyBackup, startBackup } from './daily-backup.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ worker: false })
})
afterAll(() => app.close())

const hour = 3_600_000
const run = vi.fn<(now: Date, zone: string) => Promise<void>>()
const hoursAgo = (hours: number) => new Date(app.clock.now().getTime() - hours * hour)
const record = () => readBackupRecord(app.config.dataDir)

/** Gives the data folder a database that was created a week ago, of which no backup is recorded. */
beforeEach(() => {
  const cluster = join(app.config.dataDir, 'postgres')
  mkdirSync(cluster, { recursive: true })
  writeFileSync(join(cluster, 'PG_VERSION'), '18\n')
  utimesSync(join(cluster, 'PG_VERSION'), hoursAgo(24 * 7), hoursAgo(24 * 7))
  writeFileSync(join(app.config.dataDir, 'last-backup.json'), '{}')
  run
    .mockReset()
    .mockImplementation(async () => recordBackup(app.config.dataDir, app.clock.now(), { onSameDisk: true }))
})

test('a backup that is due is made once, and recorded', async () => {
  await backUpIfDue(app, run)
  await backUpIfDue(app, run)
  expect(run).toHaveBeenCalledOnce()
  expect(record()).toMatchObject({ at: expect.any(Date), onSameDisk: true, problem: null })
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

test('a backup that an admin starts runs at once, can be followed, and a second one is not started meanwhile', async () => {
  const { dataDir } = app.config
  recordBackup(dataDir, hoursAgo(1))
  const here = { ...app, config: { ...app.config, databaseUrl: null } }
  const finish = Promise.withResolvers<void>()
  run.mockImplementation((at) =>
    withBackupLock(dataDir, at, async (report) => {
      report.phase('copy', 10)
      await finish.promise
      recordBackup(dataDir, at)
    }),
  )
  expect(await startBackup(here, run)).toBe(true)
  expect(backupStatus(here).running).toMatchObject({ phase: 'copy', total: 10 })
  expect(await startBackup(here, run)).toBe(false)
  finish.resolve()
  await vi.waitFor(() => expect(backupStatus(here).running).toBeNull())
  expect(run).toHaveBeenCalledOnce()
  expect(backupStatus(here).record.at).toEqual(run.mock.calls[0]?.[0])
})

test('an admin of a practice with its own Postgres starts no backup', async () => {
  expect(await startBackup(app, run)).toBe(false)
  expect(run).not.toHaveBeenCalled()
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
