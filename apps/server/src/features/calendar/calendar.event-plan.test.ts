import { occurrences } from '@attune/contract/common/recurrence'
import { instantOf } from '@attune/contract/common/time'
import { expect, test } from 'vitest'
import type { EventSeries, StoredEvent } from './calendar.queries.ts'
import { eventSpanOn } from './calendar.event-add.ts'
import { planEventSeriesChange } from './calendar.event-plan.ts'

const today = '2026-11-20'
const until = '2027-11-20'

test('a monthly rule follows the changed event to its new weekday and position', () => {
  const series: EventSeries = {
    id: 's',
    zone: 'Europe/Berlin',
    firstDay: '2026-12-01',
    time: '10:00',
    durationMinutes: 50,
    laidOutUntil: until,
    lastDay: null,
    repeat: { every: 'months', nth: 1, ends: { by: 'never' } },
    template: { title: 'x', location: '' },
  }
  const rows = occurrences('2026-12-01', series.repeat, until).map((day) => ({
    id: day,
    day,
    ...eventSpanOn(series, day),
    detached: false,
  }))
  const [row] = rows
  if (!row) throw new Error('no row')
  const startsAt = instantOf('2026-12-09', '10:00', 'Europe/Berlin')
  const named: StoredEvent = { ...row, title: 'x', location: '', seriesId: 's', revision: 0, repeat: series.repeat }
  const wanted = { startsAt, endsAt: instantOf('2026-12-09', '11:00', 'Europe/Berlin'), title: 'x', location: '' }
  const plan = planEventSeriesChange(series, named, wanted, { from: row.day, rows, gaps: [], today })
  expect(plan?.series.repeat).toMatchObject({ nth: 2 })
  expect(plan?.kept.slice(0, 3).map(({ day }) => day)).toEqual(['2026-12-09', '2027-01-13', '2027-02-10'])
})
