import { expect, test } from 'vitest'
import { countryCodes } from '../../../common/address/country.ts'
import { ibanProblem, isBic, isUsRoutingNumber, plainBankCode, usesIban } from './business.numbers.ts'
import {
  businessProblems,
  currencyOf,
  isSmallBusiness,
  issueRefusal,
  taxOf,
  taxProfiles,
  taxProfilesOf,
} from './business.rules.ts'

test('an IBAN is accepted with spaces, and a wrong country, length or check digit is told apart', () => {
  expect(plainBankCode('de89 3704\u00a00044 0532-0130 00')).toBe('DE89370400440532013000')
  for (const iban of ['', 'DE89 3704 0044 0532 0130 00', 'gb29 nwbk 6016 1331 9268 19', 'CH93 0076 2011 6238 5295 7'])
    expect(ibanProblem(iban), iban).toBeNull()
  expect(ibanProblem('DE89370400440532013001')).toBe('check-digits')
  expect(ibanProblem('DE98370400440532013000')).toBe('check-digits')
  expect(ibanProblem('DE8937040044053201300')).toBe('length')
  expect(ibanProblem('XX89370400440532013000')).toBe('country')
  expect(ibanProblem('370400440532013000')).toBe('country')
})

test('a SWIFT/BIC has 8 or 11 characters, a US routing number its check digit', () => {
  for (const bic of ['', 'COBADEFF', 'cobadeff xxx']) expect(isBic(bic), bic).toBe(true)
  for (const bic of ['COBADE', 'COBADEFFXX', 'COBAXXFF']) expect(isBic(bic), bic).toBe(false)
  expect(isUsRoutingNumber('021000021')).toBe(true)
  expect(isUsRoutingNumber('021000022')).toBe(false)
  expect(isUsRoutingNumber('02100002')).toBe(false)
  expect(['DE', 'GB', 'CH', null].map(usesIban)).toEqual([true, true, true, true])
  expect(['US', 'CA', 'AU'].map(usesIban)).toEqual([false, false, false])
})

const taxed = { country: 'DE', taxProfile: null, taxRateBp: 0, taxReason: '' }

test('each country has its default tax profile, and an exempt one has its reason as text', () => {
  const reasonIn = (country: string) => taxOf({ ...taxed, country }).reason
  expect(reasonIn('DE')).toContain('§ 4 Nr. 14 UStG')
  expect(reasonIn('AT')).toContain('§ 6 Abs. 1 Z 19 UStG')
  expect(reasonIn('CH')).toContain('Art. 21 Abs. 2 MWSTG')
  expect(reasonIn('FR')).toContain('261-4-1°')
  expect(reasonIn('ES')).toContain('art. 20.Uno.3.º LIVA')
  const categories = (country: string) => taxProfilesOf(country).map((key) => taxProfiles[key].category)
  expect(categories('DE')).toEqual(['E', 'E', 'S'])
  expect(['AT', 'CH', 'FR', 'ES', 'US'].map((country) => categories(country)[0])).toEqual(['E', 'O', 'E', 'E', 'O'])
  expect(taxOf(taxed).reasonCode).toBe('VATEX-EU-132-1C')
  for (const country of countryCodes) {
    const { category, reason, reasonCode } = taxOf({ ...taxed, country })
    expect(category === 'E' ? reason !== '' : reasonCode !== '', country).toBe(true)
  }
})

test('a small business has its reason as text alone, an own reason replaces the text, and a rate has none', () => {
  expect(taxOf({ ...taxed, taxProfile: 'de-small' })).toEqual({
    category: 'E',
    rateBp: 0,
    reasonCode: '',
    reason: 'Steuerfrei für Kleinunternehmer nach § 19 UStG',
  })
  expect(taxOf({ ...taxed, country: 'FR', taxProfile: 'fr-franchise' }).reasonCode).toBe('VATEX-FR-FRANCHISE')
  expect(taxOf({ ...taxed, taxReason: 'Own words' })).toMatchObject({ category: 'E', reason: 'Own words' })
  expect(taxOf({ ...taxed, taxProfile: 'de-standard' })).toMatchObject({ category: 'S', rateBp: 1900, reason: '' })
  const own = { country: 'AT', taxProfile: 'other-standard', taxRateBp: 2000, taxReason: 'unused' } as const
  expect(taxOf(own)).toEqual({ category: 'S', rateBp: 2000, reasonCode: '', reason: '' })
  expect(taxOf({ ...own, taxProfile: 'at-small', taxReason: '' })).toMatchObject({
    category: 'E',
    reason: 'Umsatzsteuerfrei für Kleinunternehmer nach § 6 Abs. 1 Z 27 UStG',
  })
  expect(isSmallBusiness({ country: 'AT', taxProfile: 'at-small' })).toBe(true)
  // A profile of another country is not used.
  expect(taxOf({ ...taxed, country: 'CH', taxProfile: 'de-small' }).category).toBe('O')
})

test('a business in Italy or Portugal cannot issue; a company in Spain cannot from 1 January 2027, others there from 1 July', () => {
  const issuer = (country: string, taxId = '', vatId = '') => ({ country, taxId, vatId })
  expect(['IT', 'PT'].map((country) => issueRefusal(issuer(country), '2026-11-22'))).toEqual([
    'unsupported-country',
    'unsupported-country',
  ])
  const selfEmployed = issuer('ES', '12345678Z')
  expect(issueRefusal(selfEmployed, '2027-06-30')).toBeNull()
  expect(issueRefusal(selfEmployed, '2027-07-01')).toBe('verifactu')
  for (const company of [issuer('ES', 'B-12345678'), issuer('ES', '', 'es a12345678')]) {
    expect(issueRefusal(company, '2026-12-31')).toBeNull()
    expect(issueRefusal(company, '2027-01-01')).toBe('verifactu')
  }
  expect(issueRefusal(issuer('DE', 'B12345678'), '2030-01-01')).toBeNull()
})

const complete = {
  name: 'Praxis',
  street: 'Lange Str. 1',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
  taxId: '29/815',
  vatId: '',
  siret: '',
  npi: '',
  iban: 'DE89370400440532013000',
  routingNumber: '',
  accountNumber: '',
}

test('payments need name, address, country, a tax or VAT ID and a way to pay', () => {
  expect(businessProblems(complete)).toEqual([])
  expect(businessProblems({ ...complete, taxId: '', vatId: 'DE123456789' })).toEqual([])
  const nothing = Object.fromEntries(Object.keys(complete).map((key) => [key, ''])) as typeof complete
  expect(businessProblems({ ...nothing, country: null })).toEqual([
    'name',
    'street',
    'postalCode',
    'city',
    'country',
    'taxId',
    'payment',
  ])
  expect(businessProblems({ ...complete, country: 'HK', postalCode: '' })).toEqual([])
  expect(businessProblems({ ...complete, country: 'FR', taxId: '', siret: '12345678901234' })).toEqual([])
  const american = { ...complete, country: 'US', iban: '', taxId: '', npi: '1234567893', accountNumber: '12345678' }
  expect(businessProblems(american)).toEqual(['payment'])
  expect(businessProblems({ ...american, routingNumber: '021000021' })).toEqual([])
  expect(currencyOf('CH')).toBe('CHF')
  expect(currencyOf(null)).toBe('EUR')
})
