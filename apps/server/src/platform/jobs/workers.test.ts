import { randomUUID } from 'node:crypto'
import { afterEach, expect, test } from 'vitest'
import { jobHandlers } from '../../jobs.ts'
import { startSharedApp } from '../../testing/app.ts'
import { enqueue, type Job } from './enqueue.ts'
import { type JobHandlers, openJobs } from './job-worker.ts'

const app = await startSharedApp({ worker: false })
const nobody = { role: 'worker', id: null } as const
const runOnJobs = <Row>(text: string, values: unknown[] = []) =>
  app.db.asActor(nobody, async (tx) => (await tx.run<Row>(text, values)).rows)
const add = (...jobs: Job[]) => app.db.asActor(nobody, (tx) => enqueue(tx, ...jobs))
const countFlood = async (states: string) => {
  const [row] = await runOnJobs<{ count: number }>(
    `select count(*)::int as count from jobs.job_common where name = 'waiting-list' and state in (${states})`,
  )
  return row?.count ?? 0
}
afterEach(() => runOnJobs('delete from jobs.job_common'))

const flood = (count: number) =>
  Array.from({ length: count }, () => ({ name: 'waiting-list' as const, data: { therapistId: randomUUID() } }))
const email: Job = { name: 'mail', data: { mailId: randomUUID() } }
const reminder: Job = {
  name: 'reminder',
  data: { sessionId: randomUUID(), therapistId: randomUUID(), sequence: 0 },
} as Job

/** Starts a worker. `work` is the job of the kind that floods the queue; the worker records which other kinds ran. */
async function startWorker(work: () => Promise<void>) {
  const ran: string[] = []
  const handlers: Partial<JobHandlers> = {
    'waiting-list': { ...jobHandlers['waiting-list'], run: work },
    mail: { ...jobHandlers.mail, run: async () => void ran.push('mail') },
    reminder: { ...jobHandlers.reminder, run: async () => void ran.push('reminder') },
  }
  const jobs = openJobs(app.databaseUrl, app.secrets, app.log, 0.5)
  await jobs.start(handlers, app)
  return { ran, stop: () => jobs.stop() }
}

test('an email and a reminder behind 10,000 jobs of another kind run while nearly all of these wait @slow', async () => {
  await add(...flood(10_000))
  const worker = await startWorker(() =>
    app.db.asActor(nobody, async (tx) => void (await tx.run('select pg_sleep(0.02)'))),
  )
  try {
    await expect.poll(() => countFlood(`'completed'`), { timeout: 30_000 }).toBeGreaterThan(0)
    await add(email, reminder)
    await expect.poll(() => worker.ran.toSorted(), { timeout: 30_000 }).toEqual(['mail', 'reminder'])
    expect(await countFlood(`'created'`)).toBeGreaterThan(9_000)
  } finally {
    await worker.stop()
  }
})

test('an email that a person waits for is sent before 10,000 that waited longer @slow', async () => {
  const reminders: Job[] = Array.from({ length: 10_000 }, () => ({ name: 'mail', data: { mailId: randomUUID() } }))
  const asked = randomUUID()
  await add(...reminders)
  await add({ name: 'mail', data: { mailId: asked }, isUrgent: true })
  const sent: string[] = []
  const jobs = openJobs(app.databaseUrl, app.secrets, app.log, 0.5)
  const deliver = async ({ mailId }: { mailId: string }) => void sent.push(mailId)
  await jobs.start({ mail: { ...jobHandlers.mail, run: (_, data) => deliver(data) } }, app)
  try {
    await expect.poll(() => sent, { timeout: 30_000 }).toContain(asked)
    expect(sent.indexOf(asked)).toBeLessThan(jobHandlers.mail.workers)
  } finally {
    await jobs.stop()
  }
})

test('while all workers of a kind hang within a transaction, an email and a reminder run @slow', async () => {
  const released = Promise.withResolvers<void>()
  let hanging = 0
  await add(...flood(20))
  const worker = await startWorker(async () => {
    hanging++
    await app.db.asActor(nobody, () => released.promise)
  })
  try {
    await expect.poll(() => hanging, { timeout: 30_000 }).toBe(jobHandlers['waiting-list'].workers)
    await add(email, reminder)
    await expect.poll(() => worker.ran.toSorted(), { timeout: 30_000 }).toEqual(['mail', 'reminder'])
    expect(hanging).toBe(jobHandlers['waiting-list'].workers)
  } finally {
    released.resolve()
    await worker.stop()
  }
})

test('a job with a key is added once while the first waits or runs, is repeated when it fails, and is added again after it ended @slow', async () => {
  let isBroken = true
  const keyed: Job = { name: 'waiting-list', data: { therapistId: randomUUID() }, key: 'one' }
  await add(keyed, keyed)
  await add(keyed)
  expect(await countFlood(`'created'`)).toBe(1)
  await runOnJobs('update jobs.job_common set retry_delay = 0, retry_backoff = false')
  const worker = await startWorker(async () => {
    if (!isBroken) return
    isBroken = false
    await add(keyed)
    throw new Error('the first attempt fails')
  })
  try {
    await expect.poll(() => countFlood(`'completed'`), { timeout: 30_000 }).toBe(1)
  } finally {
    await worker.stop()
  }
  expect(await countFlood(`'created', 'retry', 'active'`)).toBe(0)
  await add(keyed)
  expect(await countFlood(`'created'`)).toBe(1)
})

test('a job with a key that failed for good is run again by an admin although another waits', async () => {
  const keyed: Job = { name: 'waiting-list', data: { therapistId: randomUUID() }, key: 'one' }
  await add(keyed)
  await runOnJobs(`update jobs.job_common set state = 'failed', completed_on = now()`)
  await add(keyed)
  const admin = await app.person('admin')
  await admin.api.administration.runFailedJobs({ type: 'waiting-list' })
  expect(await countFlood(`'created'`)).toBe(1)
  expect(await countFlood(`'retry'`)).toBe(1)
})
