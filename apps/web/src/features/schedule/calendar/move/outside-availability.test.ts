// @vitest-environment node
import { expect, test } from 'vitest'
import { isOutsideAvailability } from './outside-availability.ts'

const span = (from: string, to: string) => ({
  startUtc: `2026-11-26T${from}:00.000Z`,
  endUtc: `2026-11-26T${to}:00Z`,
})
const open = [span('13:00', '17:00'), span('09:00', '11:00'), span('11:00', '12:00')]

test.each([
  ['inside one range', '09:00', '10:00', false],
  ['across two ranges without a gap', '10:30', '11:20', false],
  ['to the end of a range', '11:10', '12:00', false],
  ['beyond the end of a range', '11:30', '12:20', true],
  ['from before a range', '08:45', '09:35', true],
  ['across a gap', '11:30', '13:20', true],
  ['far from every range', '20:00', '20:50', true],
])('a session %s, %s to %s, is outside the availability: %s', (_, from, to, isOutside) => {
  expect(isOutsideAvailability(open, span(from, to), 'video')).toBe(isOutside)
})

test('without a known availability, nothing is outside; on a day without hours, everything is', () => {
  expect(isOutsideAvailability(null, span('20:00', '20:50'), 'video')).toBe(false)
  expect(isOutsideAvailability([], span('10:00', '10:50'), 'video')).toBe(true)
})

test('hours for other formats are outside the availability of a session', () => {
  const office = [{ ...span('09:00', '12:00'), formats: ['in-person', 'phone'] }]
  const formats = ['in-person', 'phone', 'video']
  expect(formats.map((format) => isOutsideAvailability(office, span('10:00', '10:50'), format))).toEqual([
    false,
    false,
    true,
  ])
})
