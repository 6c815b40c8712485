import { expect, test } from 'vitest'
import { addressLines } from './postal-address.ts'

const named = (code: string) => ({ AT: 'Österreich', GB: 'United Kingdom' })[code] ?? code
const lines = (country: string, home = country) =>
  addressLines({ street: 'Street 1', postalCode: '10 AB', city: 'Town', region: 'NY', country }, home, named)

test('an address is written as its country writes it, with the country where it is not that of the sender', () => {
  for (const country of ['DE', 'AT', 'CH', 'FR']) expect(lines(country), country).toEqual(['Street 1', '10 AB Town'])
  expect(lines('US')).toEqual(['Street 1', 'Town, NY 10 AB'])
  expect(lines('GB', 'DE')).toEqual(['Street 1', 'Town', '10 AB', 'UNITED KINGDOM'])
  expect(lines('AT', 'DE')).toEqual(['Street 1', '10 AB Town', 'ÖSTERREICH'])
})

test('empty parts leave no lines', () => {
  const empty = { street: '', postalCode: '', city: '', region: '', country: '' }
  for (const country of ['', 'US', 'GB']) expect(addressLines({ ...empty, country }, country, named)).toEqual([])
})
