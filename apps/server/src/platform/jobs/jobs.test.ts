import { randomUUID } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { runCleanups } from '../../jobs.ts'
import { startSharedApp } from '../../testing/app.ts'
import type { Tx } from '../database/actor.ts'
import { connectionOptions } from '../database/pools.ts'
import { openJobs } from './job-worker.ts'
import { enqueue } from './enqueue.ts'

const app = await startSharedApp({ worker: false })
const connection = connectionOptions(app.databaseUrl, 'attune_login', app.secrets)
const worker = new pg.Client({ ...connection, options: `${connection.options} -c role=attune_worker` })
await worker.connect()
afterAll(() => worker.end())

const jobsOf = async (mailId: string) =>
  (
    await worker.query<{ id: string; state: string }>(`select id, state from jobs.job where data->>'mailId' = $1`, [
      mailId,
    ])
  ).rows

const nobody = { role: 'worker', id: null } as const

test('a job is committed or rolled back together with its transaction', async () => {
  const [kept, undone] = [randomUUID(), randomUUID()]
  await app.db.asActor(nobody, (tx) => enqueue(tx, { name: 'mail', data: { mailId: kept } }))
  const failed = app.db.asActor(nobody, async (tx) => {
    await enqueue(tx, { name: 'mail', data: { mailId: undone } })
    throw new Error('the fact could not be written')
  })
  await expect(failed).rejects.toThrow('the fact')
  expect(await jobsOf(kept)).toMatchObject([{ state: 'created' }])
  expect(await jobsOf(undone)).toEqual([])
})

test('enqueueing restores the role of the transaction, and app roles cannot read or change jobs', async () => {
  const client = await app.person('client')
  const actor = { role: 'client', id: client.accountId } as const
  const [first, second] = [randomUUID(), randomUUID()]
  const work = async (tx: Tx) => {
    await enqueue(tx, { name: 'mail', data: { mailId: first } })
    await enqueue(tx, { name: 'mail', data: { mailId: second } })
  }
  const whoAmI: CompiledQuery<{ role: string }> = CompiledQuery.raw('select current_user::text as role')
  expect(await app.db.runThenQuery(actor, work, whoAmI)).toEqual([{ role: 'attune_app_client' }])
  expect([...(await jobsOf(first)), ...(await jobsOf(second))]).toHaveLength(2)
  for (const role of ['attune_app_client', 'attune_jobs_send']) {
    for (const act of [
      'select data from jobs.job',
      'delete from jobs.job_common',
      'update jobs.job_common set data = null',
    ]) {
      const tried = app.db.asActor(actor, async (tx) => {
        await tx.run(`set local role ${role}`)
        await tx.run(act)
      })
      await expect(tried, `${role}: ${act}`).rejects.toMatchObject({ code: '42501' })
    }
  }
})

test('a failed job is retried, and the job of a killed worker is run by another @slow', async () => {
  const [failing, orphan] = [randomUUID(), randomUUID()]
  const tries: string[] = []
  for (const mailId of [failing, orphan])
    await app.db.asActor(nobody, (tx) => enqueue(tx, { name: 'mail', data: { mailId } }))
  // Creates the state that a killed worker leaves: an active job without a heartbeat for more than ten seconds.
  await worker.query(
    `update jobs.job set state = 'active', started_on = now() - interval '15 s', heartbeat_on = now() - interval '15 s', retry_delay = 0 where data->>'mailId' = $1`,
    [orphan],
  )
  await worker.query(`update jobs.job set retry_delay = 0, retry_backoff = false where data->>'mailId' = $1`, [failing])
  const jobs = openJobs(app.databaseUrl, app.secrets, app.log)
  const deliver = async ({ mailId }: { mailId: string }) => {
    tries.push(mailId)
    if (mailId === failing && tries.filter((id) => id === failing).length === 1)
      throw new Error('canary-of-a-mail-server')
  }
  await jobs.start({ mail: { pollSeconds: 1, workers: 5, adds: {}, run: (_, data) => deliver(data) } }, app)
  try {
    await expect.poll(() => tries.filter((id) => id === failing).length).toBe(2)
    await expect.poll(() => tries.filter((id) => id === orphan).length).toBe(1)
    await expect.poll(() => jobsOf(failing)).toMatchObject([{ state: 'completed' }])
    const { rows } = await worker.query<{ output: string }>(
      `select coalesce(string_agg(output::text, ''), '') as output from jobs.job`,
    )
    expect(rows[0]?.output).not.toContain('canary')
    expect(app.logged.join('')).not.toContain('canary')
  } finally {
    await jobs.stop()
  }
})

test('the cleanup deletes changes that are older than an hour @slow', async () => {
  const client = await app.person('client', 2)
  const count = async () =>
    Number((await worker.query<{ n: string }>('select count(id) as n from app.change')).rows[0]?.n)
  await client.api.account.saveNames({ firstName: 'Clara', lastName: 'Winter' })
  await client.api.account.saveSettings({ theme: 'dark' })
  expect(await count()).toBeGreaterThan(0)
  await runCleanups(app)
  expect(await count()).toBeGreaterThan(0)
  app.clock.advance(61 * 60_000)
  await runCleanups(app)
  expect(await count()).toBe(0)
})

test('when several servers enqueue a cleanup, one cleanup job is waiting', async () => {
  for (let server = 0; server < 3; server++)
    await app.db.asActor(nobody, (tx) => enqueue(tx, { name: 'prune', data: {} }))
  const { rows } = await worker.query(`select from jobs.job where name = 'prune' and state = 'created'`)
  expect(rows).toHaveLength(1)
})
