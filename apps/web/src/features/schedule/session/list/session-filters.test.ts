// @vitest-environment node
import { expect, test } from 'vitest'
import { countSessionFilters, sessionFiltersOf } from './session-filters.ts'
import { parseSessionSearch } from './session-search.ts'

const asked = (raw: Record<string, unknown>) => sessionFiltersOf(parseSessionSearch(raw), '', null, 'Europe/Berlin')

test('from and to are whole days in the reader’s zone, both inclusive, even when the clocks change', () => {
  expect(asked({ from: '2027-03-28', to: '2027-03-28' })).toMatchObject({
    from: '2027-03-27T23:00:00.000Z',
    to: '2027-03-28T22:00:00.000Z',
  })
})

test.each(['2026-02-31', '2026-13-01', 'soon', '2026-02-29T00:00'])(
  'an invalid day (%s) in the URL sets no filter and does not throw',
  (typed) => {
    expect(asked({ from: typed, to: typed })).toMatchObject({ from: undefined, to: undefined })
    expect(countSessionFilters(parseSessionSearch({ from: typed, to: typed, status: 'lost' }), null)).toBe(0)
    expect(
      countSessionFilters(
        parseSessionSearch({ from: typed, to: '2026-02-28', status: 'confirmed', kind: 'couples' }),
        null,
      ),
    ).toBe(3)
  },
)

test('an unknown status, format or therapy type is left out of the query', () => {
  expect(asked({ status: 'lost', format: 'fax', kind: 'x' })).toMatchObject({
    status: undefined,
    format: undefined,
    therapyType: undefined,
  })
  expect(asked({ status: 'confirmed' })).toMatchObject({ status: ['confirmed'] })
})
