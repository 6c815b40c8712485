import { beforeEach, expect, test } from 'vitest'
import { jobHandlers, runCleanups } from '../../../jobs.ts'
import { openJobs } from '../../../platform/jobs/job-worker.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient, insertSession } from '../../../testing/records/sessions.ts'
import { daysAhead, everyWeekday, saveHours } from '../availability/availability.testing.ts'
import { runWaitingListJob } from './waiting-list.advance.ts'
import { anyTime, offersOf } from './waiting-list.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, waiting, leaving] = await Promise.all([
  app.person('therapist'),
  app.person('client', 1),
  app.person('client', 2),
])
await connectClient(app, therapist, waiting)
const record = await connectClient(app, therapist, leaving)
await saveHours(therapist, everyWeekday({ from: '08:00', until: '20:00' }))
await therapist.api.waitingList.saveSettings({ mode: 'automatic', answerHours: 24 })
await waiting.api.waitingList.join(anyTime(app, therapist))
const { at } = daysAhead(app)

/** Runs a statement with the rights of the worker, which may read and change jobs. */
const runOnJobs = (text: string) =>
  app.db.asActor({ role: 'worker', id: null }, async (tx) => (await tx.run<WaitingJob>(text)).rows)
type WaitingJob = { id: string; state: string; due: boolean }
/** Returns the jobs of the list, including completed ones. */
const listJobs = () =>
  runOnJobs(`select id, state::text, start_after <= now() as due from jobs.job_common where name = 'waiting-list'`)
const sessionsOf = (count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, n) =>
      insertSession(app, therapist, record, {
        status: 'confirmed',
        startsAt: at(3 + Math.floor(n / 10), `${String(8 + (n % 10)).padStart(2, '0')}:00`),
      }),
    ),
  )
/** Cancels sessions in one transaction, with a statement for each. */
const cancel = (...ids: string[]) =>
  app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
    for (const id of ids) await tx.run(`update app.session set status = 'cancelled' where id = $1`, [id])
  })
const advance = () => runWaitingListJob(app, { therapistId: therapist.accountId })

beforeEach(async () => {
  await runOnJobs(`delete from jobs.job_common where name = 'waiting-list'`)
  await app.privileged.definer.query('delete from app.freed_time')
})

test('100 cancellations add 100 jobs of the waiting list, and running them adds one for each offer and its end @slow', async () => {
  for (const id of await sessionsOf(100)) await cancel(id)
  expect(await listJobs()).toHaveLength(100)
  // Each of these runs sees all 100 times, whose cancellations can still be undone.
  for (let run = 0; run < 5; run++) await advance()
  expect(await listJobs()).toHaveLength(100)

  app.clock.advance(61_000)
  await runOnJobs(`update jobs.job_common set start_after = now() where name = 'waiting-list'`)
  const worker = openJobs(app.databaseUrl, app.secrets, app.log, 0.5)
  await worker.start({ 'waiting-list': jobHandlers['waiting-list'] }, app)
  try {
    await expect
      .poll(async () => (await listJobs()).filter(({ state, due }) => due && state !== 'completed'), {
        timeout: 60_000,
      })
      .toEqual([])
  } finally {
    await worker.stop()
  }
  expect(await offersOf(waiting)).toHaveLength(1)
  expect(await listJobs()).toHaveLength(102)
})

test('sessions that are cancelled together in one transaction add one job', async () => {
  const ids = await sessionsOf(10)
  await cancel(...ids)
  const freed = await app.privileged.definer.query('select from app.freed_time')
  expect(freed.rowCount).toBe(10)
  // An open offer adds one more job, which immediately checks whether its time is taken.
  expect((await listJobs()).filter(({ due }) => !due)).toHaveLength(1)
})

test('a freed time whose job was lost is found by the cleanup, once however often it runs @slow', async () => {
  const [id = ''] = await sessionsOf(1)
  await cancel(id)
  await runOnJobs(`delete from jobs.job_common where name = 'waiting-list'`)
  await runCleanups(app)
  expect(await listJobs()).toEqual([])
  app.clock.advance(3 * 60_000)
  await runCleanups(app)
  await runCleanups(app)
  expect(await listJobs()).toMatchObject([{ state: 'created', due: true }])
  await advance()
  await runOnJobs(`delete from jobs.job_common where name = 'waiting-list'`)
  await runCleanups(app)
  expect(await listJobs()).toEqual([])
})

test('an offer that has run out although its job was lost is found by the cleanup @slow', async () => {
  for (const { id } of (await waiting.api.waitingList.mine({})).items) await waiting.api.waitingList.leave({ id })
  await waiting.api.waitingList.join(anyTime(app, therapist))
  const [id = ''] = await sessionsOf(1)
  await cancel(id)
  app.clock.advance(61_000)
  await advance()
  expect(await offersOf(waiting)).toHaveLength(1)
  await runOnJobs(`delete from jobs.job_common where name = 'waiting-list'`)
  await runCleanups(app)
  expect(await listJobs()).toEqual([])
  app.clock.advance(40 * 60 * 60_000)
  await runCleanups(app)
  expect(await listJobs()).toMatchObject([{ state: 'created', due: true }])
})
