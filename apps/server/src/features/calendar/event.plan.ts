import { daysBetween, layOutUntil, nthsOf, occurrences, type Repeat } from '@attune/contract/common/recurrence'
import { minutesBetween, shiftDay, shiftWall, wallOf } from '@attune/contract/common/time'
import { isDeepStrictEqual } from 'node:util'
import type { EventSeries, KnownEvent, SeriesRow } from './calendar.queries.ts'
import type { Span } from './conflicts.ts'
import { minutesOf } from './event.add.ts'

export type Wanted = Span & { title: string; location: string; repeat?: Repeat | null | undefined }

/** What a change of a series from a day on comes to. Rows keep their ids: no day is there twice, and none is forgotten. */
export type Plan = {
  series: EventSeries
  /** Rows that take a day of the new rule; `isOwn`: moved or edited by itself before, so that it keeps its time. */
  kept: { id: string; day: string; isOwn: boolean }[]
  missing: string[]
  surplus: SeriesRow[]
  gaps: string[]
}

/**
 * The rule from `from` on after one of its events was given what is wanted, and what becomes of the rows. With the rhythm as
 * it was, every occurrence keeps its distance to the changed one in wall-clock time; with another, rows are used again in order.
 * @param rows those to come from `from` on @param gaps days from there on that were left out
 */
export function planChange(
  series: EventSeries,
  named: KnownEvent,
  wanted: Wanted & { repeat?: Repeat | undefined },
  { from, rows, gaps, today }: { from: string; rows: SeriesRow[]; gaps: string[]; today: string },
): Plan | null {
  const moved = wanted.startsAt !== named.startsAt
  const by = moved ? minutesBetween(wallOf(named.startsAt, series.zone), wallOf(wanted.startsAt, series.zone)) : 0
  const first = shiftWall({ day: from, time: series.time }, by)
  const days = daysBetween(from, first.day)
  const isSame = !wanted.repeat || isDeepStrictEqual(wanted.repeat, series.repeat)
  const isRhythm = !wanted.repeat || isDeepStrictEqual(rhythm(wanted.repeat), rhythm(series.repeat))
  const repeat = fitting(first.day, wanted.repeat && !isSame ? wanted.repeat : onwards(series, from, days))
  const ahead = layOutUntil(today)
  const until = [first.day, ahead, series.laidOutUntil, shiftDay(series.laidOutUntil, days)].toSorted().at(-1) ?? ahead
  const next: EventSeries = {
    ...series,
    repeat,
    firstDay: first.day,
    time: first.time,
    durationMinutes: minutesOf(wanted),
    template: { title: wanted.title, location: wanted.location },
    laidOutUntil: until,
    lastDay: series.lastDay && isSame ? shiftDay(series.lastDay, days) : null,
  }
  const last = next.lastDay && next.lastDay < until ? next.lastDay : until
  const dates = occurrences(first.day, repeat, last)
  if (!dates.length) return null
  return { series: next, ...matched(rows, isRhythm ? gaps : [], dates) }
}

/** Rows and left-out days take the days of the rule one after the other; the n-th of before is the n-th of now. */
function matched(rows: SeriesRow[], gaps: string[], dates: string[]): Omit<Plan, 'series'> {
  const before = [...rows.map((row) => ({ day: row.day, row })), ...gaps.map((day) => ({ day, row: null }))].toSorted(
    (a, b) => a.day.localeCompare(b.day),
  )
  const kept: Plan['kept'] = []
  const surplus: SeriesRow[] = []
  const left: string[] = []
  before.forEach(({ row }, at) => {
    const day = dates[at]
    if (!row) {
      if (day) left.push(day)
    } else if (day) kept.push({ id: row.id, day, isOwn: row.detached })
    else surplus.push(row)
  })
  return { kept, surplus, gaps: left, missing: dates.slice(before.length) }
}

/** The rule as it goes on from one of its days: what lies before counts no more, and an end by date goes along. */
function onwards({ firstDay, repeat }: EventSeries, from: string, days: number): Repeat {
  const { ends } = repeat
  if (ends.by === 'never') return repeat
  if (ends.by === 'day') return { ...repeat, ends: { by: 'day', day: shiftDay(ends.day, days) } }
  const gone = occurrences(firstDay, repeat, shiftDay(from, -1)).length
  return { ...repeat, ends: { by: 'count', count: Math.max(1, ends.count - gone) } }
}

function rhythm(repeat: Repeat) {
  const { ends: _, ...how } = repeat
  return how
}

/** A rhythm by the month is one that its first day has. */
function fitting(first: string, repeat: Repeat): Repeat {
  if (repeat.every === 'weeks') return repeat
  const nths = nthsOf(first)
  return nths.includes(repeat.nth) ? repeat : { ...repeat, nth: nths[0] ?? -1 }
}
