import { expect, test } from 'vitest'
import { readingHoursText } from './reading-hours.ts'

const berlin = 'Europe/Berlin'
const workdays = { days: [1, 2, 3, 4, 5], from: '09:00', until: '17:00' }
const now = new Date('2026-11-22T12:00:00Z')
const text = (hours: Parameters<typeof readingHoursText>[0], zone: string, language = 'en') =>
  readingHoursText(hours, berlin, { zone, language }, now)

test('days with the same hours are one range, and hours that touch are one', () => {
  expect(text([workdays], berlin)).toBe('Mon–Fri 09:00–17:00')
  expect(text([workdays], berlin, 'de')).toBe('Mo–Fr 09:00–17:00')
  expect(text([workdays], berlin, 'fr')).toBe('lun–ven 09:00–17:00')
  const more = [workdays, { days: [3], from: '17:00', until: '19:00' }, { days: [3, 6], from: '20:00', until: '24:00' }]
  expect(text(more, berlin)).toBe(
    'Mon–Tue 09:00–17:00; Wed 09:00–19:00, 20:00–24:00; Thu–Fri 09:00–17:00; Sat 20:00–24:00',
  )
  expect(text([], berlin)).toBe('')
})

test('hours are shown in the reader’s zone, across midnight and the week as well', () => {
  expect(text([workdays], 'Europe/London')).toBe('Mon–Fri 08:00–16:00')
  expect(text([workdays], 'Europe/Paris')).toBe('Mon–Fri 09:00–17:00')
  expect(text([workdays], 'Pacific/Auckland')).toBe(
    'Mon 21:00–24:00; Tue–Fri 00:00–05:00, 21:00–24:00; Sat 00:00–05:00',
  )
  expect(text([{ days: [1], from: '00:00', until: '24:00' }], 'America/New_York')).toBe(
    'Mon 00:00–18:00; Sun 18:00–24:00',
  )
  expect(text([{ days: [1], from: '20:00', until: '24:00' }], 'Europe/Berlin')).toBe('Mon 20:00–24:00')
  expect(text([{ days: [1], from: '09:00', until: '18:00' }], 'Asia/Kathmandu')).toBe('Mon 13:45–22:45')
})
