import { monthlyPositions } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { instantOf, shiftDay, wallClockOf } from '@attune/contract/common/time/time'
import { ORPCError } from '@orpc/server'
import fc from 'fast-check'
import {
  canStartOn,
  isUpcoming,
  lastDayOf,
  materializationEnd,
  occurrenceOn,
  occurrencesOf,
  planChange,
  type RecurrenceChange,
} from '../../recurrence/recurrence.ts'
import type { SeriesChangePlan } from './change.ts'
import type { SeriesSession } from '../../session/session.ts'
import { holdsSlot, type SessionSeriesRow } from '../series.queries.ts'
import { randomRule } from '../series.random.testing.ts'
import { sessionOccurrences } from '../create/store.ts'

type Random = { wish: RecurrenceChange<SeriesSession>; now: Date }

/**
 * Generates a random series some time after its start, with individually moved sessions, cancelled sessions and skipped
 * days, and a random change of one upcoming session.
 */
export const randomRecurrenceUpdate: fc.Arbitrary<Random> = fc
  .record({
    rule: randomRule,
    passed: fc.integer({ min: -40, max: 300 }),
    fates: fc.array(fc.constantFrom('', '', '', '', 'moved', 'cancelled', 'gap'), { minLength: 60, maxLength: 60 }),
    at: fc.nat(60),
    scope: fc.constantFrom('all' as const, 'following' as const),
    days: fc.constantFrom(0, 0, 0, 1, -1, 6, 7, -7, 14),
    time: fc.option(fc.tuple(fc.nat(23), fc.constantFrom(0, 30))),
    durationMinutes: fc.option(fc.constantFrom(30, 90)),
    rhythm: fc.option(fc.tuple(fc.constantFrom(0, 1, 2, 3), fc.integer({ min: 1, max: 60 }), fc.boolean())),
    leave: fc.array(fc.nat(30), { maxLength: 2 }),
  })
  .map(({ rule, passed, fates, at, scope, days, time, rhythm, leave, ...more }) => {
    const now = new Date(instantOf(shiftDay(rule.firstDay, passed), '12:00', rule.zone))
    const materializedUntil = materializationEnd(rule, now)
    const dates = occurrencesOf(rule, materializedUntil)
    const exceptions = dates.filter((_, number) => fates[number] === 'gap').map(({ day }) => day)
    const rows = dates.flatMap(({ day, startsAt, endsAt }, number): SeriesSession[] => {
      const fate = fates[number] ?? ''
      if (fate === 'gap') return []
      const shift = fate === 'moved' ? 25 * 3_600_000 : 0
      return [rowOf(day, shifted(startsAt, shift), shifted(endsAt, shift), fate)]
    })
    const ahead = rows.filter((row) => holdsSlot(row) && isUpcoming(row, now))
    const anchor = ahead[at % Math.max(1, ahead.length)] ?? rows[0] ?? rowOf(rule.firstDay, '', '', '')
    const wall = anchor.startsAt ? wallClockOf(anchor.startsAt, rule.zone) : { day: rule.firstDay, time: rule.time }
    const to = { day: shiftDay(wall.day, days), time: time ? clock(time) : wall.time }
    const same = days === 0 && !time
    const startsAt = same ? anchor.startsAt : instantOf(to.day, to.time, rule.zone)
    const series: SessionSeriesRow = {
      ...rule,
      id: 'series',
      kind: 'session',
      materializedUntil,
      lastDay: lastDayOf(rule),
      template,
    }
    const durationMinutes = more.durationMinutes ?? lengthOf(anchor)
    const leaveOut = leave.flatMap((number) => rows[number]?.day ?? [])
    const repeat = rhythm ? repeatOf(rhythm, to.day) : undefined
    return { wish: { series, rows, exceptions, anchor, scope, startsAt, durationMinutes, repeat, leaveOut }, now }
  })

const template = {
  clientIds: [],
  format: 'video',
  therapyType: 'individual',
  location: '',
  videoUrl: null,
  callInAttune: false,
  agreed: false,
}
const shifted = (instant: string, by: number) => new Date(Date.parse(instant) + by).toISOString()
const clock = ([hour, minute]: [number, number]) =>
  `${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}`
const lengthOf = ({ startsAt, endsAt }: SeriesSession) => (Date.parse(endsAt) - Date.parse(startsAt)) / 60_000 || 50

function repeatOf([weeks, count, endless]: [number, number, boolean], day: string): Repeat {
  const ends = endless ? ({ by: 'never' } as const) : ({ by: 'count', count } as const)
  return weeks ? { every: 'weeks', weeks, ends } : { every: 'months', nth: monthlyPositions(day)[0], ends }
}

const rowOf = (day: string, startsAt: string, endsAt: string, fate: string): SeriesSession => ({
  id: `of ${day}`,
  day,
  startsAt,
  endsAt,
  status: fate === 'cancelled' ? 'cancelled' : 'scheduled',
  format: 'video',
  location: '',
  videoUrl: null,
  callInAttune: false,
  sequence: 0,
  revision: 0,
  bookedAt: '',
  bookedAnyway: false,
  detached: fate !== '',
  deleted: false,
})

