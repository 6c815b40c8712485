import { expect, test } from 'vitest'
import {
  countriesOf112,
  type CountryNumbers,
  countryOfZone,
  emergencyNumber,
  type FurtherLine,
  isSafetyCountry,
  safetyCountries,
} from './safety.countries.rules.ts'
import { emergencyNumbersText, safetyNumbers, safetyNumbersOf } from './safety.numbers.ts'

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

test('each further line has a name and a number to dial, a number for texts, or a secure address', () => {
  const further = safetyCountries.flatMap((country) => {
    const numbers: CountryNumbers = safetyNumbers[country]
    return numbers.further ?? []
  })
  for (const { name, contact } of further) {
    expect(name.trim()).not.toBe('')
    if ('phone' in contact) expect(contact.phone, name).toMatch(telephone)
    else if ('textTo' in contact) expect(contact.textTo, name).toMatch(/^[0-9]{3,6}$/)
    else expect(contact.chat, name).toMatch(/^https:\/\/[a-z0-9.]+$/)
  }
})

test('someone who cannot speak can write to a crisis line, and there are lines for violence at home and for young people', () => {
  const countriesWith = (is: (line: FurtherLine) => boolean) =>
    safetyCountries.filter((country) => safetyNumbersOf(country, {})?.further?.some(is))
  expect(countriesWith(({ contact }) => !('phone' in contact))).toEqual('CA DE GB IE NL PR US'.split(' '))
  expect(countriesWith(({ people }) => people === 'violence')).toEqual('AT DE ES FR GB IE PR US'.split(' '))
  expect(countriesWith(({ people }) => people === 'young')).toEqual('AT CH DE FR GB LI'.split(' '))
})

test('no country names the same crisis line twice', () => {
  for (const country of safetyCountries) {
    const names = safetyNumbers[country].lines.map(({ name }) => name)
    expect(new Set(names).size, country).toBe(names.length)
  }
})

test('the overseas departments of France, Puerto Rico and Liechtenstein have their numbers', () => {
  const zones = 'America/Guadeloupe America/Martinique America/Cayenne Indian/Reunion Indian/Mayotte'.split(' ')
  expect(zones.map((zone) => countryOfZone(zone))).toEqual(zones.map(() => 'FR'))
  expect(['America/Puerto_Rico', 'Europe/Vaduz'].map((zone) => countryOfZone(zone))).toEqual(['PR', 'LI'])
  expect(countryOfZone('Pacific/Tahiti')).toBeNull()
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

test('the emergency number follows the time zone, and a zone whose number is unknown gets none', () => {
  const zones = [
    'Europe/Berlin',
    'Europe/Warsaw',
    'Asia/Nicosia',
    'Atlantic/Reykjavik',
    'Europe/London',
    'America/New_York',
    'America/Mexico_City',
    'Australia/Sydney',
    'Pacific/Auckland',
  ]
  expect(zones.map((zone) => emergencyNumber(zone))).toEqual([
    '112',
    '112',
    '112',
    '112',
    '999',
    '911',
    '911',
    '000',
    '111',
  ])
  const others = ['Asia/Tokyo', 'America/Sao_Paulo', 'Europe/Belgrade', 'Africa/Nairobi', 'UTC', '']
  expect(others.map((zone) => emergencyNumber(zone))).toEqual([null, null, null, null, null, null])
})

test('the number that a practice has entered for a country comes first', () => {
  const own = { DE: { emergency: '110' }, JP: { emergency: '119' } }
  expect(['Europe/Berlin', 'Asia/Tokyo', 'Europe/London'].map((zone) => emergencyNumber(zone, own))).toEqual([
    '110',
    '119',
    '999',
  ])
})

test('every zone that determines an emergency number gives it with its country too, with and without numbers of the practice', () => {
  const own = {
    DE: { emergency: '110', lines: [] },
    JP: { emergency: '119', lines: [] },
    PL: { emergency: '999', lines: [] },
  }
  for (const entered of [{}, own]) {
    const known = Intl.supportedValuesOf('timeZone').filter((zone) => emergencyNumber(zone, entered) !== null)
    const numberOf = (zone: string) => safetyNumbersOf(countryOfZone(zone, entered), entered)?.emergency
    expect(known.length).toBeGreaterThan(70)
    expect(known.filter((zone) => emergencyNumber(zone, entered) !== numberOf(zone))).toEqual([])
  }
})

test('a country whose crisis lines are unknown has 112 alone', () => {
  expect(countriesOf112.filter((country) => isSafetyCountry(country))).toEqual([])
  expect(countriesOf112.map((country) => emergencyNumbersText(country, {}))).toEqual(countriesOf112.map(() => '112'))
})
