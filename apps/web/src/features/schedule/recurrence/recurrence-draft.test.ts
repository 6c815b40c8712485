import { monthlyPositions } from '@attune/contract/common/time/recurrence'
import type { Repeat } from '@attune/contract/common/time/recurrence.schemas'
import { expect, test } from 'vitest'
import {
  nthWeekday,
  recurrenceDraftOf,
  recurrenceProblems,
  recurrenceRule,
  weeklyRecurrenceDraft,
  type RecurrenceDraft,
} from './recurrence-draft.ts'

const thursday = '2026-11-26'
const rhythm = (part: Partial<RecurrenceDraft> = {}): RecurrenceDraft => ({ ...weeklyRecurrenceDraft, ...part })

const ends: Repeat['ends'][] = [{ by: 'never' }, { by: 'count', count: 7 }, { by: 'day', day: '2027-05-01' }]
const rules: Repeat[] = ends.flatMap((end): Repeat[] => [
  { every: 'weeks', weeks: 1, ends: end },
  { every: 'weeks', weeks: 52, ends: end },
  { every: 'months', nth: 4, ends: end },
  { every: 'months', nth: -1, ends: end },
])

test.each(rules)('converting a rule to form values and back gives the same rule: %j', (rule) => {
  const shown = recurrenceDraftOf(rule)
  expect(recurrenceProblems(shown, thursday)).toEqual({})
  expect(recurrenceRule(shown, thursday)).toEqual(rule)
})

test('the position of a monthly rule in the month adapts to a changed first day', () => {
  const chosen = rhythm({ every: 'months', nth: 4 })
  for (const day of ['2026-12-03', '2026-12-10', '2026-12-29', '2026-12-31']) {
    const nth = nthWeekday(chosen, day)
    expect(monthlyPositions(day), day).toContain(nth)
    expect(recurrenceRule(chosen, day)).toMatchObject({ every: 'months', nth })
  }
  expect(nthWeekday(chosen, '2026-12-24')).toBe(4)
  expect(recurrenceRule(chosen, '2026-02-31')).toBeNull()
})

test('missing and invalid values give a problem for their field and no rule', () => {
  const weeks = (value: number | null) => recurrenceProblems(rhythm({ weeks: value }), thursday)
  expect([null, 0, 1.5, 53].map(weeks)).toEqual(Array.from({ length: 4 }, () => ({ weeks: 'weeksWrong' })))
  expect([weeks(1), weeks(52)]).toEqual([{}, {}])
  const times = (count: number | null) => recurrenceProblems(rhythm({ ends: 'count', count }), thursday)
  expect([null, 0, 1.5, 521].map(times)).toEqual(Array.from({ length: 4 }, () => ({ count: 'countWrong' })))
  expect([times(1), times(520)]).toEqual([{}, {}])
  const until = (day: string) => recurrenceProblems(rhythm({ ends: 'day', until: day }), thursday)
  expect(['', '2026-11-25', '2027-02-31'].map(until)).toEqual(
    Array.from({ length: 3 }, () => ({ until: 'untilWrong' })),
  )
  expect(until(thursday)).toEqual({})
  expect(recurrenceRule(rhythm({ weeks: 53 }), thursday)).toBeNull()
})

test('values of options that are not selected are not checked', () => {
  expect(recurrenceProblems(rhythm({ every: 'months', weeks: null, count: null }), thursday)).toEqual({})
})