/**
 * Plans a change and returns the errors in the plan. Returns no errors if the change is refused.
 * @param forgets if true, the plan treats individually changed sessions like all others. Tests use this to show that
 * the check then reports errors.
 */
export function recurrenceUpdateErrors(
  { wish, now }: Random,
  forgets = false,
): { wrong: string[]; shape: SeriesChangePlan | null } {
  const { rows, anchor, leaveOut } = wish
  if (!anchor.startsAt || !holdsSlot(anchor) || !isUpcoming(anchor, now)) return { wrong: [], shape: null }
  let shape: SeriesChangePlan
  try {
    shape = planChange(forgets ? forgetful(wish) : wish, sessionOccurrences, now)
  } catch (error) {
    if (error instanceof ORPCError) return { wrong: [], shape: null }
    throw error
  }
  const wrong: string[] = []
  const { kept, removed, added, overridden, cancelledBefore, cutoff, rule } = shape
  const parts = [...kept.map(({ row }) => row), ...removed, ...overridden.map(({ row }) => row), ...cancelledBefore]
  const from = rows.filter(({ day }) => day >= cutoff)
  if (
    parts
      .map(({ id }) => id)
      .toSorted()
      .join() !==
    from
      .map(({ id }) => id)
      .toSorted()
      .join()
  )
    wrong.push('a session is lost or counted twice')
  const days = [...kept.map(({ to }) => to.day), ...added.map(({ day }) => day), ...overridden.map(({ day }) => day)]
  if (new Set(days).size !== days.length) wrong.push(`a day is doubled: ${days.toSorted().join()}`)
  if (overridden.some(({ row }) => !row.detached && holdsSlot(row) && isUpcoming(row, now)))
    wrong.push('one that follows is left behind')
  const single = new Set(rows.filter((row) => row.detached && row.id !== anchor.id).map(({ id }) => id))
  if (kept.some(({ row }) => single.has(row.id))) wrong.push('a single change is not kept')
  for (const { row, to, detached } of kept) {
    const of = occurrenceOn(rule, to.day)
    if (!detached && (of.startsAt !== to.startsAt || of.endsAt !== to.endsAt))
      wrong.push(`${row.day} is not where the rule is`)
    if (to.startsAt !== row.startsAt && !isUpcoming(to, now)) wrong.push(`${row.day} goes into the past`)
  }
  const here = kept.find(({ row }) => row.id === anchor.id)
  const nowhere = wallClockOf(wish.startsAt, rule.zone).time !== rule.time && !anchor.detached
  if (
    here &&
    here.to.startsAt !== wish.startsAt &&
    !nowhere &&
    wish.repeat === undefined &&
    !twice(wish.startsAt, here.to.startsAt)
  )
    wrong.push(`the session is at ${here.to.startsAt} and not at ${wish.startsAt}`)
  if (kept.some(({ to }) => leaveOut.includes(to.day)) || added.some(({ day }) => leaveOut.includes(day)))
    wrong.push('a day that was to be left out is there')
  if (!canStartOn(rule.firstDay, { ...rule.repeat, ends: { by: 'never' } }))
    wrong.push('the rule does not fit its first day')
  wrong.push(...dayErrors(shape, now))
  return { wrong, shape }
}

const forgetful = (wish: RecurrenceChange<SeriesSession>): RecurrenceChange<SeriesSession> => {
  const rows = wish.rows.map((row) => ({ ...row, detached: false }))
  return { ...wish, rows, anchor: rows.find(({ id }) => id === wish.anchor.id) ?? wish.anchor }
}

/**
 * Returns whether two instants differ by at most one hour. This difference is allowed, because a wall-clock time that
 * exists twice has two instants.
 */
const twice = (a: string, b: string) => Math.abs(Date.parse(a) - Date.parse(b)) <= 3_600_000

/**
 * Checks that every upcoming day of the new rule has a session or is an exception. Also checks that each session is on
 * a day of the rule, unless the session was changed individually.
 */
function dayErrors(
  { kept, added, overridden, exceptions, rule, materializedUntil, lastDay, cutoff }: SeriesChangePlan,
  now: Date,
): string[] {
  const until = lastDay && lastDay < materializedUntil ? lastDay : materializedUntil
  const dates = occurrencesOf(rule, until).filter((date) => isUpcoming(date, now))
  const stands = new Set([
    ...kept.map(({ to }) => to.day),
    ...added.map(({ day }) => day),
    ...overridden.map(({ day }) => day),
    ...exceptions,
  ])
  const first = [...kept.map(({ to }) => to.day), ...added.map(({ day }) => day)].toSorted()[0] ?? cutoff
  const lost = dates.filter(({ day }) => day >= first && !stands.has(day))
  const days = new Set(
    occurrencesOf(rule, materializedUntil > (lastDay ?? '') ? materializedUntil : (lastDay ?? '')).map(
      ({ day }) => day,
    ),
  )
  const orphans = kept.filter(({ to, detached }) => !detached && !days.has(to.day))
  return [...lost.map(({ day }) => `${day} is lost`), ...orphans.map(({ to }) => `${to.day} is no day of the rule`)]
}
