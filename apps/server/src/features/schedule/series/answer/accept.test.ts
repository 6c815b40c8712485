import { shiftDay } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient } from '../../../../testing/records/sessions.ts'
import { calendarFileTimes } from '../series.random.testing.ts'
import { berlinInstant, dayFromNow, newSeriesInput, storedSessions } from '../series.testing.ts'

const app = await startSharedApp({ worker: false })
const [therapist, client, partner] = await Promise.all([
  app.person('therapist'),
  app.person('client'),
  app.person('client', 2),
])
const records: string[] = []
for (const person of [client, partner]) records.push(await connectClient(app, therapist, person))

/**
 * The hour of the day that the current test uses. Each test uses another hour, so that sessions of different tests do
 * not conflict.
 */
let hour = 5
beforeEach(() => {
  hour++
})
const on = (day: string) => berlinInstant(day, `${String(hour).padStart(2, '0')}:00`, 'Europe/Berlin')
/** Schedules four weekly sessions. With several clients, these are couple sessions. */
async function four(clients = 1, agreed = false) {
  const startsAt = on(dayFromNow(app.clock.now(), 2))
  const therapyType = clients > 1 ? 'couples' : 'individual'
  const clientIds = records.slice(0, clients)
  const { series } = await therapist.api.series.create(newSeriesInput({ clientIds, startsAt, therapyType, agreed }))
  return (await storedSessions(app, therapist)).filter(({ seriesId }) => seriesId === series.id)
}
type Rows = Awaited<ReturnType<typeof four>>
const statesOf = async (rows: Rows) => {
  const now = await storedSessions(app, therapist)
  return rows.map(({ id }) => now.find((row) => row.id === id)?.status)
}
const all = (rows: Rows, command: string = randomUUID()) => ({ sessionId: rows[1]?.id ?? '', command })
const newsOf = async (person: Person, rows: Rows) =>
  (await person.api.notification.list({})).items.filter(
    ({ kind, relatedId }) => kind === 'series-accepted' && rows.some(({ id }) => id === relatedId),
  )

/** Delivers the emails of a command. Returns the last one. */
async function deliver(act: string) {
  const read = () =>
    queryAsRole<{ id: string; kind: string; state: string; account_id: string }>(
      'backup',
      app.databaseUrl,
      `select id, kind, state, account_id from app.mail where subject_id = '${act}'`,
    )
  for (const { id } of await read()) await app.mailer.deliver({ mailId: id }, { retryCount: 0, last: false })
  const mail = app.inbox.mails.at(-1)
  const file = mail?.attachments.find(({ filename }) => filename === 'invite.ics')?.content.toString() ?? ''
  return { mails: await read(), text: mail?.text ?? '', file }
}

