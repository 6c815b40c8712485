import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { installUser } from '../../../../platform/database/embedded/cluster.ts'
import { findPostgresPaths } from '../../../../platform/database/embedded/paths.ts'
import { startEmbedded } from '../../../../platform/database/embedded.ts'
import { createTestApp } from '../../../../testing/app.ts'
import { addPayingClient, issueOf, openPractice } from '../../../../testing/records/invoices.ts'
import { codeInTransaction, expectFrozen, payCash } from './immutable.testing.ts'

test('nothing issued is changed, deleted or truncated by a superuser', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), `attune-test-${process.pid}-`))
  const options = { dataDir, password: 'test', throwaway: true }
  let postgres = await startEmbedded(options)
  onTestFinished(async () => {
    await postgres.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })
  const app = await createTestApp({ worker: false, databaseUrl: postgres.url })
  const therapist = await app.person('therapist')
  await openPractice(app, therapist)
  const { id } = await issueOf(therapist, await addPayingClient(app, therapist))
  await payCash(therapist, id)
  await app.close()
  await postgres.stop()
  // No superuser can connect, so the install user becomes one in single-user mode.
  const { bin, cluster, systemUser } = findPostgresPaths(dataDir)
  const { status } = spawnSync(join(bin, 'postgres'), ['--single', '-F', '-D', cluster, 'postgres'], {
    ...systemUser,
    cwd: '/',
    input: `alter role ${installUser} superuser\n`,
  })
  expect(status).toBe(0)
  postgres = await startEmbedded(options)
  const superuser = new pg.Client({ connectionString: postgres.url })
  await superuser.connect()
  try {
    const { rows } = await superuser.query('select rolsuper from pg_roles where rolname = current_user')
    expect(rows).toEqual([{ rolsuper: true }])
    await expectFrozen({ invoiceId: id, therapistId: therapist.accountId }, (order) =>
      codeInTransaction(superuser, order),
    )
  } finally {
    await superuser.end()
  }
}, 120_000)
