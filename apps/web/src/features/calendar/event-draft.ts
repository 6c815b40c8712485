import { nthsOf, type Repeat } from '@attune/contract/common/recurrence'
import type { Event } from '@attune/contract/features/calendar'
import { clockText, dayMinutes, instantAt, wallAt } from './wall.ts'

/** A busy block as it is entered: the wall clock of the therapist, an end before the start being on the next day. */
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

const isTime = (time: string) => /^([01]\d|2[0-3]):[0-5]\d$/.test(time)
const isDay = (day: string) => /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))
const minuteOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

export function freshEvent(startUtc: string, endUtc: string, zone: string): EventDraft {
  const start = wallAt(startUtc, zone)
  return {
    title: '',
    place: '',
    day: start.day,
    from: clockText(start.minute),
    to: clockText(wallAt(endUtc, zone).minute),
    ...once,
    nth: nthsOf(start.day)[0] ?? 1,
  }
}

const once = { rhythm: 'never', nth: 1, ends: 'never', lastDay: '', count: 10 } as const

export function draftOf(event: Event, zone: string): EventDraft {
  const { repeat } = event
  const fresh = freshEvent(event.startsAt, event.endsAt, zone)
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

export const endsNextDay = ({ from, to }: EventDraft) => isTime(from) && isTime(to) && to <= from

export function problemsOf(draft: EventDraft): EventProblems {
  const repeats = draft.rhythm !== 'never'
  const { count } = draft
  const wrongCount = count === null || !Number.isInteger(count) || count < 1 || count > 520
  return {
    ...(draft.title.trim() === '' && { title: true as const }),
    ...(!isDay(draft.day) && { day: true as const }),
    ...(!isTime(draft.from) && { from: true as const }),
    ...(!isTime(draft.to) && { to: true as const }),
    ...(repeats && draft.ends === 'day' && !(draft.lastDay >= draft.day) && { lastDay: true as const }),
    ...(repeats && draft.ends === 'count' && wrongCount && { count: true as const }),
  }
}

/** The instants that were entered; null while something is missing. */
export function spanOfDraft(draft: EventDraft, zone: string): { startsAt: string; endsAt: string } | null {
  const { day, from, to } = draft
  if (!isDay(day) || !isTime(from) || !isTime(to)) return null
  const end = minuteOf(to) + (endsNextDay(draft) ? dayMinutes : 0)
  return { startsAt: instantAt({ day, minute: minuteOf(from) }, zone), endsAt: instantAt({ day, minute: end }, zone) }
}

export function repeatOf({ rhythm, nth, ends: by, lastDay, count }: EventDraft): Repeat | null {
  if (rhythm === 'never') return null
  const ends =
    by === 'day'
      ? ({ by, day: lastDay } as const)
      : by === 'count'
        ? ({ by, count: count ?? 1 } as const)
        : ({ by: 'never' } as const)
  return rhythm === 'months' ? { every: 'months', nth, ends } : { every: 'weeks', weeks: Number(rhythm), ends }
}
