import { occurrences } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { instantOf } from '@attune/contract/common/time/time'
import { expect, test } from 'vitest'
import { planChange, type RecurrenceChange } from './recurrence.change.ts'
import { occurrenceOn } from './recurrence.dates.ts'
import type { StoredOccurrence, StoredSeries } from './recurrence.queries.ts'

const now = new Date('2026-11-20T12:00:00.000Z')
const kind = { isActive: () => true, mayBePast: false }
const monthly = { every: 'months', nth: 1, ends: { by: 'never' } } as const
const weekly = { every: 'weeks', weeks: 1, ends: { by: 'never' } } as const

function seriesOf(firstDay: string, repeat: Repeat, lastDay: string | null = null): StoredSeries {
  const rule = { repeat, firstDay, zone: 'Europe/Berlin', time: '10:00', durationMinutes: 50 }
  return { ...rule, id: 's', kind: 'session', template: {}, materializedUntil: '2027-11-20', lastDay }
}

/**
 * Returns the rows of a series on all its days except `exceptions`. The rows on the days in `alone` were moved individually
 * by one hour.
 */
const rowsOf = (series: StoredSeries, exceptions: string[] = [], alone: string[] = []): StoredOccurrence[] =>
  occurrences(series.firstDay, series.repeat, series.lastDay ?? series.materializedUntil)
    .filter((day) => !exceptions.includes(day))
    .map((day) => {
      const detached = alone.includes(day)
      const { startsAt, endsAt } = occurrenceOn({ ...series, time: detached ? '11:00' : '10:00' }, day)
      return { id: day, day, startsAt, endsAt, detached }
    })

type Change = Pick<RecurrenceChange<StoredOccurrence>, 'series' | 'rows'> & {
  exceptions?: string[]
  at: string
  to: string
  repeat?: Repeat
}
const plan = ({ at, to, exceptions = [], ...change }: Change) => {
  const anchor = change.rows.find(({ day }) => day === at)
  if (!anchor) throw new Error(`no occurrence on ${at}`)
  const startsAt = instantOf(to, '10:00', 'Europe/Berlin')
  return planChange(
    { scope: 'all', durationMinutes: 50, leaveOut: [], ...change, exceptions, anchor, startsAt },
    kind,
    now,
  )
}
const days = (kept: { row: StoredOccurrence; to: { day: string } }[]) => kept.map(({ row, to }) => [row.day, to.day])

test('moving one occurrence of a monthly rule moves all others to the new weekday and position in their own month', () => {
  const series = seriesOf('2026-12-01', monthly)
  const [exceptions, alone] = [['2027-02-02'], ['2027-03-02']]
  const result = plan({
    series,
    rows: rowsOf(series, exceptions, alone),
    exceptions,
    at: '2026-12-01',
    to: '2026-12-09',
  })
  expect(result.rule.repeat).toEqual({ ...monthly, nth: 2 })
  expect(days(result.kept).slice(0, 3)).toEqual([
    ['2026-12-01', '2026-12-09'],
    ['2027-01-05', '2027-01-13'],
    ['2027-04-06', '2027-04-14'],
  ])
  expect(result.exceptions).toEqual(['2027-02-10'])
  expect(result.overridden.map(({ day }) => day)).toEqual(['2027-03-10'])
  expect([result.removed, result.added]).toEqual([[], []])
})

test('a new rule keeps occurrences on its own days, and an individually changed occurrence replaces the regular one of its day', () => {
  const series = seriesOf('2026-12-01', weekly)
  const [exceptions, alone] = [['2026-12-29'], ['2026-12-08']]
  const repeat = { ...weekly, weeks: 2, ends: { by: 'count', count: 4 } } as const
  const rows = rowsOf(series, exceptions, alone)
  const result = plan({ series, rows, exceptions, at: '2026-12-15', to: '2026-12-15', repeat })
  expect(days(result.kept)).toEqual([
    ['2026-12-01', '2026-12-01'],
    ['2026-12-15', '2026-12-15'],
    ['2027-01-12', '2027-01-12'],
  ])
  expect([result.exceptions, result.overridden.map(({ day }) => day)]).toEqual([['2026-12-29'], ['2026-12-08']])
  expect(result.added).toEqual([])
})

test('sending the current rule again has the same result as sending no rule', () => {
  const series = seriesOf('2026-12-01', { ...weekly, ends: { by: 'count', count: 6 } })
  const change = { series, rows: rowsOf(series), at: '2026-12-08', to: '2026-12-09' }
  expect(plan({ ...change, repeat: series.repeat })).toEqual(plan(change))
})

test('a monthly series that was ended early stays ended when it moves to another weekday', () => {
  const series = seriesOf('2026-12-01', monthly, '2027-02-28')
  const result = plan({ series, rows: rowsOf(series), at: '2027-01-05', to: '2027-01-06' })
  expect(days(result.kept)).toEqual([
    ['2026-12-01', '2026-12-02'],
    ['2027-01-05', '2027-01-06'],
    ['2027-02-02', '2027-02-03'],
  ])
  expect([result.added, result.lastDay]).toEqual([[], '2027-02-03'])
})
