import { monthlyPositions } from '@attune/contract/common/recurrence'
import type { Repeat } from '@attune/contract/common/recurrence.schemas'
import { instantOf } from '@attune/contract/common/time'
import type { BookingRules, WeeklyRange } from '@attune/contract/features/availability'
import { defaultBookingRules } from '@attune/contract/features/availability.rules'
import { randomUUID } from 'node:crypto'
import { Temporal } from 'temporal-polyfill'
import type { ApiClient } from '../../apps/server/src/testing/browser.ts'
import { demoZone } from './sessions.ts'

/** Creates the therapist's weekly availability, two days with other hours, a time off and busy times. */
export async function createDemoAvailability(therapist: ApiClient, today: string): Promise<void> {
  const { version } = await therapist.availability.mine({})
  await therapist.availability.save({ weekly: weekly(), rules, version })
  const monday = Temporal.PlainDate.from(today).subtract({ days: Temporal.PlainDate.from(today).dayOfWeek - 1 })
  const dayOf = (week: number, weekday: number) => monday.add({ days: 7 * week + weekday }).toString()
  await therapist.availability.setDay({
    day: dayOf(2, 5),
    ranges: [{ from: '10:00', until: '13:00', formats: ['video'], location: '' }],
  })
  await therapist.availability.setDay({ day: dayOf(4, 2), ranges: [] })
  await therapist.availability.saveAbsence({
    id: randomUUID(),
    title: 'Holiday',
    startsAt: instantOf(dayOf(7, 0), '00:00', demoZone),
    endsAt: instantOf(dayOf(9, 0), '00:00', demoZone),
    wholeDays: true,
  })
  const event = (title: string, location: string, day: string, from: string, until: string) => ({
    id: randomUUID(),
    title,
    location,
    startsAt: instantOf(day, from, demoZone),
    endsAt: instantOf(day, until, demoZone),
  })
  const ends = { by: 'never' } as const
  /** Adds a busy time even if it conflicts with a session. */
  const add = async (block: ReturnType<typeof event> & { repeat?: Repeat }) => {
    const { startsAt, endsAt, repeat } = block
    const { items } = await therapist.calendar.conflicts({ startsAt, endsAt, repeat })
    await therapist.calendar.addEvent({ ...block, anyway: items.map((conflict) => conflict.startsAt) })
  }
  await add({
    ...event('Supervision', 'Harbour Street 4', dayOf(0, 1), '18:30', '20:00'),
    repeat: { every: 'weeks', weeks: 2, ends },
  })
  await add({
    ...event('Team lunch', '', dayOf(0, 0), '12:30', '13:15'),
    repeat: { every: 'weeks', weeks: 1, ends },
  })
  await add(event('Call with the tax office', '', dayOf(1, 3), '10:10', '10:40'))
}

/** Schedules a series of six sessions, one per month, on the same Thursday of the month. Leaves out dates with conflicts. */
export async function createDemoSeries(therapist: ApiClient, clientIds: string[], today: string): Promise<void> {
  const day = Temporal.PlainDate.from(today)
  const thursday = day.add({ days: 7 + ((4 - day.dayOfWeek + 7) % 7) }).toString()
  const time = { startsAt: instantOf(thursday, '18:30', demoZone), durationMinutes: 50 }
  const repeat: Repeat = { every: 'months', nth: monthlyPositions(thursday)[0] ?? -1, ends: { by: 'count', count: 6 } }
  const { dates } = await therapist.series.preview({ ...time, repeat })
  const leaveOut = dates.filter(({ conflicts }) => conflicts.length > 0).map(({ day: taken }) => taken)
  await therapist.series.plan({ id: randomUUID(), clientIds, ...time, format: 'video', agreed: true, repeat, leaveOut })
}

const rules: BookingRules = { ...defaultBookingRules, bufferAfter: 10, stepMinutes: 30, perDay: 8 }

function weekly(): WeeklyRange[] {
  const range = (weekday: number, from: string, until: string): WeeklyRange => ({
    weekday,
    from,
    until,
    formats: ['in-person', 'video', 'phone'],
    location: 'Room 1',
  })
  const days = [1, 2, 3, 4].flatMap((weekday) => [range(weekday, '08:30', '12:30'), range(weekday, '13:30', '18:00')])
  return [...days, { ...range(5, '08:30', '13:00'), formats: ['video', 'phone'], location: '' }]
}
