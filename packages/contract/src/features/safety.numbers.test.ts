import { expect, test } from 'vitest'
import { countryOfZone, isSafetyCountry, safetyCountries, safetyNumbers } from './safety.numbers.ts'

const telephone = /^[0-9][0-9 ]{1,14}$/

test('each country has an emergency number and a line by day and night, or says at which hours not [6.07]', () => {
  for (const country of safetyCountries) {
    const { emergency, lines } = safetyNumbers[country]
    expect(emergency, country).toMatch(/^(112|911|999|000|111)$/)
    expect(lines.length, country).toBeGreaterThan(0)
    for (const { name, phone } of lines) {
      expect(name.trim(), country).not.toBe('')
      expect(phone, country).toMatch(telephone)
    }
  }
})

test('the countries of the four languages and their neighbours are there [6.07]', () => {
  const wanted = 'DE AT CH FR BE LU ES PT IT NL IE GB US CA MX AU NZ'.split(' ')
  expect(wanted.filter((country) => !isSafetyCountry(country))).toEqual([])
})

test('a zone tells the country only where it is sure of it [6.07]', () => {
  const told = (zone: string) => countryOfZone(zone)
  expect(['Europe/Berlin', 'Europe/Zurich', 'Europe/Vienna', 'Atlantic/Canary'].map(told)).toEqual([
    'DE',
    'CH',
    'AT',
    'ES',
  ])
  expect(['America/New_York', 'America/Indiana/Knox', 'America/Toronto', 'America/Mexico_City'].map(told)).toEqual([
    'US',
    'US',
    'CA',
    'MX',
  ])
  expect(['America/Bogota', 'UTC', 'Asia/Tokyo', 'Europe/Belgrade', ''].map(told)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
  const known = Intl.supportedValuesOf('timeZone')
  expect(known.filter((zone) => told(zone) === 'DE')).toContain('Europe/Berlin')
  expect(isSafetyCountry('XX')).toBe(false)
  expect(isSafetyCountry('toString')).toBe(false)
})