describe('a client accepts a series', () => {
  test('in one command, including overridden sessions and with one notification @slow', async () => {
    const rows = await four()
    const moved = rows[2]
    const startsAt = on(shiftDay(moved?.day ?? '', 1))
    await therapist.api.session.move({ id: moved?.id ?? '', command: randomUUID(), startsAt, durationMinutes: 50 })
    expect(await client.api.session.get({ id: rows[0]?.id ?? '' })).toMatchObject({ awaitedInSeries: 4 })
    const waiting = (await client.api.session.waiting({})).items.filter(({ session }) =>
      rows.some(({ id }) => id === session.id),
    )
    expect(waiting.map(({ awaitedInSeries }) => awaitedInSeries)).toEqual([4, 4, 4, 4])

    const act = all(rows)
    const answers = await Promise.all([1, 2, 3].map(() => client.api.series.accept(act)))
    expect([...answers, await client.api.series.accept(act)]).toEqual(Array(4).fill({ accepted: 4 }))
    expect(await statesOf(rows)).toEqual(Array(4).fill('confirmed'))
    expect((await storedSessions(app, therapist)).find(({ id }) => id === moved?.id)).toMatchObject({ startsAt })
    const { session, history, awaitedInSeries } = await client.api.session.get({ id: rows[3]?.id ?? '' })
    expect([awaitedInSeries, session.participants[0]?.answer]).toEqual([0, 'accepted'])
    expect(history.filter(({ action }) => action === 'accept')).toMatchObject([{ by: 'client', to: 'confirmed' }])

    const news = await newsOf(therapist, rows)
    expect(news).toMatchObject([{ relatedId: rows[0]?.id }])
    expect(news[0]?.message).toContain('4')
    const { mails, text, file } = await deliver(act.command)
    expect(mails).toMatchObject([{ kind: 'series-accepted', state: 'sent', account_id: therapist.accountId }])
    expect(text).toContain('accepted')
    expect(calendarFileTimes(file).size).toBe(4)
  })

  test('unless they have started, are cancelled or await no answer @slow', async () => {
    const rows = await four()
    const [begun, off] = rows
    await therapist.api.session.cancel({ id: off?.id ?? '', command: randomUUID() })
    await app.db.asActor({ role: 'therapist', id: therapist.accountId }, async (tx) => {
      const ago = new Date(app.clock.now().getTime() - 20 * 60_000)
      await tx.run(
        `update app.session set starts_at = $2, ends_at = $2::timestamptz + interval '50 minutes' where id = $1`,
        [begun?.id, ago],
      )
      await tx.run('update app.session_client set starts_at = $2 where session_id = $1', [begun?.id, ago])
    })
    expect(await client.api.series.accept(all(rows))).toEqual({ accepted: 2 })
    expect(await statesOf(rows)).toEqual(['scheduled', 'cancelled', 'confirmed', 'confirmed'])
    const refused = { code: 'ILLEGAL_TRANSITION', data: { status: 'cancelled' } }
    await expect(client.api.series.accept(all(rows))).rejects.toMatchObject(refused)
    hour++
    const agreed = { code: 'ILLEGAL_TRANSITION', data: { status: 'confirmed' } }
    await expect(client.api.series.accept(all(await four(1, true)))).rejects.toMatchObject(agreed)
  })

  test('for themselves only: the session of a couple is confirmed when both have accepted, even at the same moment', async () => {
    const [one, both] = [await four(2), (hour++, await four(2))]
    expect(await client.api.series.accept(all(one))).toEqual({ accepted: 4 })
    expect(await statesOf(one)).toEqual(Array(4).fill('scheduled'))
    await expect(client.api.series.accept(all(one))).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' })
    const { history } = await partner.api.session.get({ id: one[0]?.id ?? '' })
    expect(history.map(({ action }) => action)).toEqual(['create'])
    expect(await partner.api.series.accept(all(one))).toEqual({ accepted: 4 })
    await Promise.all([client, partner].map((person) => person.api.series.accept(all(both))))
    expect([...(await statesOf(one)), ...(await statesOf(both))]).toEqual(Array(8).fill('confirmed'))
  })

  test('only their own: refused for others, for a session without a series and for a command that was used elsewhere', async () => {
    const rows = await four()
    await expect(partner.api.series.accept(all(rows))).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const id = randomUUID()
    const startsAt = on(dayFromNow(app.clock.now(), 3))
    await therapist.api.session.create({ id, clientIds: records.slice(0, 1), startsAt, format: 'phone' })
    const alone = { sessionId: id, command: randomUUID() }
    await expect(client.api.series.accept(alone)).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const { command } = alone
    await client.api.session.accept({ id: rows[0]?.id ?? '', command })
    await expect(client.api.series.accept(all(rows, command))).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await statesOf(rows)).toEqual(['confirmed', 'scheduled', 'scheduled', 'scheduled'])
  })
})

test('accepting for all participants skips a session that one of them declined', async () => {
  const rows = await four(2)
  const left = rows[0]?.id ?? ''
  await client.api.session.accept({ id: left, command: randomUUID() })
  await partner.api.session.decline({ id: left, command: randomUUID(), reason: '' })
  expect(await statesOf(rows)).toEqual(Array(4).fill('scheduled'))
  expect(await therapist.api.session.get({ id: left })).toMatchObject({ awaitedInSeries: 3 })
  expect(await therapist.api.series.accept(all(rows))).toEqual({ accepted: 3 })
  expect(await statesOf(rows)).toEqual(['scheduled', 'confirmed', 'confirmed', 'confirmed'])
})

test('a therapist can accept for all participants at once, and each is notified once @slow', async () => {
  const rows = await four(2)
  await client.api.session.accept({ id: rows[0]?.id ?? '', command: randomUUID() })
  expect(await therapist.api.session.get({ id: rows[0]?.id ?? '' })).toMatchObject({ awaitedInSeries: 4 })
  const act = all(rows)
  expect(await therapist.api.series.accept(act)).toEqual({ accepted: 4 })
  expect(await therapist.api.series.accept(act)).toEqual({ accepted: 4 })
  expect(await statesOf(rows)).toEqual(Array(4).fill('confirmed'))
  const { session, history } = await therapist.api.session.get({ id: rows[3]?.id ?? '' })
  expect(session.participants.map(({ answer }) => answer)).toEqual(['accepted', 'accepted'])
  expect(history.at(-1)).toMatchObject({ action: 'acceptOnBehalf', by: 'therapist' })
  for (const person of [client, partner]) expect(await newsOf(person, rows)).toHaveLength(1)
  const { mails } = await deliver(act.command)
  expect(mails.map(({ account_id }) => account_id).toSorted()).toEqual([client.accountId, partner.accountId].toSorted())
  expect(mails.map(({ state }) => state)).toEqual(['sent', 'sent'])
  await expect(therapist.api.series.accept(all(rows))).rejects.toMatchObject({ code: 'ILLEGAL_TRANSITION' })
  const other = await app.person('therapist', 2)
  await expect(other.api.series.accept(all(rows))).rejects.toMatchObject({ code: 'NOT_FOUND' })
})
