import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { randomId, runQuery, testSecrets } from '../../../testing/database/database.ts'
import { minimalClient } from '../../../testing/records/clients.ts'
import { startEmbedded } from '../embedded.ts'
import { clusterPath } from '../embedded/paths.ts'
import { findPostmaster } from '../embedded/postmaster.ts'
import { databaseUrlFor } from '../pools.ts'

const dataDir = mkdtempSync(join(tmpdir(), `attune-test-${process.pid}-`))
const postgres = await startEmbedded({ dataDir, password: 'test' })
const app = await startSharedApp({ databaseUrl: postgres.url })
afterAll(async () => {
  await postgres.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Runs SQL as the role of the server's connections, which may see and cancel them. */
const asLogin = <Row extends object>(text: string) =>
  runQuery<Row>(databaseUrlFor(postgres.url, 'attune_login', testSecrets), text)
const waiting = `from pg_stat_activity where usename = 'attune_login' and wait_event = 'SyncRep'`

/** Makes all commits wait for a standby with this name; for none if it is empty. */
async function waitFor(standby: string): Promise<void> {
  const cluster = clusterPath(dataDir)
  appendFileSync(join(cluster, 'postgresql.conf'), `synchronous_standby_names = '${standby}'\n`)
  process.kill(findPostmaster(cluster)?.pid ?? 0, 'SIGHUP')
  const now = async () =>
    (await asLogin<{ name: string }>(`select current_setting('synchronous_standby_names') as name`))[0]
  await expect.poll(now).toEqual({ name: standby })
}

/** Waits until a commit waits for the standby, and cancels the wait. */
async function cancelWait(): Promise<void> {
  await expect.poll(async () => (await asLogin(`select pg_cancel_backend(pid) ${waiting}`)).length).toBeGreaterThan(0)
}

beforeEach(() => waitFor(''))
afterEach(() => waitFor(''))

test('a change whose commit no longer waits for the standby is not acknowledged, and neither is its repeat @slow', async () => {
  const therapist = await app.person('therapist')
  const record = { ...minimalClient, notes: '', invite: false, id: randomId() }
  const add = () => therapist.send('client/add', record).then(({ status }) => status)
  await therapist.send('client/list', {})
  await waitFor('nobody')
  for (const _ of ['first', 'repeat']) {
    const answer = add()
    await cancelWait()
    expect(await answer).toBe(503)
  }
  await waitFor('')
  expect(await add()).toBe(200)
})

test('reading does not wait for the standby', async () => {
  const therapist = await app.person('therapist')
  await therapist.send('session/list', { which: 'upcoming' })
  await waitFor('nobody')
  expect((await therapist.send('session/list', { which: 'upcoming' })).status).toBe(200)
})
