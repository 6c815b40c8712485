import { materializeUntil } from '@attune/contract/common/time/recurrence'
import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectionOptions } from '../../../../platform/database/pools.ts'
import { runCleanups } from '../../../../jobs.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { createTestApp, type TestApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { extendSeries } from '../../recurrence/recurrence.ts'
import { sessionOccurrences } from '../series.ts'
import {
  berlinInstant,
  dayFromNow,
  scheduledSessionsOf,
  seriesErrors,
  newSeriesInput,
  weekly,
} from '../series.testing.ts'

let app: TestApp
let therapist: Person
let client: Person
let clientId: string
beforeAll(async () => {
  app = await createTestApp({ worker: false })
  ;[therapist, client] = await Promise.all([app.person('therapist'), app.person('client')])
  clientId = await connectClient(app, therapist, client)
})
afterAll(() => app.close())

const [day, month] = [24 * 60 * 60_000, 31 * 24 * 60 * 60_000]
const plan = (time: string, facts: Partial<ReturnType<typeof newSeriesInput>> = {}) =>
  therapist.api.series.create(
    newSeriesInput({
      clientIds: [clientId],
      startsAt: berlinInstant(dayFromNow(app.clock.now(), 2), time, 'Europe/Berlin'),
      repeat: weekly(),
      ...facts,
    }),
  )
const extend = (seriesId: string) =>
  extendSeries(app, { seriesId, therapistId: therapist.accountId }, { session: sessionOccurrences })
const lastOf = async (seriesId: string) => (await scheduledSessionsOf(app, therapist, seriesId)).at(-1)
const rowOf = async (id: string) =>
  (
    await queryAsRole<{ until: string; last: string | null }>(
      'backup',
      app.databaseUrl,
      `select laid_out_until::text as until, last_day::text as last from app.series where id = '${id}'`,
    )
  )[0]

test('the periodic job extends an endless series every month, and running it twice adds nothing @slow', async () => {
  const { series, made } = await plan('08:00')
  const ended = await plan('09:00', { repeat: weekly(3) })
  app.clock.advance(month + 2 * day)
  await runCleanups(app)
  const connection = connectionOptions(app.databaseUrl, 'attune_login', app.secrets)
  const worker = new pg.Client({ ...connection, options: `${connection.options} -c role=attune_worker` })
  await worker.connect()
  const { rows: asked } = await worker.query<{ id: string }>(
    `select data->>'seriesId' as id from jobs.job where name = 'series-extend'`,
  )
  await worker.end()
  expect(asked.map(({ id }) => id)).toEqual([series.id])
  expect(ended.series.lastDay).not.toBeNull()
  await Promise.all([extend(series.id), extend(series.id)])
  const held = await scheduledSessionsOf(app, therapist, series.id)
  expect(held.length).toBeGreaterThan(made + 3)
  expect(await rowOf(series.id)).toMatchObject({ until: materializeUntil(dayFromNow(app.clock.now(), 0)) })
  expect(await seriesErrors(app, therapist)).toEqual([])
  // The client gets one notification in the app and no email.
  const later = held.slice(made)
  const told = await queryAsRole<{ account_id: string; params: { count: number; startsAt: string } }>(
    'backup',
    app.databaseUrl,
    `select account_id, params from app.notification where kind = 'series-planned' and related_id = '${later[0]?.id}'`,
  )
  expect(told).toMatchObject([{ account_id: client.accountId, params: { count: later.length } }])
  const mails = await queryAsRole('backup', app.databaseUrl, `select id from app.mail where kind = 'series-planned'`)
  expect(mails).toHaveLength(2)
})

test('a date whose time is taken is skipped, and the therapist is notified once, also by email', async () => {
  await signInAgain()
  const { series } = await plan('11:00')
  const last = await lastOf(series.id)
  const taken = new Date(Date.parse(last?.startsAt ?? '') + 7 * day).toISOString()
  const busy = await therapist.send('session/create', {
    id: randomUUID(),
    clientIds: [clientId],
    startsAt: taken,
    format: 'phone',
  })
  expect(busy.status).toBe(200)
  app.clock.advance(month)
  await extend(series.id)
  await extend(series.id)
  const held = await scheduledSessionsOf(app, therapist, series.id)
  expect(held.map(({ startsAt }) => startsAt)).not.toContain(taken)
  expect(await seriesErrors(app, therapist)).toEqual([])
  const told = await queryAsRole<{ params: { name: string; startsAt: string; count: number } }>(
    'backup',
    app.databaseUrl,
    `select params from app.notification where kind = 'series-gap'`,
  )
  expect(told).toHaveLength(1)
  expect(told[0]?.params).toMatchObject({ count: 1 })
  expect(Date.parse(told[0]?.params.startsAt ?? '')).toBe(Date.parse(taken))
  const [mail] = await queryAsRole<{ id: string }>(
    'backup',
    app.databaseUrl,
    `select id from app.mail where kind = 'series-gap'`,
  )
  await app.mailer.deliver({ mailId: mail?.id ?? '' }, { retryCount: 0, last: false })
  const arrived = await app.inbox.mailTo(therapist.email, /Appointments skipped/)
  expect(arrived.text).toContain('11:00')
})

test('disconnecting the client cancels the upcoming sessions of a series, and the job no longer extends the series @slow', async () => {
  const second = await app.person('client', 2)
  await signInAgain()
  const leaving = await connectClient(app, therapist, second)
  const { series } = await plan('13:00', { clientIds: [leaving] })
  const browser = await app.secondBrowser(second, 1)
  const answer = await browser.send('connection/disconnect', { clientId: leaving, command: randomUUID() })
  expect(answer.status).toBe(200)
  expect(await scheduledSessionsOf(app, therapist, series.id)).toEqual([])
  const ended = await rowOf(series.id)
  expect((ended?.last ?? 'not ended') < series.firstDay, ended?.last ?? 'not ended').toBe(true)
  app.clock.advance(2 * month)
  await extend(series.id)
  expect(await scheduledSessionsOf(app, therapist, series.id)).toEqual([])
})

/** Signs in again, because advancing the clock has expired the login. */
async function signInAgain(): Promise<void> {
  therapist = { ...therapist, ...(await app.secondBrowser(therapist, 2)) }
}
