import { wallClockOccurrence, wallClockOf } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient, scheduleSessionAt } from '../../../../testing/records/sessions.ts'
import { addBusyEvent, day, hour, toIso, addMilliseconds, minute, readCalendarDays } from '../calendar.testing.ts'
import { materializeSeries } from '../../recurrence/recurrence.ts'
import { eventOccurrences } from './store.ts'

const app = await startSharedApp({ worker: false })

let count = 0
/** Returns a new therapist with an empty calendar and this time zone. */
async function newTherapist(zone = 'Europe/Berlin'): Promise<Person> {
  const person = await app.person('therapist', ++count)
  if (zone !== 'Europe/Berlin') await person.api.account.saveSettings({ zone })
  return person
}
/** Returns 10:00 UTC on the day that is this many days ahead. */
const at = (days: number) => {
  const midnight = new Date(Date.now() + days * day)
  midnight.setUTCHours(10, 0, 0, 0)
  return midnight.toISOString()
}
const weekly = { every: 'weeks', weeks: 1, ends: { by: 'never' } } as const

/** Adds a weekly event of one hour, and returns the first occurrence. */
async function addWeeklyEvent(therapist: Person, startsAt: string, extra: { repeat?: object } = {}) {
  return therapist.api.calendar.addEvent({
    id: randomUUID(),
    title: 'Supervision',
    startsAt,
    endsAt: addMilliseconds(startsAt, hour),
    repeat: weekly,
    ...extra,
  } as Parameters<Person['api']['calendar']['addEvent']>[0])
}
const allOf = async (therapist: Person, from = Date.now() - 30 * day) =>
  (await readCalendarDays(therapist, from, 480)).events
const starts = async (therapist: Person) => (await allOf(therapist)).map((event) => event.startsAt)

test('a busy time needs no title, and its title can be removed [3.13]', async () => {
  const therapist = await newTherapist()
  const time = { startsAt: at(2), endsAt: addMilliseconds(at(2), hour) }
  const added = await therapist.api.calendar.addEvent({ id: randomUUID(), ...time })
  expect(added.title).toBe('')
  const named = await therapist.api.calendar.addEvent({ id: randomUUID(), title: 'Dentist', ...time, anyway: [at(2)] })
  const { id, revision, location } = named
  expect(
    await therapist.api.calendar.editEvent({ id, title: ' ', ...time, location, revision, anyway: [at(2)] }),
  ).toMatchObject({ title: '' })
})

test('an event sent again is added once unless its content differs [3.13]', async () => {
  const therapist = await newTherapist()
  const block = {
    id: randomUUID(),
    title: ' Supervision ',
    startsAt: at(1),
    endsAt: addMilliseconds(at(1), 90 * minute),
  }
  const added = await therapist.api.calendar.addEvent({ ...block, location: 'Clinic' })
  expect(added).toMatchObject({ title: 'Supervision', location: 'Clinic', repeat: null, seriesId: null, revision: 0 })
  expect(await therapist.api.calendar.addEvent({ ...block, location: 'Clinic' })).toEqual(added)
  await expect(therapist.api.calendar.addEvent({ ...block, location: 'Elsewhere' })).rejects.toMatchObject({
    code: 'CONFLICT',
  })
  const other = await newTherapist()
  await expect(other.api.calendar.addEvent(block)).rejects.toMatchObject({ code: 'CONFLICT' })
  const { events } = await therapist.api.calendar.between({ startsAt: at(1), endsAt: at(2) })
  expect(events).toEqual([added])
})

test('conflicts of an event are reported before saving and can be accepted @slow', async () => {
  const therapist = await newTherapist()
  const client = await app.person('client', 1)
  const sessionId = await scheduleSessionAt(therapist, await connectClient(app, therapist, client), new Date(at(3)))
  const block = { id: randomUUID(), title: 'Lecture', startsAt: at(3), endsAt: addMilliseconds(at(3), hour) }
  const conflict = { kind: 'session', sessionId, startsAt: at(3) }
  expect(
    (await therapist.api.calendar.conflicts({ startsAt: at(3), endsAt: addMilliseconds(at(3), hour) })).items,
  ).toMatchObject([conflict])
  await expect(therapist.api.calendar.addEvent(block)).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    data: { conflicts: [conflict] },
  })
  expect(await starts(therapist)).toEqual([])
  // `anyway` lists the start of another conflict, so the call does not accept this conflict.
  await expect(therapist.api.calendar.addEvent({ ...block, anyway: [at(4)] })).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    data: { conflicts: [conflict] },
  })
  await therapist.api.calendar.addEvent({ ...block, anyway: [at(3)] })
  const moving = { startsAt: addMilliseconds(at(3), 30 * minute), endsAt: addMilliseconds(at(3), 45 * minute) }
  expect((await therapist.api.calendar.conflicts({ ...moving, but: sessionId })).items).toMatchObject([
    { kind: 'event', name: 'Lecture' },
  ])
  expect((await therapist.api.calendar.conflicts({ ...moving, but: block.id })).items).toMatchObject([conflict])
})

