import type { WeeklyRange } from '@attune/contract/features/schedule/availability/availability'
import { Temporal } from 'temporal-polyfill'

const week = [1, 2, 3, 4, 5, 6, 7]
/** Periods of time off that repeat each year. The dates are month and day. */
const yearlyBreaks = [
  { text: 4, from: [12, 23], until: [1, 2] },
  { text: 6, from: [4, 6], until: [4, 10] },
  { text: 3, from: [8, 3], until: [8, 14] },
] as const

/**
 * The busy times of each therapist: the index of the title, the number of working days after today, the length in minutes, and the weeks between two
 * of them (null: only once).
 */
export const busyTimes = [
  { text: 0, day: 3, time: '16:00', minutes: 90, weeks: 2 },
  { text: 1, day: 1, time: '9:00', minutes: 60, weeks: 1 },
  { text: 2, day: 4, time: '14:30', minutes: 30, weeks: null },
] as const

/** A period of time off, from its first to its last day. `text` is the index of its title. */
export type Break = { text: number; from: Temporal.PlainDate; until: Temporal.PlainDate }

/**
 * The days and hours of the demo practice relative to an instant. Rules:
 * - Today is a working day. The practice works from Monday to Friday; if today is a Saturday, from Tuesday to Saturday; if today is a Sunday, from
 * Wednesday to Sunday. A period of time off that would include today is omitted.
 * - One session is in progress. It began at the last full or half hour, and the other sessions of this weekday begin at the same minute. From 21:00
 * to 6:59 it is a video session with the client who lives in another time zone, and the availability of the weekday surrounds it.
 */
export type DemoCalendar = {
  zone: string
  now: Date
  today: Temporal.PlainDate
  /** The start of the session in progress, in minutes since midnight. */
  live: number
  isNight: boolean
  /** The starts of today's six sessions in minutes since midnight, in order. */
  slots: number[]
  /** The index of the session in progress among `slots`. */
  livePlace: number
  breaks: Break[]
  isWorkday(day: Temporal.PlainDate): boolean
  /** The working day that is `count` working days before today. */
  workdayAgo(count: number): Temporal.PlainDate
  /** The day of a client's session this week: `place` working days after today. Periods of time off are ignored. */
  dayAhead(place: number): Temporal.PlainDate
  /** The instant of a time on a day. The time is a text such as `9:30`, or minutes since midnight. */
  at(day: Temporal.PlainDate, time: string | number): Date
  weekly: WeeklyRange[]
}

export function demoCalendar(now: Date, zone: string): DemoCalendar {
  const local = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone)
  const today = local.toPlainDate()
  const live = local.hour * 60 + (local.minute < 30 ? 0 : 30)
  const isNight = live < 7 * 60 || live >= 21 * 60
  const first = Math.max(1, today.dayOfWeek - 4)
  const workdays = today.dayOfWeek <= 5 ? [1, 2, 3, 4, 5] : week.slice(first - 1, first + 4)
  const breaks = breaksAround(today).filter(({ from, until }) => !isWithin(today, from, until))
  const worksOn = (day: Temporal.PlainDate) => workdays.includes(day.dayOfWeek)
  const isWorkday = (day: Temporal.PlainDate) =>
    worksOn(day) && !breaks.some(({ from, until }) => isWithin(day, from, until))
  const slots = slotsAround(live)
  return {
    zone,
    now,
    today,
    live,
    isNight,
    slots,
    livePlace: slots.indexOf(live),
    breaks,
    isWorkday,
    workdayAgo: (count) => step(today, count, -1, isWorkday),
    dayAhead: (place) => step(today, place, 1, worksOn),
    at: (day, time) => {
      const minutes = typeof time === 'number' ? time : minutesOf(time)
      const start = day.toZonedDateTime({ timeZone: zone, plainTime: '00:00' })
      const wall = start.withPlainTime({ hour: Math.floor(minutes / 60) % 24, minute: minutes % 60 })
      return new Date((minutes < 1440 ? wall : wall.add({ days: 1 })).epochMilliseconds)
    },
    weekly: workdays.flatMap((weekday) => rangesOf(weekday, weekday === today.dayOfWeek ? slots : null, isNight, live)),
  }
}

/** Returns the availability of a weekday. Today's availability surrounds its sessions. */
function rangesOf(weekday: number, slots: number[] | null, isNight: boolean, live: number): WeeklyRange[] {
  const range = (from: number, until: number, video = false): WeeklyRange => ({
    weekday,
    from: clock(from),
    until: clock(Math.min(until, 1440)),
    formats: video ? ['video'] : ['in-person', 'video', 'phone'],
    location: '',
  })
  if (!slots) return [range(9 * 60, 13 * 60), range(14 * 60, 18 * 60)]
  const day = isNight ? slots.filter((slot) => slot !== live) : slots
  const hours = range(Math.min(9 * 60, ...day), Math.max(18 * 60, ...day.map((slot) => slot + 60)))
  return isNight ? [hours, range(live, live + 60, true)].toSorted((a, b) => a.from.localeCompare(b.from)) : [hours]
}

/** Returns the start of the session in progress, and the five hourly starts of a usual day that are closest to it. */
function slotsAround(live: number): number[] {
  const others = [8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19]
    .map((hour) => hour * 60 + (live % 60))
    .filter((slot) => Math.abs(slot - live) >= 60)
    .toSorted((one, other) => Math.abs(one - live) - Math.abs(other - live) || one - other)
  return [live, ...others.slice(0, 5)].toSorted((one, other) => one - other)
}

function breaksAround(today: Temporal.PlainDate): Break[] {
  return [-2, -1, 0, 1].flatMap((years) =>
    yearlyBreaks.map(({ text, from, until }) => {
      const year = today.year + years
      const start = Temporal.PlainDate.from({ year, month: from[0], day: from[1] })
      const end = Temporal.PlainDate.from({ year, month: until[0], day: until[1] })
      return { text, from: start, until: Temporal.PlainDate.compare(end, start) < 0 ? end.add({ years: 1 }) : end }
    }),
  )
}

function isWithin(day: Temporal.PlainDate, from: Temporal.PlainDate, until: Temporal.PlainDate): boolean {
  return Temporal.PlainDate.compare(day, from) >= 0 && Temporal.PlainDate.compare(day, until) <= 0
}

function step(from: Temporal.PlainDate, count: number, by: 1 | -1, counts: (day: Temporal.PlainDate) => boolean) {
  let [day, left] = [from, count]
  while (left > 0) {
    day = day.add({ days: by })
    if (counts(day)) left--
  }
  return day
}

export const minutesOf = (time: string) => {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
