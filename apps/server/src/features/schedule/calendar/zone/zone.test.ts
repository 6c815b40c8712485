import { dayBounds, instantOf, shiftDay, wallClockOccurrence, wallClockOf } from '@attune/contract/common/time/time'
import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { queryAsRole } from '../../../../testing/database/database.ts'
import { startSharedApp } from '../../../../testing/app.ts'
import type { Person } from '../../../../testing/people.ts'
import { connectClient, scheduleSessionAt } from '../../../../testing/records/sessions.ts'
import { addBusyEvent, day, hour, toIso, addMilliseconds, readCalendarDays } from '../calendar.testing.ts'

const app = await startSharedApp()

/** Returns the kinds of all emails about sessions and series to a person, including emails that are not sent yet. */
async function mailsOf(person: Person): Promise<string[]> {
  const rows = await queryAsRole<{ kind: string }>(
    'backup',
    app.databaseUrl,
    `select kind from app.mail where account_id = '${person.accountId}' and kind like 'se%' order by kind`,
  )
  return rows.map(({ kind }) => kind)
}

const berlin = 'Europe/Berlin'
/** Returns an hour in UTC on the day that is this many days ahead. */
const at = (days: number, hours = 10) => {
  const noon = new Date(Date.now() + days * day)
  noon.setUTCHours(hours, 0, 0, 0)
  return noon.toISOString()
}
/** Returns the next day on which 02:30 does not exist in a zone, because the clock goes forward. */
function nightWithoutHalfPastTwo(zone: string): string {
  let night = wallClockOf(at(2), zone).day
  while (wallClockOccurrence(night, '02:30', zone) !== 'never') night = shiftDay(night, 1)
  return night
}
let count = 0
async function newPractice() {
  count++
  const therapist = await app.person('therapist', count)
  const client = await app.person('client', count)
  return { therapist, client, record: await connectClient(app, therapist, client) }
}
const weekly = { every: 'weeks', weeks: 1, ends: { by: 'count', count: 40 } } as const
async function planWeeklySessions(therapist: Person, record: string, startsAt: string) {
  const id = randomUUID()
  await therapist.api.series.create({ id, clientIds: [record], startsAt, format: 'video', repeat: weekly })
  return id
}
async function sessionsOf(therapist: Person) {
  const parts = await Promise.all(
    Array.from({ length: 6 }, (_, part) =>
      therapist.api.session.between({
        from: toIso(Date.now() + part * 60 * day),
        to: toIso(Date.now() + (part + 1) * 60 * day),
      }),
    ),
  )
  return [...new Map(parts.flatMap(({ items }) => items).map((session) => [session.id, session])).values()].toSorted(
    (a, b) => a.startsAt.localeCompare(b.startsAt),
  )
}
const walls = (items: { startsAt: string }[], zone: string) =>
  items.map(({ startsAt }) => Object.values(wallClockOf(startsAt, zone)).join(' '))

test('the settings refuse another zone while something is planned, and a preview counts what is affected @slow', async () => {
  const { therapist, record } = await newPractice()
  expect((await therapist.api.account.saveSettings({ zone: 'Europe/London' })).zone).toBe('Europe/London')
  await therapist.api.account.saveSettings({ zone: berlin })
  await scheduleSessionAt(therapist, record, new Date(at(3)))
  await addBusyEvent(therapist, { startsAt: at(4) })
  await expect(therapist.api.account.saveSettings({ zone: 'Europe/London' })).rejects.toMatchObject({
    code: 'ZONE_WITH_PLANS',
  })
  // The settings accept the current zone together with other settings.
  expect(await therapist.api.account.saveSettings({ zone: berlin, theme: 'dark' })).toMatchObject({ theme: 'dark' })
  expect(await therapist.api.calendar.zoneChange({ zone: 'Europe/London' })).toEqual({
    from: berlin,
    sessions: 1,
    events: 1,
    absences: 0,
    series: 0,
  })
})

test('a zone change that keeps the instants moves nothing and leaves the series in its zone @slow', async () => {
  const { therapist, record } = await newPractice()
  await planWeeklySessions(therapist, record, at(2))
  await addBusyEvent(therapist, { startsAt: at(3) })
  const before = await sessionsOf(therapist)
  const command = randomUUID()
  const change = { zone: 'America/New_York', keep: 'instant', command } as const
  expect(await therapist.api.calendar.changeZone(change)).toEqual({ moved: 0 })
  expect(await therapist.api.calendar.changeZone(change)).toEqual({ moved: 0 })
  const after = await sessionsOf(therapist)
  expect(after.map(({ startsAt, revision }) => [startsAt, revision])).toEqual(
    before.map(({ startsAt, revision }) => [startsAt, revision]),
  )
  expect((await therapist.api.account.me({})).zone).toBe('America/New_York')
  expect((await therapist.api.series.get({ id: before[0]?.seriesId ?? '' })).zone).toBe(berlin)
})

