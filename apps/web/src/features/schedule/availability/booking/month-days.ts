import type { Slot } from '@attune/contract/features/schedule/availability/availability'
import { shiftDay, wallClockOf } from '@attune/contract/common/time/time'

const utc = (day: string) => new Date(`${day}T00:00:00Z`)
const dayOfDate = (date: Date) => date.toISOString().slice(0, 10)

/** Returns the month (`YYYY-MM`) of a day. */
export const monthOf = (day: string) => day.slice(0, 7)

export function addMonths(month: string, count: number): string {
  const date = utc(`${month}-01`)
  date.setUTCMonth(date.getUTCMonth() + count)
  return monthOf(dayOfDate(date))
}

const lastDayOf = (month: string) => shiftDay(`${addMonths(month, 1)}-01`, -1)

/**
 * Returns the first and the last day to query for a month. The range is a day longer at each end, because the date in
 * the therapist's zone can differ from the client's date by a day.
 */
export const monthQueryRange = (month: string) => ({
  from: shiftDay(`${month}-01`, -1),
  to: shiftDay(lastDayOf(month), 1),
})

/** Returns the weeks of a month, each with its days from Monday to Sunday. Days of another month are null. */
export function weeksInMonth(month: string): (string | null)[][] {
  const first = `${month}-01`
  const before = (utc(first).getUTCDay() + 6) % 7
  const count = Number(lastDayOf(month).slice(8))
  return Array.from({ length: Math.ceil((before + count) / 7) }, (_, week) =>
    Array.from({ length: 7 }, (_day, weekday) => {
      const at = week * 7 + weekday - before
      return at < 0 || at >= count ? null : shiftDay(first, at)
    }),
  )
}

/** Groups the free times by their day in `zone`. */
export function slotsByDay(slots: readonly Slot[], zone: string): Map<string, Slot[]> {
  const days = new Map<string, Slot[]>()
  for (const slot of slots) {
    const { day } = wallClockOf(slot.startsAt, zone)
    days.set(day, [...(days.get(day) ?? []), slot])
  }
  return days
}

export const dayParts = ['morning', 'afternoon', 'evening'] as const
const partOf = (time: string) => (time < '12:00' ? 'morning' : time < '18:00' ? 'afternoon' : 'evening')

/** Groups the free times of a day into morning (before 12:00), afternoon (before 18:00) and evening. Omits empty groups. */
export const slotsByDayPart = (slots: readonly Slot[], zone: string) =>
  dayParts
    .map((part) => ({ part, slots: slots.filter((slot) => partOf(wallClockOf(slot.startsAt, zone).time) === part) }))
    .filter((one) => one.slots.length > 0)

/**
 * Returns the free day to which a key moves from the day `from`. Left and right move to the nearest free day; up and
 * down to the nearest free day at least a week away. Home and End move to the first and last free day. Returns null if
 * an arrow key leads out of the month, and undefined for other keys.
 */
export function freeDayForKey(key: string, from: string, free: readonly string[]): string | null | undefined {
  const after = (least: string) => free.find((day) => day >= least) ?? null
  const before = (most: string) => free.findLast((day) => day <= most) ?? null
  switch (key) {
    case 'ArrowRight':
      return after(shiftDay(from, 1))
    case 'ArrowLeft':
      return before(shiftDay(from, -1))
    case 'ArrowDown':
      return after(shiftDay(from, 7))
    case 'ArrowUp':
      return before(shiftDay(from, -7))
    case 'Home':
      return free[0]
    case 'End':
      return free.at(-1)
    default:
      return undefined
  }
}
