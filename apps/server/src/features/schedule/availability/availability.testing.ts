import type { BookingRules, WeeklyRange } from '@attune/contract/features/schedule/availability/availability'
import { defaultBookingRules } from '@attune/contract/features/schedule/availability/availability.rules'
import { dayBounds, instantOf, shiftDay, todayIn } from '@attune/contract/common/time/time'
import type { TestApp } from '../../../testing/app.ts'
import type { Person } from '../../../testing/people.ts'

/** The time zone of the people in these tests. */
export const testZone = 'Europe/Berlin'

/**
 * Returns two functions that use the test zone. `dayAhead` returns the day that is a number of days after today. `at`
 * returns the instant of a time on that day.
 */
export function daysAhead(app: TestApp) {
  const today = todayIn(testZone, app.clock.now())
  const dayAhead = (days: number) => shiftDay(today, days)
  return { dayAhead, at: (days: number, time: string) => instantOf(dayAhead(days), time, testZone) }
}

export const everyWeekday = (range: Partial<WeeklyRange> = {}): WeeklyRange[] =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    from: '09:00',
    until: '12:00',
    formats: ['video', 'in-person'],
    location: '',
    ...range,
  }))

export const testBookingRules: BookingRules = {
  ...defaultBookingRules,
  bufferAfter: 0,
  noticeMinutes: 0,
  stepMinutes: 60,
}

/** Replaces the therapist's saved hours and rules. */
export async function saveHours(
  therapist: Person,
  weekly: WeeklyRange[],
  more: Partial<BookingRules> = {},
): Promise<void> {
  const { version } = await therapist.api.availability.mine({})
  await therapist.api.availability.save({ weekly, rules: { ...testBookingRules, ...more }, version })
}

export const wholeDaySpan = (day: string) => {
  const { from, to } = dayBounds(day, testZone)
  return { startsAt: from, endsAt: to }
}
