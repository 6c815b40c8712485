import { expect, test } from 'vitest'
import { countryCodes } from '../../../../common/address/country.ts'
import { legalKinds } from '../../payer/payer.rules.ts'
import { systemRefusal, systemsIn } from './invoice.systems.rules.ts'
import { payerPlaces, systemsOfCountries } from './invoice.system-lines.rules.ts'

const early = '2026-11-28'
const late = '2027-12-31'
const later = '2028-01-01'
/** Returns the answers for each kind of payer (rows) and each place (at home, in the EU, outside). */
const cells = (country: string, today: string, isExempt = false) =>
  legalKinds.map((payerKind) =>
    payerPlaces.map((place) => systemRefusal({ country, payerKind, place, today, isExempt }) ?? 'invoice').join(' '),
  )
const everyone = (row: string) => legalKinds.map(() => row)
const invoices = 'invoice invoice invoice'

const open = 'AT AU BG CA CH CY CZ DE DK EE ES FI GB IE LI LT LU MC MT NL NZ SE US'.split(' ')
test.each(open)('a business in %s issues invoices to every kind of payer at home, in the EU and outside', (country) => {
  expect(cells(country, early)).toEqual(everyone(invoices))
  expect(cells(country, late)).toEqual(everyone(invoices))
})

const ksef = 'ksef ksef ksef'
const refused: Record<string, string[]> = {
  BE: [invoices, ...Array.from({ length: 3 }, () => 'peppol invoice invoice')],
  FR: everyone(invoices),
  GR: everyone('myData myData myData'),
  HR: ['eracun eracun eracun', ...Array.from({ length: 3 }, () => 'eracun invoice invoice')],
  HU: everyone('onlineSzamla onlineSzamla onlineSzamla'),
  IT: ['sistemaTs sistemaTs sistemaTs', 'sdi sdi sdi', 'sdi sdi sdi', 'sdi sdi sdi'],
  IS: [invoices, invoices, invoices, 'peppolAuthority invoice invoice'],
  LV: [invoices, invoices, invoices, 'eAdrese invoice invoice'],
  NO: everyone(invoices),
  PL: [invoices, ksef, ksef, ksef],
  PT: everyone('certified certified certified'),
  RO: [
    'roEFactura roEFactura roEFactura',
    'roEFactura invoice invoice',
    'roEFactura invoice invoice',
    'roEFactura roEFactura roEFactura',
  ],
  SI: [invoices, invoices, invoices, 'eSlog invoice invoice'],
  SK: everyone(invoices),
}
test.each(Object.entries(refused))(
  'a business in %s issues what needs no system, and the rest is refused by name',
  (country, rows) => {
    expect(cells(country, early)).toEqual(rows)
  },
)

test('systems of later years are refused from their day on', () => {
  for (const [country, system] of [
    ['FR', 'plateforme'],
    ['NO', 'ehf'],
  ] as const)
    expect(cells(country, late)).toEqual([invoices, `${system} invoice invoice`, `${system} invoice invoice`, invoices])
  const organizations = (system: string) => [invoices, ...Array.from({ length: 3 }, () => `${system} invoice invoice`)]
  expect(cells('SK', late)).toEqual(organizations('slovakia'))
  expect(cells('SI', later)).toEqual(organizations('eSlog'))
  expect(cells('LV', later)).toEqual(organizations('eAdrese'))
})

test('a therapist in Belgium or Slovakia whose services are all exempt needs no system', () => {
  expect(cells('BE', early, true)).toEqual(everyone(invoices))
  expect(cells('SK', late, true)).toEqual(everyone(invoices))
})

test('every country of the table has a line with its source for each kind and place, and another country is refused', () => {
  expect([...open, ...Object.keys(refused)].toSorted()).toEqual(Object.keys(systemsOfCountries).toSorted())
  for (const country of Object.keys(systemsOfCountries)) {
    expect(countryCodes).toContain(country)
    expect(cells(country, early).join(' '), country).not.toContain('unknown')
    for (const { source, read } of systemsOfCountries[country] ?? []) expect(read, source).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
  expect(cells('BR', early)).toEqual(everyone('unknown unknown unknown'))
  expect([systemsIn('PL'), systemsIn('DE'), systemsIn('BR')]).toEqual([['ksef'], [], null])
})
