import { daysBetween } from '@attune/contract/common/recurrence'
import type { Repeat } from '@attune/contract/common/recurrence.schemas'
import { wallClockOf } from '@attune/contract/common/time'
import type { SeriesSession, SessionSeriesRow } from './series.queries.ts'

/** The number of days by which a rule moves, with the new wall-clock time and duration of its occurrences. */
export type SeriesShift = { days: number; time: string; durationMinutes: number }

type ShiftInput = {
  series: SessionSeriesRow
  anchor: SeriesSession
  startsAt: string
  durationMinutes: number
  repeat?: Repeat | undefined
}

const [minute, hours24] = [60_000, 24 * 60]

/**
 * Whether every session keeps its distance to the edited one: not with another recurrence, nor with another weekday
 * of the month.
 */
export function keepsRecurrence(input: ShiftInput): boolean {
  const { repeat } = input.series
  if (input.repeat && !isSame(input.repeat, repeat)) return false
  return repeat.every === 'weeks' || seriesShiftOf(input, true).days === 0
}

/**
 * How the new time of one session shifts its series. A session that follows the series determines the new time; an
 * overridden session shifts the series by the distance that it is moved now, unless the new recurrence has to include
 * it.
 */
export function seriesShiftOf({ series, anchor, ...input }: ShiftInput, stays: boolean): SeriesShift {
  const [from, to] = [wallClockOf(anchor.startsAt, series.zone), wallClockOf(input.startsAt, series.zone)]
  const length = (Date.parse(anchor.endsAt) - Date.parse(anchor.startsAt)) / minute
  const same = input.durationMinutes === length && (stays || !anchor.detached)
  const durationMinutes = same ? series.durationMinutes : input.durationMinutes
  if (anchor.detached && stays) {
    const minutes = minutesOf(series.time) + minutesOf(to.time) - minutesOf(from.time)
    const over = Math.floor(minutes / hours24)
    return { days: daysBetween(from.day, to.day) + over, time: clock(minutes - over * hours24), durationMinutes }
  }
  // Where the wall clock shows another time than the rule because that time does not exist, an unchanged start keeps
  // the rule.
  if (!anchor.detached && input.startsAt === anchor.startsAt) return { days: 0, time: series.time, durationMinutes }
  return { days: daysBetween(anchor.day, to.day), time: to.time, durationMinutes }
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
const clock = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

function isSame(a: Repeat, b: Repeat): boolean {
  const rhythm = (repeat: Repeat) => (repeat.every === 'weeks' ? `w${repeat.weeks}` : `m${repeat.nth}`)
  const end = ({ ends }: Repeat) => (ends.by === 'count' ? ends.count : ends.by === 'day' ? ends.day : ends.by)
  return rhythm(a) === rhythm(b) && end(a) === end(b)
}
