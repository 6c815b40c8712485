import { defaultTerms } from '@attune/contract/features/schedule/terms/terms.rules'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'
import { connectClient, insertSession } from '../../../testing/records/sessions.ts'
import { everyWeekday, daysAhead, testBookingRules, saveHours, wholeDaySpan } from './availability.testing.ts'

const app = await startSharedApp({ worker: false })
const therapist = await app.person('therapist')
const client = await app.person('client')
const other = await app.person('client', 2)
const record = await connectClient(app, therapist, client)
const otherRecord = await connectClient(app, therapist, other)
const days = daysAhead(app)
await saveHours(therapist, everyWeekday())

const window = (from: number, to = from) => ({
  from: days.dayAhead(from),
  to: days.dayAhead(to),
  format: 'video' as const,
})
const slotQuery = (from: number, to = from, more: object = {}) => ({
  therapistId: therapist.accountId,
  ...window(from, to),
  ...more,
})
const requestOf = (startsAt: string, more: object = {}) => ({
  id: randomUUID(),
  therapistId: therapist.accountId,
  startsAt,
  durationMinutes: 50,
  format: 'video' as const,
  ...more,
})
const startsOf = async (person: Person, from: number, to = from, more: object = {}) =>
  (await person.api.availability.slots(slotQuery(from, to, more))).slots.map(({ startsAt }) => startsAt)

test('a client sees a day’s free times in the usual duration, the first free time, and the booking horizon', async () => {
  const seen = await client.api.availability.slots(slotQuery(10))
  expect(seen).toEqual({
    zone: 'Europe/Berlin',
    durationMinutes: 50,
    formats: ['in-person', 'video'],
    slots: ['09:00', '10:00', '11:00'].map((time) => ({
      startsAt: days.at(10, time),
      endsAt: new Date(Date.parse(days.at(10, time)) + 50 * 60_000).toISOString(),
      location: '',
    })),
    next: expect.any(String),
    earliest: expect.any(String),
    latest: days.dayAhead(56),
    proposeTimes: true,
  })
  const [first] = await startsOf(client, 0, 2)
  expect(seen.next).toBe(first)
  expect(Math.abs(Date.parse(seen.earliest) - app.clock.now().getTime())).toBeLessThan(60_000)
  expect(await therapist.api.availability.slots(slotQuery(10))).toEqual({ ...seen, earliest: expect.any(String) })
  expect(await startsOf(client, 10, 10, { durationMinutes: 61 })).toEqual([days.at(10, '09:00'), days.at(10, '10:00')])
  expect(await startsOf(client, 10, 10, { format: 'phone' })).toEqual([])
  expect(await startsOf(client, 55, 60)).toHaveLength(6)
})

test('sessions with buffers, events, imported events and absences block times for clients, who see no names or titles', async () => {
  await saveHours(therapist, everyWeekday({ until: '16:00' }), { bufferAfter: 10 })
  await insertSession(app, therapist, otherRecord, {
    status: 'confirmed',
    startsAt: days.at(12, '10:00'),
    location: 'Secret room',
  })
  await insertSession(app, therapist, otherRecord, { status: 'pending', startsAt: days.at(12, '15:00') })
  const event = { id: randomUUID(), title: 'Secret dentist', location: 'Secret street' }
  const span = { startsAt: days.at(12, '12:00'), endsAt: days.at(12, '12:30') }
  await therapist.api.calendar.addEvent({ ...event, ...span })
  await putImported(days.at(12, '13:15'), days.at(12, '13:30'), 'Secret choir')
  const absence = { id: randomUUID(), title: 'Secret holiday', ...wholeDaySpan(days.dayAhead(13)), wholeDays: true }
  await therapist.api.availability.saveAbsence(absence)

  // A session can start at 09:00 because it ends exactly one buffer before the session at 10:00. The pending request
  // at 15:00 blocks no time.
  expect(await startsOf(client, 12, 13)).toEqual(['09:00', '11:00', '14:00', '15:00'].map((time) => days.at(12, time)))
  const answer = JSON.stringify(await client.api.availability.slots(slotQuery(10, 14)))
  expect(answer).not.toMatch(/Secret|Clara|client/)
  for (const time of ['10:20', '12:00', '13:10']) {
    const refusal = await client.api.session.request(requestOf(days.at(12, time))).catch((error: unknown) => error)
    expect(refusal, time).toMatchObject({
      code: 'SLOT_TAKEN',
      data: { conflicts: [{ kind: 'session', sessionId: null, name: '' }] },
    })
    expect(JSON.stringify(refusal)).not.toMatch(/Secret|Clara/)
  }
  await saveHours(therapist, everyWeekday())
})

