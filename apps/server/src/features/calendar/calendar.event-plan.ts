import { daysBetween, materializeUntil, monthlyPositions, occurrences } from '@attune/contract/common/recurrence'
import type { Repeat } from '@attune/contract/common/recurrence.schemas'
import { minutesBetween, shiftDay, shiftWallClock, wallClockOf } from '@attune/contract/common/time'
import { isDeepStrictEqual } from 'node:util'
import type { EventSeries, StoredEvent, EventSeriesRow } from './calendar.queries.ts'
import type { TimeSpan } from '../schedule/schedule.ts'
import { spanMinutes } from './calendar.event-add.ts'

export type EventChange = TimeSpan & { title: string; location: string; repeat?: Repeat | null | undefined }

/** The effect of a change of a series from a day on. Rows keep their ids, and each day is used exactly once. */
export type EventSeriesPlan = {
  series: EventSeries
  /** Rows that get a day of the new rule. `isOverridden`: individually changed before, so that the row keeps its time. */
  kept: { id: string; day: string; isOverridden: boolean }[]
  missing: string[]
  removed: EventSeriesRow[]
  exceptions: string[]
}

/**
 * The rule from `from` on after a change of one event, and what happens to the rows. With an unchanged rule every occurrence moves
 * by the same wall-clock difference; with a new rule the rows are reused in order.
 * @param rows the upcoming rows from `from` on @param gaps the left-out days from `from` on
 */
export function planEventSeriesChange(
  series: EventSeries,
  named: StoredEvent,
  wanted: EventChange & { repeat?: Repeat | undefined },
  { from, rows, gaps, today }: { from: string; rows: EventSeriesRow[]; gaps: string[]; today: string },
): EventSeriesPlan | null {
  const moved = wanted.startsAt !== named.startsAt
  const by = moved
    ? minutesBetween(wallClockOf(named.startsAt, series.zone), wallClockOf(wanted.startsAt, series.zone))
    : 0
  const first = shiftWallClock({ day: from, time: series.time }, by)
  const days = daysBetween(from, first.day)
  const isSame = !wanted.repeat || isDeepStrictEqual(wanted.repeat, series.repeat)
  const isRhythm = !wanted.repeat || isDeepStrictEqual(withoutEnd(wanted.repeat), withoutEnd(series.repeat))
  const repeat = fitToFirstDay(first.day, wanted.repeat && !isSame ? wanted.repeat : ruleFrom(series, from, days))
  const ahead = materializeUntil(today)
  const until = [first.day, ahead, series.laidOutUntil, shiftDay(series.laidOutUntil, days)].toSorted().at(-1) ?? ahead
  const next: EventSeries = {
    ...series,
    repeat,
    firstDay: first.day,
    time: first.time,
    durationMinutes: spanMinutes(wanted),
    template: { title: wanted.title, location: wanted.location },
    laidOutUntil: until,
    lastDay: series.lastDay && isSame ? shiftDay(series.lastDay, days) : null,
  }
  const last = next.lastDay && next.lastDay < until ? next.lastDay : until
  const dates = occurrences(first.day, repeat, last)
  if (!dates.length) return null
  return { series: next, ...matchRows(rows, isRhythm ? gaps : [], dates) }
}

/** Assigns rows and left-out days to the days of the new rule in order: the nth to the nth. */
function matchRows(rows: EventSeriesRow[], gaps: string[], dates: string[]): Omit<EventSeriesPlan, 'series'> {
  const before = [...rows.map((row) => ({ day: row.day, row })), ...gaps.map((day) => ({ day, row: null }))].toSorted(
    (a, b) => a.day.localeCompare(b.day),
  )
  const kept: EventSeriesPlan['kept'] = []
  const surplus: EventSeriesRow[] = []
  const left: string[] = []
  before.forEach(({ row }, at) => {
    const day = dates[at]
    if (!row) {
      if (day) left.push(day)
    } else if (day) kept.push({ id: row.id, day, isOverridden: row.detached })
    else surplus.push(row)
  })
  return { kept, removed: surplus, exceptions: left, missing: dates.slice(before.length) }
}

/** The rule from one of its days on: a count excludes earlier occurrences, and an end date moves along. */
function ruleFrom({ firstDay, repeat }: EventSeries, from: string, days: number): Repeat {
  const { ends } = repeat
  if (ends.by === 'never') return repeat
  if (ends.by === 'day') return { ...repeat, ends: { by: 'day', day: shiftDay(ends.day, days) } }
  const pastCount = occurrences(firstDay, repeat, shiftDay(from, -1)).length
  return { ...repeat, ends: { by: 'count', count: Math.max(1, ends.count - pastCount) } }
}

function withoutEnd(repeat: Repeat) {
  const { ends: _, ...how } = repeat
  return how
}

/** Adapts a monthly rule to the position of its first day. */
function fitToFirstDay(first: string, repeat: Repeat): Repeat {
  if (repeat.every === 'weeks') return repeat
  const nths = monthlyPositions(first)
  return nths.includes(repeat.nth) ? repeat : { ...repeat, nth: nths[0] ?? -1 }
}
