import { occurrenceDay } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { shiftDay } from '@attune/contract/common/time/time'
import { isDeepStrictEqual } from 'node:util'
import { createRefusal } from '../../../platform/policy/refusal.ts'
import {
  earliestAllowedDay,
  fitToDay,
  monthsBetween,
  movedLastDay,
  remainingRule,
  shiftRuleEnd,
} from './recurrence.changed-rule.ts'
import {
  lastDayOf,
  materializationEnd,
  canStartOn,
  isUpcoming,
  type Occurrence,
  occurrenceOn,
  occurrencesOf,
  type RecurrenceRule,
} from './recurrence.dates.ts'
import type { StoredOccurrence, StoredSeries } from './recurrence.queries.ts'
import { movesUniformly, type SeriesShift, seriesShiftOf } from './recurrence.shift.ts'
import type { OccurrenceStore } from './recurrence.store.ts'

/** A change that starts from one occurrence. */
export type RecurrenceChange<Row extends StoredOccurrence> = {
  series: StoredSeries
  /** All occurrences of the series, ordered by day. */
  rows: Row[]
  /** The exceptions of the series: days of the rule that have no occurrence. */
  exceptions: string[]
  /** The occurrence on which the change was made. */
  anchor: Row
  /** ‘following’ changes this occurrence and the later ones; ‘all’ changes every occurrence that has not begun. */
  scope: 'following' | 'all'
  startsAt: string
  durationMinutes: number
  /** The new rule. The rule does not change if `repeat` is undefined or equal to the current rule. */
  repeat?: Repeat | undefined
  /** The days of the new rule that get no occurrence. */
  leaveOut: string[]
}

/** The effect of a change on a series and its occurrences. It is computed before anything is written. */
export type RecurrencePlan<Row extends StoredOccurrence> = {
  rule: RecurrenceRule
  lastDay: string | null
  materializedUntil: string
  /**
   * Whether the change splits the series: earlier occurrences stay in it, and the other occurrences continue as a new
   * series.
   */
  splits: boolean
  /** The first day of the current rule that the change affects. */
  cutoff: string
  /**
   * Affected rows that are not removed, each with its time after the change. If the change splits the series, they move
   * to the new series. `detached` marks a row that stays individually changed.
   */
  kept: { row: Row; to: Occurrence; detached: boolean }[]
  /** Rows that the change removes: the new rule has no day for them, or `leaveOut` contains their new day. */
  removed: Row[]
  /** Occurrences of the new rule for which new rows are needed. */
  added: Occurrence[]
  /**
   * Rows from `cutoff` on that keep their time, for example individually changed rows. `day` is the day of the new rule
   * on which each row replaces the regular occurrence.
   */
  overridden: { row: Row; day: string }[]
  /** Rows that were already cancelled. The new rule may use the days of these rows again. */
  cancelledBefore: Row[]
  exceptions: string[]
}

/** The members of `OccurrenceStore` on which the plan of a change depends. */
type Kind<Row> = Pick<OccurrenceStore<Row>, 'isActive' | 'mayBePast'>

/**
 * Computes the result of a change, as decision record 32 specifies. If the rule does not change, all occurrences move by the same
 * number of days and get the same wall-clock time. With a new rule, an occurrence keeps its day if the rule includes
 * that day; the other occurrences take the remaining days in order. Refuses with IN_THE_PAST if an occurrence would
 * move into the past. Refuses with BAD_REQUEST if the new rule does not include the new day of the changed occurrence.
 */
export function planChange<Row extends StoredOccurrence>(
  change: RecurrenceChange<Row>,
  { isActive, mayBePast }: Kind<Row>,
  now: Date,
): RecurrencePlan<Row> {
  const { rows, anchor, scope, series } = change
  const repeat = isDeepStrictEqual(change.repeat, series.repeat) ? undefined : change.repeat
  const input = { ...change, repeat }
  const isAllowed = (occurrence: { startsAt: string }) => mayBePast || isUpcoming(occurrence, now)
  const isAffected = (row: Row) => (row.id === anchor.id || !row.detached) && isActive(row) && isUpcoming(row, now)
  const cutoff = scope === 'following' ? anchor.day : (rows.find(isAffected)?.day ?? anchor.day)
  const from = rows.filter(({ day }) => day >= cutoff)
  const affected = from.filter(isAffected)
  const recurrenceStays = movesUniformly(input)
  const shift = seriesShiftOf(input, recurrenceStays)
  const place = recurrenceStays ? null : placeOf(input, shift, cutoff)
  const toDay = dayMapping(input, shift, place)
  const others = from.filter((row) => !affected.includes(row))
  const cancelledBefore = recurrenceStays ? [] : others.filter((row) => !row.detached && !isActive(row))
  const overridden = others.filter((row) => !cancelledBefore.includes(row)).map((row) => ({ row, day: toDay(row.day) }))
  const before = rows.some(({ day }) => day < cutoff)
  const splits = before && !(scope === 'all' && recurrenceStays && shift.days === 0)
  const exceptions = change.exceptions.filter((day) => day >= cutoff).map(toDay)
  const common = { splits, cutoff, overridden, cancelledBefore, change: input, shift, affected, exceptions }
  const plan = place ? rebuildOccurrences({ ...common, place, toDay, isAllowed, now }) : shiftOccurrences(common)
  if (plan.kept.some(({ row, to }) => to.startsAt !== row.startsAt && !isAllowed(to)))
    throw createRefusal('IN_THE_PAST', 409)
  return plan
}

