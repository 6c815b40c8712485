// @vitest-environment node
import { expect, test } from 'vitest'
import { cityOf } from '../page/date-text.ts'
import { zoneLabel, zoneMatcher, zoneOffset } from './time-zones.ts'

const zones = Intl.supportedValuesOf('timeZone')
const found = (typed: string, language = 'en') => zones.filter(zoneMatcher(typed, language)).map(cityOf)

test('a time zone has the current name of its city, its region and its offset', () => {
  expect([cityOf('Europe/Kiev'), cityOf('Asia/Calcutta'), cityOf('America/New_York'), cityOf('UTC')]).toEqual([
    'Kyiv',
    'Kolkata',
    'New York',
    'UTC',
  ])
  expect(zoneLabel('America/Argentina/Salta', 'en')).toBe('Salta, America, Argentina')
  expect(zoneLabel('UTC', 'en')).toBe('UTC')
  expect(['de', 'fr', 'es'].map((language) => zoneLabel('Europe/Berlin', language))).toEqual([
    'Berlin, Europa',
    'Berlin, Europe',
    'Berlin, Europa',
  ])
  expect(zoneLabel('Africa/Cairo', 'de')).toBe('Cairo, Afrika')
  expect(zoneOffset('Asia/Calcutta', new Date('2026-11-21T12:00:00Z'))).toBe('GMT+5:30')
})

test('time zones are found by city, region, earlier name and usual name @slow', () => {
  expect(found('new y')).toEqual(['New York'])
  expect(found('kyiv')).toEqual(['Kyiv'])
  expect(found('kiev')).toEqual(['Kyiv'])
  expect(found('europe ber')).toEqual(['Berlin'])
  expect(found('pacific time')).toContain('Los Angeles')
  expect(found('berlin europa', 'de')).toEqual(['Berlin'])
  expect(found('mitteleuropäische', 'de')).toContain('Berlin')
  expect(found('atlantis')).toEqual([])
})

test.each([
  ['Wien', 'de', 'Vienna'],
  ['Kiew', 'de', 'Kyiv'],
  ['Londres', 'fr', 'London'],
  ['nueva york', 'es', 'New York'],
  ['europa ber', 'de', 'Berlin'],
  ['germany', 'en', 'Berlin'],
  ['ET', 'en', 'New York'],
  ['pt', 'en', 'Los Angeles'],
  ['CET', 'en', 'Berlin'],
  ['MEZ', 'de', 'Berlin'],
  ['Calcutta', 'en', 'Kolkata'],
])('typing %s in %s finds %s @slow', (typed, language, city) => {
  expect(found(typed, language)).toContain(city)
})
