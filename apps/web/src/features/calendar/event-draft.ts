import { isFilled } from '@attune/contract/common/text'
import { isIntegerWithin } from '@attune/contract/common/numbers'
import { monthlyPositions, maxOccurrences } from '@attune/contract/common/recurrence'
import type { Repeat } from '@attune/contract/common/recurrence.schemas'
import { isDay, isClockTime } from '@attune/contract/common/time'
import type { CalendarEvent } from '@attune/contract/features/calendar'
import { formatClock, minutesPerDay, instantAtWallClock, addMinutes, wallClockAt } from './wall-clock.ts'

/**
 * A busy time while it is edited, in wall-clock times of the therapist's zone. If the end is not after the start, the
 * busy time ends on the next day.
 */
export type EventDraft = {
  title: string
  place: string
  day: string
  from: string
  to: string
  rhythm: 'never' | 'months' | `${number}`
  nth: 1 | 2 | 3 | 4 | -1
  ends: 'never' | 'day' | 'count'
  lastDay: string
  count: number | null
}
export type EventProblems = Partial<Record<'title' | 'day' | 'from' | 'to' | 'lastDay' | 'count', true>>

const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export function newEventDraft(startUtc: string, endUtc: string, zone: string): EventDraft {
  const start = wallClockAt(startUtc, zone)
  return {
    title: '',
    place: '',
    day: start.day,
    from: formatClock(start.minute),
    to: formatClock(wallClockAt(endUtc, zone).minute),
    ...once,
    nth: monthlyPositions(start.day)[0] ?? 1,
  }
}

const once = { rhythm: 'never', nth: 1, ends: 'never', lastDay: '', count: 10 } as const

export function eventDraftOf(event: CalendarEvent, zone: string): EventDraft {
  const { repeat } = event
  const fresh = newEventDraft(event.startsAt, event.endsAt, zone)
  const own = { ...fresh, title: event.title, place: event.location }
  if (!repeat) return own
  const { ends } = repeat
  return {
    ...own,
    rhythm: repeat.every === 'months' ? 'months' : `${repeat.weeks}`,
    nth: repeat.every === 'months' ? repeat.nth : own.nth,
    ends: ends.by,
    lastDay: ends.by === 'day' ? ends.day : '',
    count: ends.by === 'count' ? ends.count : own.count,
  }
}

export const endsNextDay = ({ from, to }: EventDraft) => isClockTime(from) && isClockTime(to) && to <= from

export function eventProblems(draft: EventDraft): EventProblems {
  const repeats = draft.rhythm !== 'never'
  const { count } = draft
  return {
    ...(!isFilled(draft.title) && { title: true as const }),
    ...(!isDay(draft.day) && { day: true as const }),
    ...(!isClockTime(draft.from) && { from: true as const }),
    ...(!isClockTime(draft.to) && { to: true as const }),
    ...(repeats && draft.ends === 'day' && !endsLater(draft) && { lastDay: true as const }),
    ...(repeats && draft.ends === 'count' && !isIntegerWithin(count, 1, maxOccurrences) && { count: true as const }),
  }
}

const endsLater = ({ day, lastDay }: EventDraft) => isDay(lastDay) && lastDay >= day

/**
 * Returns the position in the month (first to fourth, or last) of the weekday on which a monthly repeat falls: the
 * chosen position if the entered day has this position, otherwise a position of the entered day.
 */
export function eventMonthlyPosition({ day, nth }: Pick<EventDraft, 'day' | 'nth'>): EventDraft['nth'] {
  const fitting = isDay(day) ? monthlyPositions(day) : [nth]
  return fitting.includes(nth) ? nth : (fitting[0] ?? nth)
}

/**
 * Returns the instants of a draft, or null while the draft is incomplete. If day and times equal the saved event's,
 * returns the saved instants, because a wall-clock time in a repeated hour (clock change) is ambiguous. If the start is
 * in a skipped hour and would move past the end, keeps the entered duration.
 */
export function eventSpan(draft: EventDraft, zone: string, kept: CalendarEvent | null = null): Span | null {
  const { day, from, to } = draft
  if (!isDay(day) || !isClockTime(from) || !isClockTime(to)) return null
  const was = kept && eventDraftOf(kept, zone)
  if (was && was.day === day && was.from === from && was.to === to)
    return { startsAt: kept.startsAt, endsAt: kept.endsAt }
  const [start, end] = [minuteOf(from), minuteOf(to) + (endsNextDay(draft) ? minutesPerDay : 0)]
  const [startsAt, endsAt] = [
    instantAtWallClock({ day, minute: start }, zone),
    instantAtWallClock({ day, minute: end }, zone),
  ]
  return { startsAt, endsAt: endsAt > startsAt ? endsAt : addMinutes(startsAt, end - start) }
}
type Span = { startsAt: string; endsAt: string }

export function eventRepeat({ day, rhythm, nth, ends: by, lastDay, count }: EventDraft): Repeat | null {
  if (rhythm === 'never') return null
  const ends =
    by === 'day'
      ? ({ by, day: lastDay } as const)
      : by === 'count'
        ? ({ by, count: count ?? 1 } as const)
        : ({ by: 'never' } as const)
  return rhythm === 'months'
    ? { every: 'months', nth: eventMonthlyPosition({ day, nth }), ends }
    : { every: 'weeks', weeks: Number(rhythm), ends }
}