test('a zone change that keeps the wall-clock times moves sessions, events and absences, and notifies each client once @slow', async () => {
  const { therapist, client, record } = await newPractice()
  await planWeeklySessions(therapist, record, at(2))
  await scheduleSessionAt(therapist, record, new Date(at(3, 15)))
  const blocks = {
    id: randomUUID(),
    title: 'Team',
    startsAt: at(4),
    endsAt: addMilliseconds(at(4), hour),
    repeat: weekly,
  }
  await therapist.api.calendar.addEvent(blocks)
  const [first, last] = [wallClockOf(at(100), berlin).day, wallClockOf(at(105), berlin).day]
  const days = { startsAt: dayBounds(first, berlin).from, endsAt: dayBounds(last, berlin).to }
  await therapist.api.availability.saveAbsence({ id: randomUUID(), title: 'Away', ...days, wholeDays: true })
  const [before, year] = [await sessionsOf(therapist), await readCalendarDays(therapist, Date.now(), 360)]
  const zone = 'Australia/Lord_Howe'
  expect(await therapist.api.calendar.zoneChange({ zone })).toMatchObject({
    sessions: 41,
    events: 40,
    absences: 1,
    series: 2,
  })
  const change = { zone, keep: 'wall-clock', command: randomUUID() } as const
  const moved = before.length
  expect(moved).toBe(41)
  expect(await therapist.api.calendar.changeZone(change)).toEqual({ moved })
  expect(await therapist.api.calendar.changeZone(change)).toEqual({ moved })
  const after = await sessionsOf(therapist)
  expect(after.map(({ id }) => id).toSorted()).toEqual(before.map(({ id }) => id).toSorted())
  expect(walls(after, zone).toSorted()).toEqual(walls(before, berlin).toSorted())
  for (const session of after) {
    const { day: on, time } = wallClockOf(session.startsAt, zone)
    expect(wallClockOccurrence(on, time, zone)).not.toBe('never')
    expect([session.status, session.durationMinutes, session.sequence]).toEqual(['rescheduled', 50, 1])
  }
  const now = await readCalendarDays(therapist, Date.now() - day, 361)
  expect(walls(now.events, zone)).toEqual(walls(year.events, berlin))
  expect(now.absences.map(({ startsAt, endsAt }) => walls([{ startsAt }, { startsAt: endsAt }], zone))).toEqual([
    [`${first} 00:00`, `${shiftDay(last, 1)} 00:00`],
  ])
  expect(await therapist.api.series.get({ id: after.find(({ seriesId }) => seriesId)?.seriesId ?? '' })).toMatchObject({
    zone,
    detached: 0,
  })
  const { items } = await client.api.notification.list({})
  expect(items.filter(({ kind }) => kind === 'series-changed')).toHaveLength(1)
  expect(await mailsOf(client)).toEqual(['series-changed', 'series-planned', 'session-planned'])
})

test('a zone change that would make sessions overlap on a clock change is refused and changes nothing', async () => {
  const { therapist, record } = await newPractice()
  await therapist.api.account.saveSettings({ zone: 'Africa/Lagos' })
  const night = nightWithoutHalfPastTwo(berlin)
  // 02:30 does not exist in Berlin on this day and becomes 03:30, which overlaps the session at 03:25.
  for (const time of ['02:30', '03:25'])
    await scheduleSessionAt(therapist, record, new Date(instantOf(night, time, 'Africa/Lagos')))
  const before = await sessionsOf(therapist)
  const change = { zone: berlin, keep: 'wall-clock', command: randomUUID() } as const
  await expect(therapist.api.calendar.changeZone(change)).rejects.toMatchObject({
    code: 'SLOT_TAKEN',
    data: { conflicts: [{ kind: 'session', startsAt: instantOf(night, '03:30', berlin) }] },
  })
  expect([await sessionsOf(therapist), (await therapist.api.account.me({})).zone]).toEqual([before, 'Africa/Lagos'])
  expect(await therapist.api.calendar.changeZone({ ...change, keep: 'instant' })).toEqual({ moved: 0 })
})
