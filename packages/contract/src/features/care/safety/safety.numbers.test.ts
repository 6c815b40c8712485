import { expect, test } from 'vitest'
import { countryOfZone, isSafetyCountry, safetyCountries, safetyNumbers } from './safety.numbers.ts'

const telephone = /^[0-9][0-9 ]{1,14}$/

test('each country has an emergency number and at least one crisis line', () => {
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

test('the countries of the four languages and their neighbours are included', () => {
  const required = 'DE AT CH FR BE LU ES PT IT NL IE GB US CA MX AU NZ'.split(' ')
  expect(required.filter((country) => !isSafetyCountry(country))).toEqual([])
})

test('a zone gives a country only if it is unambiguous and known', () => {
  const countryOf = (zone: string) => countryOfZone(zone)
  expect(['Europe/Berlin', 'Europe/Zurich', 'Europe/Vienna', 'Atlantic/Canary'].map(countryOf)).toEqual([
    'DE',
    'CH',
    'AT',
    'ES',
  ])
  expect(['America/New_York', 'America/Indiana/Knox', 'America/Toronto', 'America/Mexico_City'].map(countryOf)).toEqual(
    ['US', 'US', 'CA', 'MX'],
  )
  expect(['America/Bogota', 'UTC', 'Asia/Tokyo', 'Europe/Belgrade', ''].map(countryOf)).toEqual([
    null,
    null,
    null,
    null,
    null,
  ])
  const known = Intl.supportedValuesOf('timeZone')
  expect(known.filter((zone) => countryOf(zone) === 'DE')).toContain('Europe/Berlin')
  expect(isSafetyCountry('XX')).toBe(false)
  expect(isSafetyCountry('toString')).toBe(false)
})
