import { expect, test } from 'vitest'
import { isReadableCalendarAddress, normalizeCalendarAddress } from './calendar.rules.ts'

test.each([
  ['https://calendar.example/a.ics', 'https://calendar.example/a.ics'],
  [' WEBCAL://calendar.example/a.ics ', 'https://calendar.example/a.ics'],
  ['webcals://calendar.example/a.ics', 'https://calendar.example/a.ics'],
  ['https://calendar.example/my calendar.ics', 'https://calendar.example/my%20calendar.ics'],
])('a form sends the address %j, and the server fetches %j', (typed, fetched) => {
  expect(normalizeCalendarAddress(typed)).toBe(fetched)
  expect(isReadableCalendarAddress(typed)).toBe(true)
})

test.each([
  '',
  'calendar.example/a.ics',
  'https://',
  'ftp://calendar.example/a.ics',
  'https://ana:secret@calendar.example/a.ics',
])('neither a form nor the server accepts the address %j', (typed) => {
  expect(normalizeCalendarAddress(typed)).toBeNull()
  expect(isReadableCalendarAddress(typed)).toBe(false)
})

test('a form refuses an http address, which the server stores but does not fetch', () => {
  expect(normalizeCalendarAddress('http://calendar.example/a.ics')).toBe('http://calendar.example/a.ics')
  expect(isReadableCalendarAddress('http://calendar.example/a.ics')).toBe(false)
})
