// @vitest-environment node
import { supportHours } from '@attune/contract/common/constants'
import { expect, test } from 'vitest'
import { localSupportHours } from './support-hours.ts'

const winter = new Date('2026-11-19T15:00:00Z')
const here = (zone: string, now = winter) => localSupportHours(supportHours, zone, now)

test('support is available Monday to Friday 9 to 17 Eastern, shown in the reader’s zone [9.03]', () => {
  expect(here('America/New_York')).toEqual({ first: 1, last: 5, from: '09:00', to: '17:00', overnight: false })
  expect(here('Europe/Berlin')).toEqual({ first: 1, last: 5, from: '15:00', to: '23:00', overnight: false })
})

test('in distant zones the weekdays shift, and hours past midnight are marked [9.03]', () => {
  expect(here('Asia/Tokyo')).toEqual({ first: 1, last: 5, from: '23:00', to: '07:00', overnight: true })
  expect(here('Pacific/Kiritimati')).toEqual({ first: 2, last: 6, from: '04:00', to: '12:00', overnight: false })
})

test('in a week with daylight saving in only one zone the hours shift by one [9.03]', () => {
  expect(here('Europe/Berlin', new Date('2026-10-28T12:00:00Z')).from).toBe('14:00')
})

test('on a weekend the hours are those of the coming week [9.03]', () => {
  // Europe leaves daylight saving time on this Sunday, North America a week later.
  expect(here('Europe/Berlin', new Date('2026-10-25T12:00:00Z')).from).toBe('14:00')
})
