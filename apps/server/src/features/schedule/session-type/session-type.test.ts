import { randomUUID } from 'node:crypto'
import type { NewSessionType } from '@attune/contract/features/schedule/session-type/session-type'
import { sessionTypeLimit } from '@attune/contract/features/schedule/session-type/session-type.rules'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import { newSessionType } from '../../../testing/records/session-types.ts'
import { connectClient, insertSession } from '../../../testing/records/sessions.ts'
import { waitingLocks } from '../../../testing/database/locks.ts'
import { withCalendarLock } from '../schedule/schedule.ts'
import { daysAhead, everyWeekday, saveHours } from '../availability/availability.testing.ts'

const app = await startSharedApp()
const therapist = await app.person('therapist')
const client = await app.person('client')
const stranger = await app.person('therapist', 2)
const record = await connectClient(app, therapist, client)
const { at, dayAhead } = daysAhead(app)
await saveHours(therapist, everyWeekday())

const typeOf = (more: Partial<NewSessionType> = {}): NewSessionType =>
  newSessionType({ name: 'First session', durationMinutes: 90, ...more })
const namesOf = async () => (await client.api.sessionType.offered({ therapistId: therapist.accountId })).items

test('a therapist without types has none, and a client is offered none', async () => {
  expect(await stranger.api.sessionType.list({})).toEqual({ items: [] })
  expect(await namesOf()).toEqual([])
})

test('types are added, edited, sorted and archived once, however often a call is repeated', async () => {
  const [first, second] = [typeOf(), typeOf({ name: 'Follow-up', durationMinutes: 50, color: 'clay' })]
  const added = await therapist.api.sessionType.add(first)
  expect(added).toEqual({ ...first, isArchived: false, version: 1 })
  expect(await therapist.api.sessionType.add(first)).toEqual(added)
  await expect(therapist.api.sessionType.add({ ...first, name: 'Other' })).rejects.toMatchObject({ code: 'CONFLICT' })
  await therapist.api.sessionType.add(second)
  const edited = await therapist.api.sessionType.edit({ ...first, name: 'Intake', version: 1 })
  expect(edited).toMatchObject({ name: 'Intake', version: 2 })
  const stale = therapist.api.sessionType.edit({ ...first, name: 'Too late', version: 1 })
  await expect(stale).rejects.toMatchObject({ code: 'CHANGED', data: { type: { name: 'Intake' } } })
  const { items } = await therapist.api.sessionType.sort({ ids: [second.id, first.id] })
  expect(items.map(({ name }) => name)).toEqual(['Follow-up', 'Intake'])
  for (const type of [first, second])
    expect(await therapist.api.sessionType.setArchived({ id: type.id, isArchived: true })).toMatchObject({
      isArchived: true,
    })
  expect((await therapist.api.sessionType.setArchived({ id: second.id, isArchived: false })).isArchived).toBe(false)
})

test('a type of someone else and an unknown type are refused alike', async () => {
  const { id } = await therapist.api.sessionType.add(typeOf())
  const clientIds = [await connectClient(app, stranger, client)]
  for (const unknown of [id, randomUUID()]) {
    const edit = stranger.api.sessionType.edit({ ...typeOf({ id: unknown }), version: 1 })
    await expect(edit).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(stranger.api.sessionType.sort({ ids: [unknown] })).rejects.toMatchObject({ code: 'NOT_FOUND' })
    const plan = { id: randomUUID(), clientIds, format: 'video' as const }
    const session = stranger.api.session.create({ ...plan, startsAt: at(3, '09:00'), typeId: unknown })
    await expect(session).rejects.toMatchObject({ code: 'NOT_FOUND' })
  }
})

test('a therapist has at most 50 types @slow', async () => {
  const busy = await app.person('therapist', 3)
  // Adds the types one after the other, because a busy machine refuses calls that wait too long for the database.
  for (let added = 0; added < sessionTypeLimit; added++) await busy.api.sessionType.add(typeOf())
  await expect(busy.api.sessionType.add(typeOf())).rejects.toMatchObject({ code: 'LIMIT_REACHED' })
})

test('clients are offered what their status allows, with the act that the therapist’s rule allows', async () => {
  const names = { first: 'For new clients', later: 'For known clients', never: 'For nobody' }
  await therapist.api.sessionType.add(typeOf({ name: names.first, newClients: 'book' }))
  await therapist.api.sessionType.add(typeOf({ name: names.later, knownClients: 'request' }))
  await therapist.api.sessionType.add(typeOf({ name: names.never }))
  expect(await namesOf()).toMatchObject([{ name: names.first, isInstant: true, durationMinutes: 90 }])
  // While a first session is planned, a further one must be confirmed by the therapist.
  const planned = await insertSession(app, therapist, record, { status: 'confirmed', startsAt: at(6, '09:00') })
  expect(await namesOf()).toMatchObject([{ name: names.first, isInstant: false }])
  await therapist.api.session.cancel({ id: planned, command: randomUUID() })
  expect(await namesOf()).toMatchObject([{ name: names.first, isInstant: true }])
  await insertSession(app, therapist, record, { status: 'completed', startsAt: at(-3, '09:00') })
  expect(await namesOf()).toMatchObject([{ name: names.later, isInstant: false }])
})

