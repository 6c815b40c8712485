import { occurrenceDay, monthlyPositions, occurrences } from '@attune/contract/common/recurrence'
import type { Repeat } from '@attune/contract/common/recurrence.schemas'
import { shiftDay } from '@attune/contract/common/time'
import type { SeriesScope } from '@attune/contract/features/series'
import { createRefusal } from '../../platform/policy/refusal.ts'
import {
  lastDayOf,
  materializedUntil,
  canStartOn,
  type Occurrence,
  occurrenceOn,
  occurrencesOf,
  type RecurrenceRule,
} from './series.dates.ts'
import { holdsSlot, type SeriesSession, type SessionSeriesRow, isUpcoming } from './series.queries.ts'
import { keepsRecurrence, type SeriesShift, seriesShiftOf } from './series.shift.ts'

export type RecurrenceUpdate = {
  series: SessionSeriesRow
  /** All sessions of the series, by day. */
  rows: SeriesSession[]
  gaps: string[]
  /** The session on which the change was made. */
  anchor: SeriesSession
  scope: SeriesScope
  startsAt: string
  durationMinutes: number
  repeat?: Repeat | undefined
  leaveOut: string[]
}

/** The result of a change for a series and its sessions; nothing is written yet. */
export type RecurrenceResult = {
  rule: RecurrenceRule
  lastDay: string | null
  laidOutUntil: string
  /** Whether the series is split: earlier sessions stay, and the rest continues as another series. */
  splits: boolean
  /** The first day of the old rule that the change affects. */
  cutoff: string
  /** Sessions that stay in the series, with the occurrence that each becomes. */
  kept: { row: SeriesSession; to: Occurrence; detached: boolean }[]
  /** Sessions for which the new recurrence has no day. */
  removed: SeriesSession[]
  /** Days of the new recurrence without a session. */
  added: Occurrence[]
  /** Overridden sessions, and the day of the new rule that each replaces. */
  overridden: { row: SeriesSession; day: string }[]
  /** Sessions that an earlier command cancelled; the new recurrence may use their days again. */
  cancelledBefore: SeriesSession[]
  exceptions: string[]
}

/**
 * Computes the result of a change. With the same recurrence each session keeps its distance in days and wall-clock
 * time; with another one the sessions whose day it contains stay, and the others take the remaining days in order.
 * Refuses IN_THE_PAST, BAD_REQUEST for a recurrence that does not fit the session’s day.
 */
export function updateRecurrence(input: RecurrenceUpdate, now: Date): RecurrenceResult {
  const { rows, anchor, scope } = input
  const isAffected = (row: SeriesSession) =>
    (row.id === anchor.id || !row.detached) && holdsSlot(row) && isUpcoming(row, now)
  const cutoff = scope === 'following' ? anchor.day : (rows.find(isAffected)?.day ?? anchor.day)
  const from = rows.filter(({ day }) => day >= cutoff)
  const affected = from.filter(isAffected)
  const recurrenceStays = keepsRecurrence(input)
  const shift = seriesShiftOf(input, recurrenceStays)
  const others = from.filter((row) => !affected.includes(row))
  const cancelledBefore = recurrenceStays ? [] : others.filter((row) => !row.detached && !holdsSlot(row))
  const overridden = others
    .filter((row) => !cancelledBefore.includes(row))
    .map((row) => ({ row, day: shiftDay(row.day, shift.days) }))
  const before = rows.some(({ day }) => day < cutoff)
  const splits = before && !(scope === 'all' && recurrenceStays && shift.days === 0)
  const exceptions = input.gaps.filter((day) => day >= cutoff).map((day) => shiftDay(day, shift.days))
  const common = { splits, cutoff, overridden, cancelledBefore, wish: input, shift, affected, exceptions }
  const shape = recurrenceStays ? shiftOccurrences(common) : rebuildOccurrences({ ...common, now })
  if (shape.kept.some(({ row, to }) => to.startsAt !== row.startsAt && !isUpcoming(to, now)))
    throw createRefusal('IN_THE_PAST', 409)
  return shape
}

type Common = Pick<RecurrenceResult, 'splits' | 'cutoff' | 'overridden' | 'cancelledBefore' | 'exceptions'> & {
  wish: RecurrenceUpdate
  shift: SeriesShift
  affected: SeriesSession[]
  now: Date
}

/** Moves the rule by days and time, and every session with it. */
function shiftOccurrences({ wish: input, shift, affected, ...shape }: Omit<Common, 'now'>): RecurrenceResult {
  const { series, anchor, leaveOut } = input
  const { days, time, durationMinutes } = shift
  const base = shape.splits ? remainingRule(series, shape.cutoff) : series
  const rule: RecurrenceRule = {
    repeat: shiftEnd(base.repeat, days),
    zone: series.zone,
    firstDay: shiftDay(base.firstDay, days),
    time,
    durationMinutes,
  }
  const all = affected.map((row) => {
    const to = occurrenceOn(rule, shiftDay(row.day, days))
    // An overridden session keeps the time that it is given now and stays overridden.
    const own = row.id === anchor.id && row.detached
    return { row, to: own ? { ...to, ...spanOf(input) } : to, detached: own }
  })
  const kept = all.filter(({ to }) => !leaveOut.includes(to.day))
  const left = all.filter(({ to }) => leaveOut.includes(to.day))
  return {
    ...shape,
    rule,
    kept,
    removed: left.map(({ row }) => row),
    added: [],
    exceptions: unique([...shape.exceptions, ...left.map(({ to }) => to.day)]),
    lastDay: series.lastDay && shiftDay(series.lastDay, days),
    laidOutUntil: shiftDay(series.laidOutUntil, days),
  }
}

