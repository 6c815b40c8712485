import { expect, test } from 'vitest'
import { saysNoTax } from './invoice.print.rules.ts'

test('a reason for no tax needs an introduction in another language only', () => {
  expect(saysNoTax('Umsatzsteuerfrei nach § 4 Nr. 14 UStG', 'de')).toBe(true)
  expect(saysNoTax('Umsatzsteuerfrei nach § 4 Nr. 14 UStG', 'fr')).toBe(false)
  expect(saysNoTax('TVA non applicable, art. 293 B du CGI', 'fr')).toBe(true)
  expect(saysNoTax('§ 4 Nr. 14 UStG', 'de')).toBe(false)
})