type Common<Row extends StoredOccurrence> = Pick<
  RecurrencePlan<Row>,
  'splits' | 'cutoff' | 'overridden' | 'cancelledBefore' | 'exceptions'
> & {
  change: RecurrenceChange<Row>
  shift: SeriesShift
  affected: Row[]
}

type Rebuilt<Row extends StoredOccurrence> = Common<Row> & {
  place: Place
  toDay: (day: string) => string
  isAllowed: (occurrence: Occurrence) => boolean
  now: Date
}

/** Plans a change that moves the rule and all affected occurrences by the same days and to the same wall-clock time. */
function shiftOccurrences<Row extends StoredOccurrence>({
  change: input,
  shift,
  affected,
  ...shape
}: Common<Row>): RecurrencePlan<Row> {
  const { series, anchor, leaveOut } = input
  const { days, time, durationMinutes } = shift
  const base = shape.splits ? remainingRule(series, shape.cutoff) : series
  const rule: RecurrenceRule = {
    repeat: shiftRuleEnd(base.repeat, days),
    zone: series.zone,
    firstDay: shiftDay(base.firstDay, days),
    time,
    durationMinutes,
  }
  const all = affected.map((row) => {
    const to = occurrenceOn(rule, shiftDay(row.day, days))
    // If the occurrence from which the change starts was changed individually before, it gets the requested time and
    // stays individually changed.
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
    materializedUntil: shiftDay(series.materializedUntil, days),
  }
}

/** A new rule (`repeat`), and the new day of the occurrence from which the change starts (`at`). */
type Place = { at: string; repeat: Repeat }

function placeOf(
  { series, anchor, repeat }: RecurrenceChange<StoredOccurrence>,
  { days }: SeriesShift,
  cutoff: string,
): Place {
  const at = shiftDay(anchor.day, days)
  return { at, repeat: repeat ?? fitToDay(shiftRuleEnd(remainingRule(series, cutoff).repeat, days), at) }
}

/**
 * Returns a function that maps each day of the current rule to its new day. All days shift by the same number of days.
 * Exception: if a monthly rule moves to another day, each day maps to the day of the new rule in the corresponding
 * month.
 */
const dayMapping =
  ({ anchor, repeat }: RecurrenceChange<StoredOccurrence>, { days }: SeriesShift, place: Place | null) =>
  (day: string): string =>
    place && !repeat ? occurrenceDay(place.at, place.repeat, monthsBetween(anchor.day, day)) : shiftDay(day, days)

/**
 * Plans a change to another rule. Refuses with BAD_REQUEST if that rule does not include the new day of the changed occurrence (`place.at`), and with
 * IN_THE_PAST if the occurrence would move into the past.
 */
function rebuildOccurrences<Row extends StoredOccurrence>({
  change: input,
  shift,
  affected,
  place: { at, repeat },
  toDay,
  isAllowed,
  now,
  ...shape
}: Rebuilt<Row>): RecurrencePlan<Row> {
  const { series, leaveOut } = input
  if (!canStartOn(at, repeat)) throw createRefusal('BAD_REQUEST', 400)
  const { time, durationMinutes } = shift
  const rule: RecurrenceRule = { repeat, zone: series.zone, firstDay: at, time, durationMinutes }
  rule.firstDay = input.repeat ? earliestAllowedDay(rule, toDay(shape.cutoff), isAllowed) : toDay(shape.cutoff)
  if (!isAllowed(occurrenceOn(rule, at))) throw createRefusal('IN_THE_PAST', 409)
  const materializedUntil = materializationEnd(rule, now)
  const lastDay = input.repeat ? lastDayOf(rule) : movedLastDay(series, rule, toDay)
  const excludedDays = new Set([...shape.overridden.map(({ day }) => day), ...shape.exceptions])
  const until = lastDay && lastDay < materializedUntil ? lastDay : materializedUntil
  const dates = occurrencesOf(rule, until).filter((date) => isAllowed(date) && !excludedDays.has(date.day))
  const open = dates.filter(({ day }) => !leaveOut.includes(day))

  const byDay = new Map(affected.map((row) => [toDay(row.day), row]))
  const exact = open.filter(({ day }) => byDay.has(day))
  const stayed = new Set(exact.map(({ day }) => byDay.get(day)))
  const free = open.filter(({ day }) => !byDay.has(day))
  const left = affected.filter((row) => !stayed.has(row))
  const pairs = [
    ...exact.flatMap((to) => ({ row: byDay.get(to.day) as Row, to, detached: false })),
    ...left.slice(0, free.length).map((row, number) => ({ row, to: free[number] as Occurrence, detached: false })),
  ]
  return {
    ...shape,
    rule,
    kept: pairs.toSorted((a, b) => (a.to.day < b.to.day ? -1 : 1)),
    removed: left.slice(free.length),
    added: free.slice(left.length),
    exceptions: unique([...shape.exceptions, ...dates.map(({ day }) => day).filter((day) => leaveOut.includes(day))]),
    lastDay,
    materializedUntil,
  }
}

const unique = (days: string[]) => [...new Set(days)]

const spanOf = ({ startsAt, durationMinutes }: { startsAt: string; durationMinutes: number }) => ({
  startsAt,
  endsAt: new Date(Date.parse(startsAt) + durationMinutes * 60_000).toISOString(),
})
