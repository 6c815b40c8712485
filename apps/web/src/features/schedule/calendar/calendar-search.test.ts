// @vitest-environment node
import { expect, test } from 'vitest'
import { parseCalendarSearch } from './calendar-search.ts'

test('only valid search parameters set view and day', () => {
  expect(parseCalendarSearch({ view: 'month', day: '2028-02-29' })).toEqual({ view: 'month', day: '2028-02-29' })
  expect(parseCalendarSearch({ view: 'week', print: true })).toEqual({ view: 'week', print: true })
  expect(parseCalendarSearch({ print: 'yes' })).toEqual({})
  for (const day of ['2026-02-31', '2027-02-29', '1999-12-31', '2100-01-01', 'today', 20_260_101, null])
    expect(parseCalendarSearch({ view: 'year', day }), String(day)).toEqual({})
})
