import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { jobsAfterCleanups } from '../../../testing/cleanups.ts'
import { connectClient } from '../../../testing/records/sessions.ts'
import { remindOfRecordRequest } from './record-request.remind.ts'

const app = await startSharedApp({ worker: false })

let people = 0
/** A request to a therapist in Berlin that is due on a day far ahead. */
async function requestDueOn(dueOn: string) {
  const number = ++people
  const [therapist, client] = await Promise.all([app.person('therapist', number), app.person('client', number)])
  const clientId = await connectClient(app, therapist, client)
  await therapist.api.account.saveSettings({ zone: 'Europe/Berlin' })
  const id = randomUUID()
  await app.db.asActor({ role: 'client', id: client.accountId }, (tx) =>
    tx.run(
      'insert into app.record_request (id, therapist_id, client_id, asked_at, due_on) values ($1, $2, $3, now(), $4)',
      [id, therapist.accountId, clientId, dueOn],
    ),
  )
  return { id, therapist, client, clientId }
}
type Request = Awaited<ReturnType<typeof requestDueOn>>

/** Whether a reminder of a request is due at a moment. */
async function isDueAt({ id }: Request, moment: string): Promise<boolean> {
  const { rows } = await app.db.asActor({ role: 'worker', id: null }, (tx) =>
    tx.run<{ id: string }>('select id from def.record_requests_to_remind($1)', [moment]),
  )
  return rows.some((row) => row.id === id)
}
const remindAt = ({ id, therapist }: Request, moment: string) =>
  remindOfRecordRequest(
    { db: app.db, clock: { now: () => new Date(moment) } },
    { requestId: id, therapistId: therapist.accountId },
  )
const reminders = async ({ therapist }: Request) =>
  (await therapist.api.notification.list({})).items.filter(({ kind }) => kind === 'copy-due').length

test('the therapist is reminded once a week before the last day, and once on it', async () => {
  const request = await requestDueOn('2031-06-20')
  const counts: number[] = []
  for (const moment of ['12T12', '13T12', '14T12', '19T12', '20T12', '20T15', '23T12']) {
    await remindAt(request, `2031-06-${moment}:00:00Z`)
    counts.push(await reminders(request))
  }
  expect(counts).toEqual([0, 1, 1, 1, 2, 2, 2])
})

test('a reminder that could not run on the last day is sent later', async () => {
  const request = await requestDueOn('2031-06-20')
  await remindAt(request, '2031-06-24T12:00:00Z')
  await remindAt(request, '2031-06-25T12:00:00Z')
  expect(await reminders(request)).toBe(1)
})

test('a reminder is due from 8 a.m. in the zone of the therapist, before and after the clocks change', async () => {
  // In Berlin, summer time begins on 30 March 2031.
  const winter = await requestDueOn('2031-04-05')
  expect(await isDueAt(winter, '2031-03-29T06:59:00Z')).toBe(false)
  expect(await isDueAt(winter, '2031-03-29T07:01:00Z')).toBe(true)
  const summer = await requestDueOn('2031-04-06')
  expect(await isDueAt(summer, '2031-03-29T22:59:00Z')).toBe(false)
  expect(await isDueAt(summer, '2031-03-30T05:59:00Z')).toBe(false)
  expect(await isDueAt(summer, '2031-03-30T06:01:00Z')).toBe(true)
})

test('a request that has ended reminds of nothing', async () => {
  const request = await requestDueOn('2031-06-20')
  await request.client.api.recordRequest.withdraw({ id: request.id })
  await remindAt(request, '2031-06-20T12:00:00Z')
  expect([await isDueAt(request, '2031-06-20T12:00:00Z'), await reminders(request)]).toEqual([false, 0])
})

test('the reminder names the client in the app only, and its email has no name', async () => {
  const request = await requestDueOn('2031-06-20')
  await remindAt(request, '2031-06-20T12:00:00Z')
  const { items } = await request.therapist.api.notification.list({})
  expect(items.find(({ kind }) => kind === 'copy-due')).toMatchObject({ relatedId: request.clientId })
  const { rows } = await app.privileged.definer.query('select kind from app.mail where subject_id = $1', [request.id])
  expect(rows).toEqual([{ kind: 'copy-due' }])
})

test('the cleanup enqueues one job for a request that is due @slow', async () => {
  const request = await requestDueOn('2001-01-01')
  const jobs = await jobsAfterCleanups(app, 'record-request-remind')
  expect(jobs.filter(({ requestId }) => requestId === request.id)).toHaveLength(1)
})
