// @vitest-environment node
import { expect, test } from 'vitest'
import {
  fixOverlap,
  nextRange,
  openMinutes,
  availabilityProblems,
  normalizeHours,
  splitAtMidnight,
  type EditedRange,
} from './hours.ts'
import { countChanges, timetableDifferences, timetableDraftOf, openMinutesPerWeek } from '../timetable/draft.ts'

const range = (from: string, until: string, part: Partial<EditedRange> = {}): EditedRange => ({
  from,
  until,
  formats: ['video'],
  location: '',
  ...part,
})
const times = (ranges: readonly EditedRange[]) => ranges.map(({ from, until }) => `${from}-${until}`)

test('an invalid time, an empty range, a range across midnight and an overlap are each reported', () => {
  expect(availabilityProblems([range('8', '12'), range('13', '17')])).toEqual([{}, {}])
  expect(availabilityProblems([range('x', '')])).toEqual([{ from: 'notATime', until: 'notATime' }])
  expect(availabilityProblems([range('9', '9')])).toEqual([{ until: 'noLength' }])
  expect(availabilityProblems([range('22', '2')])).toEqual([{ until: 'crossesMidnight' }])
  expect(availabilityProblems([range('20', '24')])).toEqual([{}])
  expect(availabilityProblems([range('8', '12'), range('12', '13')])).toEqual([{}, {}])
  expect(availabilityProblems([range('11', '13'), range('8', '12')])).toEqual([{ from: 'overlaps' }, {}])
  expect(availabilityProblems([range('8', '12'), range('8', '12')])).toEqual([{}, { from: 'overlaps' }])
})

test('overlapping ranges are joined if format and location are equal, and else split', () => {
  const joined = fixOverlap([range('8', '12'), range('11', '13'), range('15', '16')], 1)
  expect(joined?.kind).toBe('join')
  expect(times(joined?.ranges ?? [])).toEqual(['08:00-13:00', '15:00-16:00'])
  const phone = range('12', '13', { formats: ['phone'] })
  const cut = fixOverlap([range('8', '17'), phone], 1)
  expect(cut?.kind).toBe('split')
  expect(times(cut?.ranges ?? [])).toEqual(['08:00-12:00', '12:00-13:00', '13:00-17:00'])
  expect(cut?.ranges[1]?.formats).toEqual(['phone'])
  expect(times(fixOverlap([range('8', '12:30'), phone], 1)?.ranges ?? [])).toEqual(['08:00-12:00', '12:00-13:00'])
  const both = fixOverlap([range('12', '15'), phone], 1)
  expect(both?.ranges).toEqual([range('12:00', '15:00', { formats: ['video', 'phone'] })])
  for (const found of [joined, cut, both])
    expect(availabilityProblems(found?.ranges ?? []).every((one) => !one.from)).toBe(true)
  expect(fixOverlap([range('8', '9'), range('9', '10')], 1)).toBeNull()
})

test('a range across midnight is split into two ranges', () => {
  expect(times(splitAtMidnight(range('22', '2')))).toEqual(['22:00-24:00', '00:00-02:00'])
})

test('normalized ranges have complete times in order and a location only in person', () => {
  const sent = normalizeHours([
    range('13', '17', { location: 'Room 2' }),
    range('830', '12', { formats: ['in-person'], location: ' Room 3 ' }),
  ])
  expect(times(sent)).toEqual(['08:30-12:00', '13:00-17:00'])
  expect(sent.map(({ location }) => location)).toEqual(['Room 3', ''])
})

test('the next range starts an hour after the last complete one', () => {
  expect(times([nextRange([])])).toEqual(['09:00-17:00'])
  expect(times([nextRange([range('8', '12')])])).toEqual(['13:00-17:00'])
  expect(times([nextRange([range('8', '21')])])).toEqual(['22:00-24:00'])
  expect(times([nextRange([range('8', '23')])])).toEqual(['-'])
  expect(openMinutes([range('830', '12'), range('13', '17'), range('x', '18')])).toBe(450)
})

test('two timetables are compared by day and by rule in any spelling of a time', () => {
  const rules = {
    bufferBefore: 0,
    bufferAfter: 10,
    noticeMinutes: 1440,
    horizonDays: 56,
    stepMinutes: 30,
    perDay: null,
    perWeek: null,
  }
  const weekly = [
    { weekday: 1, ...range('08:30', '12:00') },
    { weekday: 5, ...range('09:00', '10:00') },
  ]
  const saved = timetableDraftOf({ weekly, rules, version: 1, zone: 'Europe/Berlin', days: [] })
  const same = { ...saved, days: saved.days.with(0, [range('830', '12')]) }
  expect(countChanges(same, saved)).toBe(0)
  const other = { ...saved, days: saved.days.with(0, []), rules: { ...rules, perDay: 4, bufferAfter: 0 } }
  expect(timetableDifferences(other, saved)).toEqual({ days: [0], rules: ['bufferAfter', 'perDay'] })
  expect(openMinutesPerWeek(saved)).toBe(270)
})
