import { expect, test } from 'vitest'
import { borderTaxOf } from './invoice.cross-border.rules.ts'

test.each([
  ['DE', 'DE', 'company', true, 'home'],
  ['DE', 'AT', 'company', true, 'reverse-charge'],
  ['DE', 'AT', 'company', false, 'reverse-charge'],
  ['FR', 'ES', 'insurer', true, 'reverse-charge'],
  ['DE', 'AT', 'authority', true, 'reverse-charge'],
  ['DE', 'AT', 'authority', false, 'home'],
  ['DE', 'AT', 'person', true, 'home'],
  ['DE', 'CH', 'person', false, 'home'],
  ['DE', 'CH', 'company', false, 'outside'],
  ['AT', 'US', 'insurer', false, 'outside'],
  ['DE', 'CH', 'authority', false, 'unknown'],
  ['DE', 'MC', 'company', true, 'unknown'],
  ['CH', 'DE', 'company', true, 'unknown'],
  ['GB', 'FR', 'company', true, 'unknown'],
  ['US', 'CA', 'company', false, 'unknown'],
  ['CH', 'CH', 'company', true, 'home'],
  ['DE', '', 'company', false, 'home'],
] as const)('from %s to %s, the services for a payer of the kind %s with a tax id (%s) are taxed: %s', (...facts) => {
  const [sellerCountry, buyerCountry, buyerKind, hasTaxId, border] = facts
  expect(borderTaxOf({ sellerCountry, buyerCountry, buyerKind, hasTaxId })).toBe(border)
})
