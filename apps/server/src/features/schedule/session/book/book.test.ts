import { randomUUID } from 'node:crypto'
import type { NewSessionType } from '@attune/contract/features/schedule/session-type/session-type'
import { beforeEach, expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import { queryAsRole } from '../../../../testing/database/database.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient, insertSession } from '../../../../testing/records/sessions.ts'
import { daysAhead, everyWeekday, saveHours } from '../../availability/availability.testing.ts'

let day = 1
const app = await startSharedApp()
const therapist = await app.person('therapist')
const client = await app.person('client')
const other = await app.person('client', 2)
const record = await connectClient(app, therapist, client)
const otherRecord = await connectClient(app, therapist, other)
const { at } = daysAhead(app)
for (const one of [record, otherRecord])
  await insertSession(app, therapist, one, {
    status: 'completed',
    startsAt: at(-3, one === record ? '09:00' : '10:00'),
  })
beforeEach(async () => {
  day++
  await saveHours(therapist, everyWeekday())
})

async function addType(more: Partial<NewSessionType> = {}) {
  const type = {
    name: 'Follow-up',
    durationMinutes: 50,
    format: 'video' as const,
    location: '',
    color: 'sage' as const,
  }
  const modes = { newClients: 'none' as const, knownClients: 'book' as const }
  const buffers = { bufferBefore: null, bufferAfter: null, serviceId: null }
  return therapist.api.sessionType.add({ id: randomUUID(), ...type, ...modes, ...buffers, ...more })
}
const bookingOf = (type: { id: string }, more: object = {}) => ({
  id: randomUUID(),
  therapistId: therapist.accountId,
  typeId: type.id,
  startsAt: at(day, '09:00'),
  durationMinutes: 50,
  format: 'video' as const,
  ...more,
})
const notificationsOf = async (person: Person, id: string) =>
  (await person.api.notification.list({})).items.filter((one) => one.relatedId === id).map((one) => one.kind)

/** Runs a query with a role that can read all rows. */
const rowsOf = <Row extends object>(text: string, values: unknown[]) =>
  app.privileged.definer.query<Row>(text, values).then(({ rows }) => rows)

test('a free time is booked at once by the therapist’s rule: confirmed, with the rule in the history, both notified [6.06] @slow', async () => {
  const type = await addType()
  const input = bookingOf(type, { message: 'See you' })
  expect(await client.api.session.book(input)).toMatchObject({ status: 'confirmed', durationMinutes: 50, type: null })
  const { session, history } = await therapist.api.session.get({ id: input.id })
  expect(session).toMatchObject({ status: 'confirmed', type: { id: type.id, name: 'Follow-up' } })
  expect(history).toMatchObject([{ by: 'client', action: 'book', from: null, to: 'confirmed', reason: 'See you' }])
  const rules = await app.db.asActor({ role: 'therapist', id: therapist.accountId }, ({ kysely }) =>
    kysely
      .selectFrom('session_history as h')
      .innerJoin('booking_rule as r', 'r.id', 'h.rule_id')
      .select(['r.type_id', 'r.clients', 'r.ended_at'])
      .where('h.session_id', '=', input.id)
      .execute(),
  )
  expect(rules).toEqual([{ type_id: type.id, clients: 'known', ended_at: null }])
  expect(await notificationsOf(therapist, input.id)).toEqual(['session-booked'])
  expect(await notificationsOf(client, input.id)).toEqual(['session-confirmed'])
  const mail = await app.inbox.mailTo(therapist.email, /Booked: an appointment/)
  expect(`${mail.subject} ${mail.text}`).not.toMatch(/Clara|See you|Follow-up/)
  await app.inbox.mailTo(client.email, /Confirmed: your appointment/)
  expect(await client.api.session.book(input)).toMatchObject({ id: input.id, status: 'confirmed' })
  expect(await notificationsOf(therapist, input.id)).toEqual(['session-booked'])
})

test('the therapist cancels a booked session and takes that back like any other', async () => {
  const input = bookingOf(await addType())
  await client.api.session.book(input)
  const command = () => ({ id: input.id, command: randomUUID() })
  expect(await therapist.api.session.cancel(command())).toMatchObject({ status: 'cancelled' })
  expect(await therapist.api.session.restore(command())).toMatchObject({ status: 'confirmed' })
})

test('without a rule the type can only be requested [6.06] @slow', async () => {
  for (const modes of [
    { knownClients: 'request' as const },
    { knownClients: 'none' as const },
    { newClients: 'book' as const, knownClients: 'request' as const },
  ]) {
    const input = bookingOf(await addType(modes))
    await expect(client.api.session.book(input)).rejects.toMatchObject({ code: 'FORBIDDEN', status: 403 })
    await expect(therapist.api.session.get({ id: input.id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
  const type = await addType({ knownClients: 'request' })
  const { startsAt, durationMinutes, format } = bookingOf(type)
  const request = { id: randomUUID(), therapistId: therapist.accountId, startsAt, durationMinutes, format }
  expect(await client.api.session.request({ ...request, typeId: type.id })).toMatchObject({ status: 'pending' })
  const book = client.api.session.book({ ...bookingOf(type), id: request.id })
  await book.catch(() => {})
  expect((await client.api.session.get({ id: request.id })).session.status).toBe('pending')
  expect((await therapist.api.session.get({ id: request.id })).session.type).toMatchObject({ id: type.id })
})

test('a rule that the therapist has ended or whose type is archived confirms nothing more', async () => {
  const ended = await addType()
  const { isArchived: _, ...content } = ended
  await therapist.api.sessionType.edit({ ...content, knownClients: 'request' })
  await expect(client.api.session.book(bookingOf(ended))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const archived = await addType()
  await therapist.api.sessionType.setArchived({ id: archived.id, isArchived: true })
  await expect(client.api.session.book(bookingOf(archived))).rejects.toMatchObject({ code: 'FORBIDDEN' })
  const again = await therapist.api.sessionType.edit({ ...content, knownClients: 'book', version: 2 })
  expect(again.knownClients).toBe('book')
  const rules = await rowsOf<{ ended: boolean }>(
    'select ended_at is not null as ended from app.booking_rule where type_id = $1 order by began_at, ended',
    [ended.id],
  )
  expect(rules.map((rule) => rule.ended).toSorted()).toEqual([false, true])
})

test('a type of another therapist is as unknown as any id', async () => {
  const stranger = await app.person('therapist', 2)
  const id = randomUUID()
  const modes = { newClients: 'book' as const, knownClients: 'book' as const, serviceId: null }
  const type = { name: 'Theirs', durationMinutes: 50, format: 'video' as const, location: '', color: 'sage' as const }
  await stranger.api.sessionType.add({ id, ...type, bufferBefore: null, bufferAfter: null, ...modes })
  for (const typeId of [id, randomUUID()])
    await expect(client.api.session.book(bookingOf({ id: typeId }))).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const input = { ...bookingOf({ id }), therapistId: stranger.accountId }
  await expect(client.api.session.book(input)).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a taken time is refused with 409 without saying by what', async () => {
  const type = await addType()
  await insertSession(app, therapist, otherRecord, { status: 'confirmed', startsAt: at(day, '09:00') })
  const refused = client.api.session.book(bookingOf(type))
  await expect(refused).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    status: 409,
    data: { conflicts: [{ kind: 'session', sessionId: null, name: '' }] },
  })
})

test('hours, notice, horizon, limits, buffers, duration and format are checked at the booking', async () => {
  const type = await addType({ bufferBefore: 0, bufferAfter: 60 })
  const refused = async (more: object = {}) => {
    await expect(client.api.session.book(bookingOf(type, more))).rejects.toMatchObject({ code: 'NOT_OFFERED' })
  }
  await refused({ startsAt: at(day, '15:00') })
  await refused({ startsAt: at(day, '09:07') })
  await refused({ durationMinutes: 30 })
  await refused({ format: 'phone' })
  await refused({ startsAt: at(80, '09:00') })
  await saveHours(therapist, everyWeekday(), { noticeMinutes: 129_600 })
  await refused()
  await saveHours(therapist, everyWeekday(), { perDay: 1 })
  await insertSession(app, therapist, otherRecord, { status: 'confirmed', startsAt: at(day, '09:00') })
  await refused({ startsAt: at(day, '11:00') })
  await saveHours(therapist, everyWeekday())
  await refused({ startsAt: at(day, '10:00') })
  expect(await client.api.session.book(bookingOf(type, { startsAt: at(day, '11:00') }))).toMatchObject({
    status: 'confirmed',
  })
})

test('a video session gets the therapist’s link with a room of its own, one in person the location of the type', async () => {
  const terms = await therapist.api.terms.mine({})
  await therapist.api.terms.save({ ...terms, videoLink: 'https://meet.example/{room}' })
  const video = await client.api.session.book(bookingOf(await addType()))
  expect(video.videoUrl).toMatch(/^https:\/\/meet\.example\/[\w-]{22}$/)
  const type = await addType({ format: 'in-person', location: 'Room 4' })
  const booking = bookingOf(type, { format: 'in-person', startsAt: at(day, '11:00') })
  expect(await client.api.session.book(booking)).toMatchObject({ location: 'Room 4', videoUrl: null })
})

test('a booked video session has its call in Attune if the therapist’s terms say so [3.08] @slow', async () => {
  const terms = await therapist.api.terms.mine({})
  await therapist.api.terms.save({ ...terms, videoLink: 'https://meet.example/{room}', callsInAttune: true })
  const video = await client.api.session.book(bookingOf(await addType()))
  expect(video).toMatchObject({ videoUrl: null, callInAttune: true })
  const type = await addType({ format: 'in-person', location: 'Room 4' })
  const booking = bookingOf(type, { format: 'in-person', startsAt: at(day, '11:00') })
  expect(await client.api.session.book(booking)).toMatchObject({ videoUrl: null, callInAttune: false })
  await therapist.api.terms.save(terms)
})

test('an inactive client books nothing', async () => {
  const leaving = await app.person('client', 3)
  const own = await connectClient(app, therapist, leaving)
  await app.privileged.definer.query(`update app.client set status = 'inactive' where id = $1`, [own])
  const type = await addType({ newClients: 'book' })
  await expect(leaving.api.session.book(bookingOf(type))).rejects.toMatchObject({ code: 'CLIENT_INACTIVE' })
})

test('a booking that was made is in the audit log with the rule that confirmed it', async () => {
  const input = bookingOf(await addType())
  await client.api.session.book(input)
  const refused = bookingOf(await addType({ knownClients: 'none' }))
  await expect(client.api.session.book(refused)).rejects.toMatchObject({ status: 403 })
  const rows = await rowsOf<{ rule: string }>(`select r.id as rule from app.booking_rule r where r.type_id = $1`, [
    input.typeId,
  ])
  const logged = await queryAsRole(
    'backup',
    app.databaseUrl,
    `select action, thing, thing_id, actor_id, after from app.audit where thing_id in ('${input.id}', '${refused.id}')`,
  )
  expect(logged).toEqual([
    {
      action: 'book',
      thing: 'session',
      thing_id: input.id,
      actor_id: client.accountId,
      after: { ruleId: rows[0]?.rule },
    },
  ])
})
