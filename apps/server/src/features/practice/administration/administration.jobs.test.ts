import { randomUUID } from 'node:crypto'
import { jobTypes } from '@attune/contract/features/practice/administration/administration.jobs.rules'
import { afterAll, expect, test } from 'vitest'
import { enqueue, type JobQueues } from '../../../platform/jobs/enqueue.ts'
import { failureReason } from '../../../platform/jobs/failure-reason.ts'
import { openJobs } from '../../../platform/jobs/job-worker.ts'
import { NotScannedError } from '../../../platform/files/clamd.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { queryAsRole } from '../../../testing/database/database.ts'

/** The worker's handler for emails. Tests replace it. */
let deliver: (data: JobQueues['mail']) => Promise<void>
const app = await startSharedApp({ worker: false })
const admin = await app.person('admin')
const jobs = openJobs(app.databaseUrl, app.secrets, app.log, 0.5)
await jobs.start({ mail: { pollSeconds: 0.5, workers: 5, adds: {}, run: (_, data) => deliver(data) } }, app)
afterAll(() => jobs.stop())

const worker = { role: 'worker', id: null } as const
const canary = 'canary-of-a-person'
const counts = async () => (await admin.api.administration.jobs({})).items
const ofMail = async () => (await counts()).find(({ type }) => type === 'mail')

/** Enqueues jobs that have only one attempt, and returns the ids of their emails. */
async function enqueueLast(count: number): Promise<string[]> {
  const ids = Array.from({ length: count }, () => randomUUID())
  await app.db.asActor(worker, (tx) =>
    enqueue(tx, ...ids.map((mailId) => ({ name: 'mail' as const, data: { mailId }, startAfterSeconds: 3600 }))),
  )
  await app.db.asActor(worker, (tx) =>
    tx.run(`update jobs.job_common set retry_limit = 0, start_after = now() where data->>'mailId' = any ($1)`, [ids]),
  )
  return ids
}

test('failed jobs are listed by type with time and reason, and run again once however often it is clicked @slow', async () => {
  const ran: string[] = []
  let isBroken = true
  deliver = async ({ mailId }) => {
    ran.push(mailId)
    if (isBroken) throw Object.assign(new Error(canary), { code: 'ECONNREFUSED' })
  }
  const ids = await enqueueLast(3)
  await expect.poll(async () => (await ofMail())?.failed, { timeout: 15_000 }).toBe(3)
  expect(await ofMail()).toMatchObject({ waiting: 0, later: 0, running: 0, failedAt: expect.any(String) })

  const page = await admin.api.administration.failedJobs({ type: 'mail', limit: 2 })
  expect(page.items).toMatchObject([
    { attempts: 1, reason: 'unreachable', failedAt: expect.any(String) },
    { attempts: 1, reason: 'unreachable' },
  ])
  const rest = await admin.api.administration.failedJobs({ type: 'mail', after: page.next ?? '' })
  expect(rest).toMatchObject({ items: [{ reason: 'unreachable' }], next: null })
  expect((await admin.api.administration.failedJobs({ type: 'push' })).items).toEqual([])
  expect((await admin.api.administration.overview({})).failedJobs).toBe(3)

  // Neither the payload nor the message of the error is shown or stored.
  const shown = JSON.stringify([page, rest, await counts()])
  for (const secret of [canary, ...ids]) expect(shown).not.toContain(secret)
  const stored = await app.db.asActor(worker, (tx) =>
    tx.run<{ output: string }>(`select output::text as output from jobs.job_common where state = 'failed'`),
  )
  expect(JSON.stringify(stored.rows)).not.toContain(canary)

  isBroken = false
  const [one] = page.items
  const again = await Promise.all(
    Array.from({ length: 4 }, () => admin.api.administration.runFailedJobs({ type: 'mail', id: one?.id ?? '' })),
  )
  expect(again.map(({ count }) => count).toSorted()).toEqual([0, 0, 0, 1])
  await expect.poll(async () => (await ofMail())?.failed, { timeout: 15_000 }).toBe(2)
  expect(await admin.api.administration.runFailedJobs({ type: 'mail' })).toEqual({ count: 2 })
  await expect.poll(() => ran.length, { timeout: 15_000 }).toBe(6)
  await expect.poll(counts).toEqual([])
  expect(await admin.api.administration.runFailedJobs({ type: 'mail' })).toEqual({ count: 0 })
  expect(new Set(ran)).toEqual(new Set(ids))
  const audited = await queryAsRole<{ after: unknown }>(
    'backup',
    app.databaseUrl,
    `select after from app.audit where action = 'run-again' and (after->>'count')::int > 0 order by id`,
  )
  expect(audited).toEqual([{ after: { type: 'mail', count: 1 } }, { after: { type: 'mail', count: 2 } }])
})

test('waiting jobs are counted apart from those that start later, with the time since which they are due', async () => {
  await app.db.asActor(worker, (tx) =>
    enqueue(
      tx,
      { name: 'push', data: { accountId: randomUUID(), notificationId: randomUUID() } },
      {
        name: 'push',
        data: { accountId: randomUUID(), notificationId: randomUUID() },
        startAfterSeconds: 3600,
      },
    ),
  )
  expect((await counts()).find(({ type }) => type === 'push')).toMatchObject({
    waiting: 1,
    waitingSince: expect.any(String),
    later: 1,
    failed: 0,
  })
})

test('failed jobs are kept for 14 days, other finished jobs as long as their queue says @slow', async () => {
  deliver = async () => {
    throw new Error('broken')
  }
  await enqueueLast(1)
  await expect.poll(async () => (await ofMail())?.failed, { timeout: 15_000 }).toBe(1)
  const { rows } = await app.db.asActor(worker, (tx) =>
    tx.run<{ state: string; days: number }>(
      `select distinct state::text, deletion_seconds / 86400 as days from jobs.job_common where name = 'mail' order by 1`,
    ),
  )
  expect(rows).toEqual([
    { state: 'completed', days: 1 },
    { state: 'failed', days: 14 },
  ])
})

test('every queue has a type of job, and every type of job a queue', async () => {
  const { rows } = await app.db.asActor(worker, (tx) => tx.run<{ name: string }>('select name from jobs.queue'))
  expect([...jobTypes].toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

test.each([
  [Object.assign(new Error(canary), { code: 'ENOSPC' }), 'disk'],
  [Object.assign(new Error(canary), { code: '40001' }), 'database'],
  [Object.assign(new Error(canary), { name: 'TimeoutError' }), 'too-long'],
  [new Error(canary, { cause: Object.assign(new Error(canary), { code: 'EAUTH' }) }), 'refused'],
  [new NotScannedError('clamd does not answer', { cause: { code: 'ECONNREFUSED' } }), 'scanner'],
  [new Error(canary), 'other'],
  [undefined, 'other'],
])('the reason of a failed job is a code: %#', (error, reason) => {
  expect(failureReason(error)).toBe(reason)
})
