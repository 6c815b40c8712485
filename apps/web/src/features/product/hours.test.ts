import { expect, test } from 'vitest'
import { supportHours } from './hours.ts'

const winter = new Date('2026-11-19T15:00:00Z')

test('support is there Monday to Friday 9 to 17 Eastern, told in the reader’s zone [9.03]', () => {
  expect(supportHours('America/New_York', winter)).toMatchObject({ from: '09:00', to: '17:00', overnight: false })
  expect(supportHours('Europe/Berlin', winter)).toMatchObject({
    first: { weekday: 1 },
    last: { weekday: 5 },
    from: '15:00',
    to: '23:00',
    overnight: false,
  })
})

test('the days move with the zone, and hours over midnight are named so [9.03]', () => {
  expect(supportHours('Asia/Tokyo', winter)).toMatchObject({ from: '23:00', to: '07:00', overnight: true })
  expect(supportHours('Pacific/Kiritimati', winter)).toMatchObject({
    first: { weekday: 2 },
    last: { weekday: 6 },
    from: '04:00',
    to: '12:00',
  })
})

test('in the weeks between two changes of the clock the hours differ by one [9.03]', () => {
  expect(supportHours('Europe/Berlin', new Date('2026-10-28T12:00:00Z')).from).toBe('14:00')
})

test('open now is told by the clock of support [9.03]', () => {
  const openAt = (instant: string) => supportHours('Europe/Berlin', new Date(instant)).openNow
  expect(openAt('2026-11-19T13:59:00Z')).toBe(false)
  expect(openAt('2026-11-19T14:00:00Z')).toBe(true)
  expect(openAt('2026-11-19T22:00:00Z')).toBe(false)
  expect(openAt('2026-11-21T15:00:00Z')).toBe(false)
})
