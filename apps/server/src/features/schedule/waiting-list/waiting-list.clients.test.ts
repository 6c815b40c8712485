import { expect, test } from 'vitest'
import { jobHandlers } from '../../../jobs.ts'
import { openJobs } from '../../../platform/jobs/job-worker.ts'
import { startSharedApp } from '../../../testing/app.ts'
import { connectClient, insertSession } from '../../../testing/records/sessions.ts'
import { daysAhead, everyWeekday, saveHours } from '../availability/availability.testing.ts'
import { runWaitingListJob } from './waiting-list.advance.ts'
import { anyTime, offersOf } from './waiting-list.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, leaving] = await Promise.all([app.person('therapist'), app.person('client')])
const clients = await Promise.all([2, 3, 4, 5, 6].map((n) => app.person('client', n)))
const record = await connectClient(app, therapist, leaving)
await saveHours(therapist, everyWeekday({ from: '08:00', until: '20:00' }))
await therapist.api.waitingList.saveSettings({ mode: 'automatic', answerHours: 24 })
for (const client of clients) {
  await connectClient(app, therapist, client)
  await client.api.waitingList.join(anyTime(app, therapist))
}
const { at } = daysAhead(app)

/** Runs a statement with the rights of the worker, which may read and change jobs. */
const runOnJobs = (text: string) =>
  app.db.asActor({ role: 'worker', id: null }, async (tx) => (await tx.run<{ state: string; due: boolean }>(text)).rows)
/** Returns the jobs of the list, including completed ones. */
const listJobs = () =>
  runOnJobs(`select state::text, start_after <= now() as due from jobs.job_common where name = 'waiting-list'`)

async function runDueJobs() {
  const worker = openJobs(app.databaseUrl, app.secrets, app.log, 0.5)
  await worker.start({ 'waiting-list': jobHandlers['waiting-list'] }, app)
  try {
    await expect
      .poll(async () => (await listJobs()).filter(({ state, due }) => due && state !== 'completed'))
      .toEqual([])
  } finally {
    await worker.stop()
  }
}

test('with five clients waiting, ten cancellations add ten jobs and at most two for each offer, one per client', async () => {
  // Joining the list adds jobs too.
  await runOnJobs(`delete from jobs.job_common where name = 'waiting-list'`)
  for (let hour = 8; hour < 18; hour++) {
    const startsAt = at(3, `${String(hour).padStart(2, '0')}:00`)
    const id = await insertSession(app, therapist, record, { status: 'confirmed', startsAt })
    await app.db.asActor({ role: 'therapist', id: therapist.accountId }, (tx) =>
      tx.run(`update app.session set status = 'cancelled' where id = $1`, [id]),
    )
  }
  const advance = () => runWaitingListJob(app, { therapistId: therapist.accountId })
  for (let run = 0; run < 5; run++) await advance()
  expect(await listJobs()).toHaveLength(10)

  app.clock.advance(61_000)
  await runOnJobs(`update jobs.job_common set start_after = now() where name = 'waiting-list'`)
  await runDueJobs()
  const offers = await Promise.all(clients.map((client) => offersOf(client)))
  expect(offers.map((of) => of.length)).toEqual([1, 1, 1, 1, 1])
  const jobs = (await listJobs()).length
  expect(jobs).toBeLessThanOrEqual(20)
  for (let run = 0; run < 5; run++) await advance()
  expect(await listJobs()).toHaveLength(jobs)
})
