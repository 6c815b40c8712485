import { daysBetween, type Repeat } from '@attune/contract/common/recurrence'
import { wallOf } from '@attune/contract/common/time'
import type { Row, SeriesRow } from './series.queries.ts'

/** By how many days a rule moves, and the wall-clock time and length that its occurrences have then. */
export type Shift = { days: number; time: string; durationMinutes: number }

type Wish = { series: SeriesRow; anchor: Row; startsAt: string; durationMinutes: number; repeat?: Repeat | undefined }

const [minute, hours24] = [60_000, 24 * 60]

/** Whether every session keeps its distance to the one that was changed: not with another rhythm, nor with another weekday of the month. */
export function rhythmStays(wish: Wish): boolean {
  const { repeat } = wish.series
  if (wish.repeat && !isSame(wish.repeat, repeat)) return false
  return repeat.every === 'weeks' || shiftOf(wish, true).days === 0
}

/**
 * What the new time of a session means for its series. A session that follows it takes it along; one that was moved out of it gives it
 * the distance that it is moved now, unless the new rhythm is to go through it.
 */
export function shiftOf({ series, anchor, ...wish }: Wish, stays: boolean): Shift {
  const [from, to] = [wallOf(anchor.startsAt, series.zone), wallOf(wish.startsAt, series.zone)]
  const length = (Date.parse(anchor.endsAt) - Date.parse(anchor.startsAt)) / minute
  const same = wish.durationMinutes === length && (stays || !anchor.detached)
  const durationMinutes = same ? series.durationMinutes : wish.durationMinutes
  if (anchor.detached && stays) {
    const minutes = minutesOf(series.time) + minutesOf(to.time) - minutesOf(from.time)
    const over = Math.floor(minutes / hours24)
    return { days: daysBetween(from.day, to.day) + over, time: clock(minutes - over * hours24), durationMinutes }
  }
  // Where the wall clock shows another time than the rule because that time does not exist, leaving it means keeping the rule.
  if (!anchor.detached && wish.startsAt === anchor.startsAt) return { days: 0, time: series.time, durationMinutes }
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
