import { runs } from '@attune/contract/common/runs.testing'
import { monthlyPositions, occurrences } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { shiftDay, wallClockOf } from '@attune/contract/common/time/time'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fitToDay, occurrenceOn, planChange } from '../../recurrence/recurrence.ts'
import { eventOccurrences } from './store.ts'
import type { EventSeries } from '../calendar.queries.ts'

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
const now = new Date('2026-10-01T00:00:00.000Z')
const until = '2027-10-01'

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
        kind: 'event',
        repeat,
        zone,
        firstDay: first,
        time,
        durationMinutes: 50,
        materializedUntil: until,
        lastDay: null,
        template: { title: 'x', location: '' },
      }
      const all = occurrences(first, repeat, until)
      const rows = all.flatMap((day, number) => {
        const mark = marks[number % marks.length]
        const { startsAt, endsAt } = occurrenceOn(series, day)
        return mark === 'gap' && number > 0
          ? []
          : [{ id: `r${number}`, day, startsAt, endsAt, detached: mark === 'alone' }]
      })
      const anchor = rows[at % rows.length]
      if (!anchor || anchor.detached) return
      const here = rows.filter(({ day }) => day >= anchor.day)
      const skipped = all.filter((day) => !rows.some((each) => each.day === day))
      const startsAt = new Date(Date.parse(anchor.startsAt) + minutes * 60_000).toISOString()
      const moved = wallClockOf(startsAt, zone)
      const wanted = other && fitToDay(other, moved.day)
      if (wanted?.ends.by === 'day' && wanted.ends.day < moved.day) return
      const change = {
        series,
        rows,
        exceptions: skipped,
        anchor,
        scope: 'following' as const,
        startsAt,
        durationMinutes: 50,
      }
      const plan = planChange({ ...change, repeat: wanted ?? undefined, leaveOut: [] }, eventOccurrences, now)
      const { kept, removed, added, overridden, exceptions, rule } = plan
      // Each row in scope appears exactly once: in `kept`, in `removed`, or in `overridden` if the row was changed
      // individually.
      expect(
        [...kept, ...overridden]
          .map(({ row }) => row.id)
          .concat(removed.map(({ id }) => id))
          .toSorted(),
      ).toEqual(here.map(({ id }) => id).toSorted())
      // Each day of the new rule occurs exactly once: as the day of a kept, overridden or new row, or as an
      // exception.
      const dated = [...kept.map(({ to }) => to), ...added, ...overridden].map(({ day }) => day)
      const days = [...dated, ...exceptions].toSorted()
      const ruled = occurrences(rule.firstDay, rule.repeat, plan.materializedUntil)
      expect(new Set(days).size).toBe(days.length)
      expect(days.filter((day) => ruled.includes(day))).toEqual(ruled)
      expect(
        [...kept.map(({ to }) => to.day), ...added.map(({ day }) => day)].filter((day) => !ruled.includes(day)),
      ).toEqual([])
      expect(overridden.map(({ row }) => row)).toEqual(here.filter(({ detached }) => detached))
      // A moved event sets the time of the new rule. A move without a new rule removes no row.
      if (minutes !== 0) expect(rule.time).toBe(moved.time)
      if (!other && repeat.every === 'weeks')
        expect([removed, exceptions.length]).toEqual([[], skipped.filter((day) => day >= anchor.day).length])
      if (minutes === 0 && !other)
        expect(kept.map(({ row, to }) => [row.id, to.day])).toEqual(
          here.filter(({ detached }) => !detached).map(({ id, day }) => [id, day]),
        )
    }),
    { numRuns: runs(200, 1_000) },
  )
})
