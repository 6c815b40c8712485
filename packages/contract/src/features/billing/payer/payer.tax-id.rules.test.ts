import { expect, test } from 'vitest'
import { needsTaxId, taxIdNameOf } from '../invoice/law/invoice.tax-id.rules.ts'
import { storedTaxId, taxIdProblem, vatIdOf } from './payer.tax-id.rules.ts'

test.each([
  ['AT', 'ATU13585627', null],
  ['AT', 'U13585627', null],
  ['AT', 'ATU13585628', 'digits'],
  ['AT', 'DE136695976', 'country'],
  ['DE', 'DE 136 695 976', null],
  ['DE', '136695976', null],
  ['DE', 'DE136695978', 'digits'],
  ['DE', 'ATU13585627', 'country'],
  ['ES', 'B58378431', null],
  ['ES', 'ES-B58378431', null],
  ['ES', 'B58378432', 'digits'],
  ['ES', '54362315K', null],
  ['ES', '54362315L', 'digits'],
  ['ES', 'X2482300W', null],
  ['ES', 'X2482300A', 'digits'],
  ['FR', 'FR40303265045', null],
  ['GR', 'EL094259216', null],
  ['GR', '094259216', null],
  ['BE', 'BE0428759497', null],
  ['BE', 'BE1000000021', null],
  ['BE', 'BE1000000022', 'digits'],
  ['NL', 'NL002455799B11', null],
  ['CH', 'CHE-107.787.577 MWST', null],
  ['CH', 'CHE-107.787.578', 'digits'],
  ['DE', '12/345/67890', 'digits'],
  ['US', '12-3456789', null],
  [null, 'DE136695978', null],
  ['DE', '', null],
])('in %s, the tax id %j has the problem %s', (country, taxId, problem) => {
  expect(taxIdProblem(taxId, country)).toBe(problem)
})

test('a tax id is stored with the code of its country, and in Spain as it is written there', () => {
  expect(storedTaxId('u135 856 27', 'AT')).toBe('ATU13585627')
  expect(storedTaxId('094259216', 'GR')).toBe('EL094259216')
  expect(storedTaxId('b-58378431', 'ES')).toBe('B58378431')
  expect(storedTaxId(' 12-3456789 ', 'US')).toBe('12-3456789')
  expect(storedTaxId('', 'DE')).toBe('')
  expect([vatIdOf('B58378431', 'ES'), vatIdOf('12-3456789', 'US')]).toEqual(['ESB58378431', ''])
})

const facts = { sellerCountry: 'AT', buyerCountry: 'AT', buyerKind: 'company', currency: 'EUR' } as const
test('Austria demands the UID of a business above 10,000.00, Spain the NIF of everyone at home above 400.00', () => {
  expect(needsTaxId({ ...facts, grossMinor: '1000000' })).toBe(false)
  expect(needsTaxId({ ...facts, grossMinor: '1000001' })).toBe(true)
  for (const buyerKind of ['person', 'authority'] as const)
    expect(needsTaxId({ ...facts, buyerKind, grossMinor: '1000001' })).toBe(false)
  const spain = { ...facts, sellerCountry: 'ES', buyerCountry: 'ES' }
  for (const buyerKind of ['person', 'company', 'insurer', 'authority'] as const) {
    expect(needsTaxId({ ...spain, buyerKind, grossMinor: '40000' })).toBe(false)
    expect(needsTaxId({ ...spain, buyerKind, grossMinor: '40001' })).toBe(true)
  }
  expect(needsTaxId({ ...spain, buyerCountry: 'US', grossMinor: '40001' })).toBe(false)
  expect(needsTaxId({ ...facts, sellerCountry: 'DE', grossMinor: '9999999999' })).toBe(false)
  expect(['ES', 'AT', 'CH', 'DE', 'GB', 'US', null].map(taxIdNameOf)).toEqual([
    'nif',
    'uid',
    'uid',
    'vatId',
    'vatId',
    'taxId',
    'taxId',
  ])
})