async function putImported(startsAt: string, endsAt: string, title: string): Promise<void> {
  const [id, therapist_id] = [randomUUID(), therapist.accountId]
  await app.db.asActor({ role: 'therapist', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('imported_calendar')
      .values({
        id,
        therapist_id,
        name: 'Home',
        address: 'https://calendar.example.org/x.ics',
        next_read_at: '2099-01-01T00:00:00Z',
      })
      .execute(),
  )
  await app.db.asActor({ role: 'worker', id: therapist_id }, ({ kysely }) =>
    kysely
      .insertInto('imported_event')
      .values({ therapist_id, calendar_id: id, starts_at: startsAt, ends_at: endsAt, number: 1, title })
      .execute(),
  )
}

test('a day override replaces the weekly hours, and a closed day has no times', async () => {
  const ranges = [{ from: '18:00', until: '19:00', formats: ['video' as const] }]
  await therapist.api.availability.setDay({ day: days.dayAhead(20), ranges })
  await therapist.api.availability.setDay({ day: days.dayAhead(21), ranges: [] })
  expect(await startsOf(client, 20, 21)).toEqual([days.at(20, '18:00')])
})

test('the preview shows the times of unsaved hours and saves nothing', async () => {
  const before = await therapist.api.availability.mine({})
  const draft = {
    weekly: everyWeekday({ from: '07:00', until: '08:00' }),
    rules: { ...testBookingRules, horizonDays: 15 },
  }
  const seen = await therapist.api.availability.preview({ ...draft, ...window(13, 20) })
  // The therapist is absent on day 13, and day 15 is the last day within the booking horizon.
  expect(seen.slots.map(({ startsAt }) => startsAt)).toEqual([days.at(14, '07:00'), days.at(15, '07:00')])
  expect(seen.latest).toBe(days.dayAhead(15))
  expect(await therapist.api.availability.mine({})).toEqual(before)
})

test('an unknown or disconnected therapist is not found, an inactive client is refused, and a too long window is refused @slow', async () => {
  const stranger = await app.person('therapist', 2)
  const ask = (person: Person, more: object = {}) => person.api.availability.slots({ ...slotQuery(1), ...more })
  const notFound = { status: 404, code: 'NOT_FOUND' }
  await expect(ask(client, { therapistId: stranger.accountId })).rejects.toMatchObject(notFound)
  await expect(ask(client, { therapistId: randomUUID() })).rejects.toMatchObject(notFound)
  await expect(ask(stranger)).rejects.toMatchObject(notFound)
  await therapist.api.client.setStatus({ id: otherRecord, status: 'inactive', command: randomUUID() })
  await expect(ask(other)).rejects.toMatchObject({ status: 409, code: 'CLIENT_INACTIVE' })
  await therapist.api.client.setStatus({ id: otherRecord, status: 'active', command: randomUUID() })
  expect(await startsOf(other, 40)).toHaveLength(3)
  await therapist.api.connection.disconnect({ clientId: otherRecord, command: randomUUID() })
  await expect(ask(other)).rejects.toMatchObject(notFound)
  for (const wrong of [
    { from: days.dayAhead(2), to: days.dayAhead(1) },
    { from: days.dayAhead(0), to: days.dayAhead(62) },
    { from: '0001-01-01', to: '9999-12-31' },
  ]) {
    await expect(ask(client, wrong), JSON.stringify(wrong)).rejects.toMatchObject({ status: 400 })
  }
  expect((await ask(client, { from: '2001-01-01', to: '2001-02-01' })).slots).toEqual([])
  expect((await ask(client, { from: days.dayAhead(0), to: days.dayAhead(61) })).slots.length).toBeGreaterThan(100)
})

test('without proposed times only the free times can be requested', async () => {
  const terms = { ...defaultTerms, durationMinutes: 50 }
  await saveHours(therapist, everyWeekday({ formats: ['video'] }), {
    bufferAfter: 30,
    noticeMinutes: 1440,
    horizonDays: 40,
  })
  await therapist.api.terms.save({ ...terms, proposeTimes: false })
  await insertSession(app, therapist, record, { status: 'confirmed', startsAt: days.at(30, '10:10') })
  expect((await client.api.availability.slots(slotQuery(31))).proposeTimes).toBe(false)
  const codeOf = (startsAt: string, more: object = {}) =>
    client.api.session.request(requestOf(startsAt, more)).then(
      ({ status }) => status,
      ({ code }: { code: string }) => code,
    )
  expect(await codeOf(days.at(31, '10:00'))).toBe('pending')
  expect(await codeOf(days.at(31, '10:30'))).toBe('NOT_OFFERED')
  expect(await codeOf(days.at(31, '10:00'), { format: 'phone' })).toBe('NOT_OFFERED')
  expect(await codeOf(days.at(31, '11:00'), { durationMinutes: 61 })).toBe('NOT_OFFERED')
  expect(await codeOf(days.at(41, '10:00'))).toBe('NOT_OFFERED')
  expect(await codeOf(new Date(app.clock.now().getTime() + 3_600_000).toISOString())).toBe('NOT_OFFERED')
  // A start from the timetable that is taken is refused with SLOT_TAKEN. Any other start that clients cannot book is
  // refused with NOT_OFFERED.
  expect(await codeOf(days.at(30, '10:00'))).toBe('SLOT_TAKEN')
  expect(await codeOf(days.at(30, '10:20'))).toBe('NOT_OFFERED')
  // No session takes place at 11:00, but 11:00 is within the buffer after the previous session.
  expect(await codeOf(days.at(30, '11:00'))).toBe('NOT_OFFERED')
  await therapist.api.terms.save({ ...terms, proposeTimes: true })
  expect(await codeOf(days.at(30, '11:00'))).toBe('pending')
  expect(await codeOf(days.at(41, '22:10'))).toBe('pending')
  expect(await codeOf(days.at(-1, '10:00'))).toBe('IN_THE_PAST')
})

test('a request in person gets the location of its range, any other request none', async () => {
  await saveHours(therapist, everyWeekday({ location: 'Garden house' }))
  const inPerson = { format: 'in-person' as const }
  const { slots } = await client.api.availability.slots(slotQuery(33, 33, inPerson))
  expect(slots.map(({ location }) => location)).toEqual(Array(3).fill('Garden house'))
  expect((await client.api.availability.slots(slotQuery(33))).slots[0]?.location).toBe('')
  const locationOf = async (time: string, more: object) =>
    (await client.api.session.request(requestOf(days.at(33, time), more))).location
  expect(await locationOf('09:00', inPerson)).toBe('Garden house')
  expect(await locationOf('10:10', inPerson)).toBe('Garden house')
  expect(await locationOf('11:30', inPerson)).toBe('')
  expect(await locationOf('09:00', {})).toBe('')
})

test('the therapist’s calendar returns the hours, and how many sessions each day can still have', async () => {
  await saveHours(therapist, everyWeekday({ location: 'Garden house' }), {
    stepMinutes: 5,
    bufferAfter: 10,
    horizonDays: 51,
  })
  await insertSession(app, therapist, record, { status: 'confirmed', startsAt: days.at(50, '09:30') })
  const ranges = [{ from: '20:00', until: '24:00', formats: ['phone' as const] }]
  await therapist.api.availability.setDay({ day: days.dayAhead(51), ranges })
  const seen = await therapist.api.calendar.between({ startsAt: days.at(50, '11:00'), endsAt: days.at(53, '00:00') })
  expect(seen.open).toEqual([
    ...open(50, '09:00', '12:00', ['video', 'in-person'], 'Garden house'),
    { ...open(51, '20:00', '20:00', ['phone'], '')[0], endsAt: days.at(52, '00:00') },
    ...open(52, '09:00', '12:00', ['video', 'in-person'], 'Garden house'),
  ])
  expect(seen.days).toEqual([
    // From 10:30 to 12:00 there is room for one session of 50 minutes with its buffer of 10 minutes.
    { day: days.dayAhead(50), free: 1 },
    { day: days.dayAhead(51), free: 4 },
    { day: days.dayAhead(52), free: 0 },
  ])
})

const open = (ahead: number, from: string, until: string, kinds: string[], location: string) => [
  { startsAt: days.at(ahead, from), endsAt: days.at(ahead, until), formats: kinds, location },
]
