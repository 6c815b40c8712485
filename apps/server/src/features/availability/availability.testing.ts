import { type BookingRules, defaultRules, type WeekRange } from '@attune/contract/features/availability'
import { dayBounds, instantOf, wallOf } from '@attune/contract/common/time'
import type { TestHouse } from '../../testing/house.ts'
import type { Person } from '../../testing/people.ts'

/** The zone of the people in a test. */
export const zone = 'Europe/Berlin'

/** Days ahead in the test zone, and instants on them. */
export function openDays(house: TestHouse) {
  const today = wallOf(house.clock.now().toISOString(), zone).day
  const dayAhead = (days: number) => new Date(Date.parse(today) + days * 86_400_000).toISOString().slice(0, 10)
  return { dayAhead, at: (days: number, time: string) => instantOf(dayAhead(days), time, zone) }
}

export const everyDay = (range: Partial<WeekRange> = {}): WeekRange[] =>
  [1, 2, 3, 4, 5, 6, 7].map((weekday) => ({
    weekday,
    from: '09:00',
    until: '12:00',
    formats: ['video', 'in-person'],
    location: '',
    ...range,
  }))

export const rules: BookingRules = { ...defaultRules, bufferAfter: 0, noticeMinutes: 0, stepMinutes: 60 }

/** Saves hours and rules over the current version. */
export async function setHours(
  therapist: Person,
  weekly: WeekRange[],
  more: Partial<BookingRules> = {},
): Promise<void> {
  const { version } = await therapist.api.availability.mine({})
  await therapist.api.availability.save({ weekly, rules: { ...rules, ...more }, version })
}

export const wholeDay = (day: string) => {
  const { from, to } = dayBounds(day, zone)
  return { startsAt: from, endsAt: to }
}
