import { runs } from '@attune/contract/common/runs.testing'
import { monthlyPositions, occurrences } from '@attune/contract/common/recurrence'
import type { Repeat } from '@attune/contract/common/recurrence.schemas'
import { shiftDay, wallClockOf } from '@attune/contract/common/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { EventSeries, StoredEvent } from './calendar.queries.ts'
import { eventSpanOn } from './calendar.event-add.ts'
import { planEventSeriesChange } from './calendar.event-plan.ts'

const zones = [
  'Europe/Berlin',
  'America/New_York',
  'America/Sao_Paulo',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Australia/Sydney',
  'Europe/London',
  'America/Vancouver',
]
const today = '2026-11-20'
const until = '2027-11-20'

const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const ends = fc.oneof(
  fc.constant<Repeat['ends']>({ by: 'never' }),
  fc.integer({ min: 1, max: 60 }).map((count): Repeat['ends'] => ({ by: 'count', count })),
  fc.integer({ min: 0, max: 400 }).map((days): Repeat['ends'] => ({ by: 'day', day: shiftDay('2026-12-01', days) })),
)
const repeatFrom = (first: string) =>
  fc.oneof(
    fc
      .tuple(fc.integer({ min: 1, max: 8 }), ends)
      .map(([weeks, end]): Repeat => ({ every: 'weeks', weeks, ends: end })),
    fc
      .tuple(fc.constantFrom(...monthlyPositions(first)), ends)
      .map(([nth, end]): Repeat => ({ every: 'months', nth, ends: end })),
  )
const firstDay = fc.integer({ min: 0, max: 60 }).map((days) => shiftDay('2026-10-02', days))

const calendar = fc
  .record({ first: firstDay, time: clock, zone: fc.constantFrom(...zones) })
  .chain(({ first, time, zone }) =>
    fc.record({
      first: fc.constant(first),
      time: fc.constant(time),
      zone: fc.constant(zone),
      repeat: repeatFrom(first),
      marks: fc.array(fc.constantFrom('stays', 'stays', 'stays', 'gap', 'alone'), { minLength: 60, maxLength: 60 }),
      at: fc.nat(),
      minutes: fc.oneof(fc.constant(0), fc.integer({ min: -3000, max: 3000 })),
      other: fc.option(repeatFrom(first)),
    }),
  )

test('a change of a series uses every row once, fills every day once, and keeps individually changed events', () => {
  fc.assert(
    fc.property(calendar, ({ first, time, zone, repeat, marks, at, minutes, other }) => {
      const series: EventSeries = {
        id: 's',
        repeat,
        zone,
        firstDay: first,
        time,
        durationMinutes: 50,
        laidOutUntil: until,
        lastDay: null,
        template: { title: 'x', location: '' },
      }
      const all = occurrences(first, repeat, until)
      const rows = all.flatMap((day, number) => {
        const mark = marks[number % marks.length]
        return mark === 'gap' && number > 0
          ? []
          : [{ id: `r${number}`, day, ...eventSpanOn(series, day), detached: mark === 'alone' }]
      })
      const row = rows[at % rows.length]
      if (!row || row.detached) return
      const from = row.day
      const [here, gaps] = [
        rows.filter((each) => each.day >= from),
        all.filter((day) => day >= from && !rows.some((each) => each.day === day)),
      ]
      const startsAt = new Date(Date.parse(row.startsAt) + minutes * 60_000).toISOString()
      const endsAt = new Date(Date.parse(startsAt) + 50 * 60_000).toISOString()
      const named: StoredEvent = { ...row, title: 'x', location: '', seriesId: 's', revision: 0, repeat }
      const wanted = { startsAt, endsAt, title: 'y', location: '', ...(other && { repeat: other }) }
      const plan = planEventSeriesChange(series, named, wanted, { from, rows: here, gaps, today })
      if (!plan) return
      const { kept, removed: surplus, missing, exceptions: left } = plan
      // Each row is kept or removed exactly once.
      expect([...kept.map(({ id }) => id), ...surplus.map(({ id }) => id)].toSorted()).toEqual(
        here.map(({ id }) => id).toSorted(),
      )
      // Each day of the new rule is used exactly once: by a row, an exception or a new row.
      const days = [...kept.map(({ day }) => day), ...missing, ...left]
      const last = plan.series.laidOutUntil
      expect(days.toSorted()).toEqual(occurrences(plan.series.firstDay, plan.series.repeat, last))
      expect(
        kept.filter(({ isOverridden: isOwn }) => isOwn).length + surplus.filter(({ detached }) => detached).length,
      ).toBe(here.filter(({ detached }) => detached).length)
      // The changed event has its new wall-clock time; without a new rule no row is removed.
      if (minutes !== 0) expect(plan.series.time).toBe(shiftedClock(series, row.startsAt, startsAt))
      if (!other && repeat.every === 'weeks') expect([surplus, left.length]).toEqual([[], gaps.length])
      if (minutes === 0 && !other)
        expect(kept.map(({ id, day }) => [id, day])).toEqual(here.map(({ id, day }) => [id, day]))
    }),
    { numRuns: runs(200, 1_000) },
  )
})

/** The time of the rule, shifted by the same wall-clock difference as the changed event. */
function shiftedClock({ time, zone }: EventSeries, before: string, after: string): string {
  const of = (instant: string) => Date.parse(`${Object.values(wallClockOf(instant, zone)).join('T')}:00Z`)
  return new Date(Date.parse(`2000-01-10T${time}:00Z`) + of(after) - of(before)).toISOString().slice(11, 16)
}
