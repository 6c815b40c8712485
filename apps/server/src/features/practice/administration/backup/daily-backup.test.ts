import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { readBackupRecord, recordBackup, recordBackupProblem } from '../../../../platform/data-folder/last-backup.ts'
import { withBackupLock } from '../../../../platform/backup/progress.ts'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import { backUpIfDue, backupStatus, startBackup } from './daily-backup.ts'

let app: TestApp
/** The server, configured with the embedded database. */
let here: TestApp
beforeAll(async () => {
  app = await createTestApp({ worker: false })
})
afterAll(() => app.close())

const hour = 3_600_000
const run = vi.fn<(now: Date, zone: string) => Promise<void>>()
const hoursAgo = (hours: number) => new Date(app.clock.now().getTime() - hours * hour)
const record = () => readBackupRecord(app.config.dataDir)

/** Gives the data folder a database that was created a week ago and has no recorded backup. */
beforeEach(() => {
  here = { ...app, config: { ...app.config, databaseUrl: null } }
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
  await backUpIfDue(here, run)
  await backUpIfDue(here, run)
  expect(run).toHaveBeenCalledOnce()
  expect(record()).toMatchObject({ at: expect.any(Date), onSameDisk: true, problem: null })
})

test('a day later the next one is made', async () => {
  recordBackup(app.config.dataDir, hoursAgo(24))
  await backUpIfDue(here, run)
  expect(run).toHaveBeenCalledOnce()
})

test('a process that was killed is recorded as a failed attempt, and not repeated at once', async () => {
  const madeAt = hoursAgo(48)
  recordBackup(app.config.dataDir, madeAt)
  run.mockRejectedValue(new Error('killed'))
  await expect(backUpIfDue(here, run)).rejects.toThrow('killed')
  expect(record()).toMatchObject({ at: madeAt, problem: { why: 'failed', at: expect.any(Date) } })
  await backUpIfDue(here, run)
  expect(run).toHaveBeenCalledOnce()
})

test('the figures of a missing space that the process has recorded stay', async () => {
  const problem = { at: app.clock.now(), why: 'space', free: 1, needed: 2 } as const
  run.mockImplementation(async () => {
    recordBackupProblem(app.config.dataDir, problem)
    throw new Error('no space')
  })
  await expect(backUpIfDue(here, run)).rejects.toThrow('no space')
  expect(record().problem).toEqual(problem)
})

test('a backup that an admin starts runs at once, can be followed, and a second one is not started meanwhile', async () => {
  const { dataDir } = app.config
  recordBackup(dataDir, hoursAgo(1))
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
  await expect.poll(() => backupStatus(here).running).toBeNull()
  expect(run).toHaveBeenCalledOnce()
  expect(backupStatus(here).record.at).toEqual(run.mock.calls[0]?.[0])
})

test('a practice with its own Postgres is backed up once a day, counted from its secrets before the first backup', async () => {
  await backUpIfDue(app, run)
  expect(run).not.toHaveBeenCalled()
  writeFileSync(join(app.config.secretsDir, 'secrets.json'), '{}')
  utimesSync(join(app.config.secretsDir, 'secrets.json'), hoursAgo(24 * 7), hoursAgo(24 * 7))
  await backUpIfDue(app, run)
  await backUpIfDue(app, run)
  expect(run).toHaveBeenCalledOnce()
})

test('what a practice with its own Postgres knows of an earlier log makes no backup due', async () => {
  recordBackup(app.config.dataDir, app.clock.now())
  const gap = { at: app.clock.now(), until: app.clock.now() }
  writeFileSync(join(app.config.dataDir, 'log-archive.json'), JSON.stringify({ gap, since: app.clock.now() }))
  await backUpIfDue(app, run)
  expect(run).not.toHaveBeenCalled()
  rmSync(join(app.config.dataDir, 'log-archive.json'))
})