/** Rebuilds the occurrences of another recurrence, which includes the day of the edited session. */
function rebuildOccurrences({ wish: input, shift, affected, now, ...shape }: Common): RecurrenceResult {
  const { series, anchor, leaveOut } = input
  const at = shiftDay(anchor.day, shift.days)
  const repeat = input.repeat ?? monthlyOn(shiftEnd(remainingRule(series, shape.cutoff).repeat, shift.days), at)
  if (!canStartOn(at, repeat)) throw createRefusal('BAD_REQUEST', 400)
  const { time, durationMinutes } = shift
  const rule: RecurrenceRule = { repeat, zone: series.zone, firstDay: at, time, durationMinutes }
  rule.firstDay = input.repeat
    ? firstFrom(rule, shiftDay(shape.cutoff, shift.days), now)
    : occurrenceDay(at, repeat, -monthsBetween(shape.cutoff, anchor.day))
  if (!isUpcoming(occurrenceOn(rule, at), now)) throw createRefusal('IN_THE_PAST', 409)
  const laidOutUntil = materializedUntil(rule, now)
  const stand = new Set([...shape.overridden.map(({ day }) => day), ...shape.exceptions])
  const dates = occurrencesOf(rule, laidOutUntil).filter((date) => isUpcoming(date, now) && !stand.has(date.day))
  const open = dates.filter(({ day }) => !leaveOut.includes(day))

  const byDay = new Map(affected.map((row) => [shiftDay(row.day, shift.days), row]))
  const exact = open.filter(({ day }) => byDay.has(day))
  const stayed = new Set(exact.map(({ day }) => byDay.get(day)))
  const free = open.filter(({ day }) => !byDay.has(day))
  const left = affected.filter((row) => !stayed.has(row))
  const pairs = [
    ...exact.flatMap((to) => ({ row: byDay.get(to.day) as SeriesSession, to, detached: false })),
    ...left.slice(0, free.length).map((row, number) => ({ row, to: free[number] as Occurrence, detached: false })),
  ]
  return {
    ...shape,
    rule,
    kept: pairs.toSorted((a, b) => (a.to.day < b.to.day ? -1 : 1)),
    removed: left.slice(free.length),
    added: free.slice(left.length),
    exceptions: unique([...shape.exceptions, ...dates.map(({ day }) => day).filter((day) => leaveOut.includes(day))]),
    lastDay: lastDayOf(rule),
    laidOutUntil,
  }
}

const unique = (days: string[]) => [...new Set(days)]

const spanOf = ({ startsAt, durationMinutes }: RecurrenceUpdate) => ({
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + durationMinutes * 60_000).toISOString(),
})

/** The rest of a rule from one of its days on: fewer occurrences where it ends after a count. */
function remainingRule(
  { firstDay, repeat }: RecurrenceRule,
  cutoff: string,
): Pick<RecurrenceRule, 'firstDay' | 'repeat'> {
  const endless = { ...repeat, ends: { by: 'never' as const } }
  const first = occurrences(firstDay, endless, shiftDay(cutoff, 400), cutoff)[0] ?? cutoff
  const { ends } = repeat
  if (ends.by !== 'count') return { firstDay: first, repeat }
  const past = occurrences(firstDay, endless, shiftDay(first, -1)).length
  return { firstDay: first, repeat: { ...repeat, ends: { by: 'count', count: Math.max(1, ends.count - past) } } }
}

/** A recurrence that ends on a day ends as many days later as it starts. */
const shiftEnd = (repeat: Repeat, days: number): Repeat =>
  repeat.ends.by === 'day' ? { ...repeat, ends: { by: 'day', day: shiftDay(repeat.ends.day, days) } } : repeat

/** A monthly recurrence on another weekday: the same weekday number if the day has it, else one that the day has. */
function monthlyOn(repeat: Repeat, day: string): Repeat {
  if (repeat.every === 'weeks') return repeat
  const nths = monthlyPositions(day)
  const nth = nths.includes(repeat.nth) ? repeat.nth : nths[0]
  // A fifth weekday is always the last one of its month.
  return { ...repeat, nth: nth ?? -1 }
}

/** The earliest day of a recurrence that includes a given day, not before `earliest` and not in the past. */
function firstFrom(rule: RecurrenceRule, earliest: string, now: Date): string {
  let first = rule.firstDay
  for (;;) {
    const earlier = occurrenceDay(first, rule.repeat, -1)
    if (earlier < earliest || !isUpcoming(occurrenceOn(rule, earlier), now)) return first
    first = earlier
  }
}

const monthsBetween = (from: string, to: string) => {
  const [a, b] = [from, to].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)))
  return (b ?? 0) - (a ?? 0)
}