test('an edit sent again is saved once unless its revision is old', async () => {
  const therapist = await newTherapist()
  const id = await addBusyEvent(therapist, { startsAt: at(1) })
  const edit = {
    id,
    title: 'Team',
    startsAt: at(2),
    endsAt: addMilliseconds(at(2), hour),
    location: 'Room 2',
    revision: 0,
  }
  const saved = await therapist.api.calendar.editEvent(edit)
  expect(saved).toMatchObject({ title: 'Team', startsAt: at(2), revision: 1 })
  expect(await therapist.api.calendar.editEvent(edit)).toEqual(saved)
  await expect(therapist.api.calendar.editEvent({ ...edit, title: 'Other' })).rejects.toMatchObject({
    code: 'CHANGED',
    data: saved,
  })
  await therapist.api.calendar.removeEvent({ id })
  await expect(therapist.api.calendar.removeEvent({ id })).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

for (const zone of ['Australia/Lord_Howe', 'America/New_York', 'Europe/Berlin']) {
  test(`a weekly event keeps its wall-clock time for twelve months in ${zone} @slow`, async () => {
    const therapist = await newTherapist(zone)
    const first = await addWeeklyEvent(therapist, at(1))
    const { time } = wallClockOf(first.startsAt, zone)
    const rows = await allOf(therapist)
    expect(rows.length).toBeGreaterThanOrEqual(52)
    for (const [number, row] of rows.entries()) {
      const wall = wallClockOf(row.startsAt, zone)
      expect([row.seriesId, row.repeat]).toEqual([first.seriesId, weekly])
      expect(Date.parse(row.endsAt) - Date.parse(row.startsAt)).toBe(hour)
      if (wallClockOccurrence(wall.day, time, zone) === 'once') expect(wall.time).toBe(time)
      expect(wall.day).toBe(
        wallClockOf(toIso(Date.parse(`${wallClockOf(first.startsAt, zone).day}T12:00:00Z`) + number * 7 * day), 'UTC')
          .day,
      )
    }
    // The period includes clock changes, so the same wall-clock time has two different UTC times.
    expect(new Set(rows.map((row) => row.startsAt.slice(11))).size).toBe(2)
  })
}

test('an edit of one, the following or all occurrences changes no others, creates no duplicates, and keeps individually moved ones @slow', async () => {
  const therapist = await newTherapist('Asia/Kathmandu')
  await addWeeklyEvent(therapist, at(1), { repeat: { every: 'weeks', weeks: 1, ends: { by: 'count', count: 10 } } })
  const before = await allOf(therapist)
  expect(before).toHaveLength(10)
  const id = (number: number) => before[number]?.id ?? ''
  const start = (number: number) => before[number]?.startsAt ?? ''
  const rest = { title: 'Supervision', location: '' }
  // Moves only the fourth event to another day.
  const alone = addMilliseconds(start(3), day + hour)
  await therapist.api.calendar.editEvent({
    id: id(3),
    ...rest,
    startsAt: alone,
    endsAt: addMilliseconds(alone, hour),
    revision: 0,
  })
  // Removes the sixth event.
  await therapist.api.calendar.removeEvent({ id: id(5) })
  // Moves the third and the following events by an hour.
  await therapist.api.calendar.editEvent({
    id: id(2),
    scope: 'following',
    title: 'Intervision',
    location: '',
    startsAt: addMilliseconds(start(2), hour),
    endsAt: addMilliseconds(start(2), 3 * hour),
    revision: 0,
  })
  const after = await allOf(therapist)
  const wanted = [0, 1, 2, 3, 4, 6, 7, 8, 9].map((number) =>
    number < 2 ? start(number) : number === 3 ? alone : addMilliseconds(start(number), hour),
  )
  expect(after.map((event) => event.startsAt)).toEqual(wanted.toSorted())
  expect(new Set(after.map((event) => event.id))).toEqual(
    new Set(before.map((event) => event.id).filter((each) => each !== id(5))),
  )
  expect(after.map((event) => event.title)).toEqual([
    'Supervision',
    'Supervision',
    'Intervision',
    'Supervision',
    ...Array.from({ length: 5 }, () => 'Intervision'),
  ])
  expect(after.filter((event) => event.repeat?.ends.by === 'count' && event.repeat.ends.count === 8)).toHaveLength(7)

  // Changes the split-off series to every two weeks. Events on days of the new rule keep their rows. The other rows are
  // deleted.
  const third = after.find((event) => event.id === id(2))
  await therapist.api.calendar.editEvent({
    id: id(2),
    scope: 'all',
    title: 'Intervision',
    location: '',
    startsAt: third?.startsAt ?? '',
    endsAt: third?.endsAt ?? '',
    repeat: { every: 'weeks', weeks: 2, ends: { by: 'count', count: 4 } },
    revision: third?.revision ?? 0,
  })
  const everyTwoWeeks = await allOf(therapist)
  const expectedStarts = [
    start(0),
    start(1),
    addMilliseconds(start(2), hour),
    alone,
    addMilliseconds(start(4), hour),
    addMilliseconds(start(6), hour),
    addMilliseconds(start(8), hour),
  ]
  expect(everyTwoWeeks.map((event) => event.startsAt)).toEqual(expectedStarts.toSorted())
  expect(new Set(everyTwoWeeks.map((event) => event.id))).toEqual(new Set([0, 1, 2, 3, 4, 6, 8].map(id)))

  // Removes the sixth remaining event and the following one.
  const sixth = everyTwoWeeks.at(-2)
  await therapist.api.calendar.removeEvent({ id: sixth?.id ?? '', scope: 'following' })
  expect(await starts(therapist)).toEqual(expectedStarts.toSorted().slice(0, 5))
})

test('moving a monthly event to another weekday moves all, and the repetition can end and start again @slow', async () => {
  const therapist = await newTherapist()
  const tuesday = new Date(at(40))
  while (tuesday.getUTCDay() !== 2 || tuesday.getUTCDate() > 7) tuesday.setTime(tuesday.getTime() + day)
  const monthly = { every: 'months', nth: 1, ends: { by: 'count', count: 6 } } as const
  const first = await addWeeklyEvent(therapist, tuesday.toISOString(), { repeat: monthly })
  await expect(
    addWeeklyEvent(therapist, tuesday.toISOString(), { repeat: { ...monthly, nth: 3 } }),
  ).rejects.toMatchObject({
    code: 'BAD_REQUEST',
  })
  const wanted = { id: first.id, scope: 'all', title: 'Board', location: '' } as const
  const moved = await therapist.api.calendar.editEvent({
    ...wanted,
    startsAt: addMilliseconds(first.startsAt, day),
    endsAt: addMilliseconds(first.startsAt, day + hour),
    revision: 0,
  })
  const rows = await allOf(therapist)
  expect(rows).toHaveLength(6)
  expect(rows.map((row) => new Date(row.startsAt).getUTCDay())).toEqual([3, 3, 3, 3, 3, 3])
  const ended = { ...wanted, startsAt: moved.startsAt, endsAt: moved.endsAt, repeat: null, revision: moved.revision }
  expect(await therapist.api.calendar.editEvent(ended)).toMatchObject({ repeat: null, seriesId: null })
  expect(await starts(therapist)).toEqual([moved.startsAt])
  const again = { ...ended, repeat: weekly, revision: moved.revision + 1 }
  expect(await therapist.api.calendar.editEvent(again)).toMatchObject({ repeat: weekly })
  expect((await starts(therapist)).length).toBeGreaterThan(40)
})

test('past occurrences stay unchanged when all are changed or removed', async () => {
  const therapist = await newTherapist()
  const first = await addWeeklyEvent(therapist, at(-20))
  const before = await allOf(therapist)
  const next = before.find((event) => Date.parse(event.startsAt) > Date.now())
  await therapist.api.calendar.editEvent({
    id: next?.id ?? '',
    scope: 'all',
    title: 'Later',
    location: '',
    startsAt: addMilliseconds(next?.startsAt ?? '', 2 * hour),
    endsAt: addMilliseconds(next?.startsAt ?? '', 3 * hour),
    revision: 0,
  })
  const after = await allOf(therapist)
  expect(after).toHaveLength(before.length)
  expect(after.slice(0, 3)).toEqual(before.slice(0, 3))
  expect(after.slice(3).map((event) => event.startsAt)).toEqual(
    before.slice(3).map((event) => addMilliseconds(event.startsAt, 2 * hour)),
  )
  await therapist.api.calendar.removeEvent({ id: after[3]?.id ?? '', scope: 'all' })
  expect(await allOf(therapist)).toEqual(before.slice(0, 3))
  await expect(therapist.api.calendar.removeEvent({ id: randomUUID(), scope: 'all' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(first.seriesId).toBe(before[0]?.seriesId)
})

test('a series is extended as time passes, and concurrent runs extend it once', async () => {
  const therapist = await newTherapist()
  const { seriesId } = await addWeeklyEvent(therapist, at(1))
  const before = await allOf(therapist)
  const extend = (days: number) =>
    app.db.asActor({ role: 'worker', id: therapist.accountId }, (tx) =>
      materializeSeries(tx, seriesId ?? '', { event: eventOccurrences }, new Date(Date.now() + days * day)),
    )
  await extend(0)
  expect(await allOf(therapist)).toEqual(before)
  await Promise.all([extend(70), extend(70)])
  const after = await allOf(therapist)
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after).toHaveLength(before.length + 10)
  expect(after.at(-1)?.title).toBe('Supervision')
})