test('a rule does not end while a booking is under way', async () => {
  const type = await therapist.api.sessionType.add(typeOf({ name: 'Walk', knownClients: 'book' }))
  const booking = Promise.withResolvers<void>()
  const locked = Promise.withResolvers<void>()
  const order: string[] = []
  const held = app.db
    .asActor({ role: 'client', id: client.accountId }, (tx) =>
      withCalendarLock(tx, therapist.accountId, async () => {
        await tx.run('select 1')
        locked.resolve()
        await booking.promise
      }),
    )
    .then(() => order.push('booked'))
  await locked.promise
  const { isArchived: _, ...edited } = type
  const end = therapist.api.sessionType.edit({ ...edited, knownClients: 'request' }).then(() => order.push('ended'))
  await expect.poll(() => waitingLocks(app)).toBe(1)
  booking.resolve()
  await Promise.all([held, end])
  expect(order).toEqual(['booked', 'ended'])
})

test('free times have the duration, the format and the buffers of the type', async () => {
  const type = typeOf({ name: 'Long', knownClients: 'request', durationMinutes: 60, bufferBefore: 0, bufferAfter: 60 })
  await therapist.api.sessionType.add(type)
  const startsAt = at(4, '09:00')
  await insertSession(app, therapist, record, { status: 'confirmed', startsAt })
  const day = { from: dayAhead(4), to: dayAhead(4) }
  const input = { therapistId: therapist.accountId, ...day, format: 'in-person' as const, typeId: type.id }
  const found = await client.api.availability.slots(input)
  expect(found).toMatchObject({ durationMinutes: 60, formats: ['video'] })
  expect(found.slots.map((slot) => slot.startsAt)).toEqual([at(4, '11:00')])
  const without = await client.api.availability.slots({ ...input, typeId: undefined, durationMinutes: 60 })
  expect(without.slots.map((slot) => slot.startsAt)).toEqual([at(4, '10:00'), at(4, '11:00')])
  const secret = await therapist.api.sessionType.add(typeOf())
  const refused = client.api.availability.slots({ ...input, typeId: secret.id })
  await expect(refused).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('the next free times respect the duration and what is planned, at most two on a day', async () => {
  const owner = await app.person('therapist', 4)
  const own = await connectClient(app, owner, client)
  await saveHours(owner, everyWeekday(), { noticeMinutes: 10_000, perDay: 1 })
  await insertSession(app, owner, own, { status: 'confirmed', startsAt: at(1, '09:00') })
  const wanted = { format: 'video' as const, limit: 5 }
  const starts = async (durationMinutes: number) =>
    (await owner.api.availability.nextFree({ ...wanted, durationMinutes })).slots.map((slot) => slot.startsAt)
  const tomorrow = (all: string[]) => all.filter((one) => one >= at(1, '00:00') && one < at(2, '00:00'))
  expect(tomorrow(await starts(50))).toEqual([at(1, '10:00'), at(1, '11:00')])
  expect(tomorrow(await starts(120))).toEqual([at(1, '10:00')])
  expect(await starts(60)).toHaveLength(5)
  const second = (await starts(180))[0] ?? ''
  expect(new Date(second).getTime()).toBeGreaterThan(app.clock.now().getTime())
})

test('a session keeps its archived type, which the client does not see', async () => {
  const type = await therapist.api.sessionType.add(typeOf({ name: 'EMDR', color: 'blue' }))
  const plan = { id: randomUUID(), clientIds: [record], startsAt: at(8, '09:00'), format: 'video' as const }
  const planned = await therapist.api.session.create({ ...plan, typeId: type.id })
  expect(planned.type).toEqual({ id: type.id, name: 'EMDR', color: 'blue' })
  await therapist.api.sessionType.setArchived({ id: type.id, isArchived: true })
  expect((await therapist.api.session.get({ id: plan.id })).session.type).toMatchObject({ name: 'EMDR' })
  const seen = await client.api.session.get({ id: plan.id })
  expect(seen.session.type).toBeNull()
  expect(JSON.stringify(seen)).not.toContain('EMDR')
})

test('each session of a series has the type', async () => {
  const type = await therapist.api.sessionType.add(typeOf({ name: 'Weekly' }))
  const repeat = { every: 'weeks' as const, weeks: 1, ends: { by: 'count' as const, count: 3 } }
  const startsAt = at(9, '14:00')
  const series = { id: randomUUID(), clientIds: [record], startsAt, format: 'video' as const, repeat }
  await therapist.api.series.create({ ...series, typeId: type.id })
  const { items } = await therapist.api.session.between({ from: startsAt, to: at(30, '00:00') })
  const named = items.filter(({ seriesId }) => seriesId === series.id).map((one) => one.type?.name)
  expect(named).toEqual(['Weekly', 'Weekly', 'Weekly'])
})
