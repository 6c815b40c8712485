import { expect, test } from 'vitest'
import { recordBackup, recordBackupProblem } from '../../../../platform/data-folder/last-backup.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { checkHealth } from './health.ts'

const app = await startSharedApp({ worker: false })
const admin = await app.person('admin')
/** The app as if it used the embedded Postgres, which Attune backs up. */
const here = { ...app, config: { ...app.config, databaseUrl: null } }
const { dataDir } = app.config

/** Checks the health a minute later. Returns the number of notifications and emails that the admin has received so far. */
async function check(): Promise<[notifications: number, emails: number]> {
  app.clock.advance(60_000)
  await checkHealth(here)
  const [notified, mails] = await Promise.all(
    ['notification', 'mail'].map((table) =>
      queryAsRole(
        'backup',
        app.databaseUrl,
        `select 1 from app.${table} where kind = 'backup-failing' and account_id = '${admin.accountId}'`,
      ),
    ),
  )
  return [notified?.length ?? 0, mails?.length ?? 0]
}

test('admins are notified once, also by email, when backups fail, and again after one has worked', async () => {
  recordBackup(dataDir, app.clock.now())
  expect(await check()).toEqual([0, 0])
  recordBackupProblem(dataDir, { at: app.clock.now(), why: 'failed' })
  expect(await check()).toEqual([0, 0])
  recordBackupProblem(dataDir, { at: app.clock.now(), why: 'destination' })
  expect(await check()).toEqual([1, 1])
  expect(await check()).toEqual([1, 1])
  recordBackup(dataDir, app.clock.now())
  expect(await check()).toEqual([1, 1])
  recordBackup(dataDir, new Date(app.clock.now().getTime() - 49 * 3_600_000))
  expect(await check()).toEqual([2, 2])
  recordBackupProblem(dataDir, { at: app.clock.now(), why: 'space', free: 1, needed: 2 })
  expect(await check()).toEqual([2, 2])
})
