import { expect, test } from 'vitest'
import { moneyText } from './money-text.ts'

const spaces = /[\u00a0\u202f]/g

test('an amount is shown in the format of the language and with the digits of its currency', () => {
  const shown = (minor: string, currency: string, language: string) =>
    moneyText(minor, currency, language).replace(spaces, ' ')
  expect(shown('123450', 'EUR', 'en')).toBe('€1,234.50')
  expect(shown('38000', 'USD', 'en')).toBe('$380.00')
  expect(shown('123450', 'EUR', 'de')).toBe('1.234,50 €')
  expect(shown('123450', 'EUR', 'fr')).toBe('1 234,50 €')
  expect(shown('-5', 'EUR', 'es')).toBe('-0,05 €')
  expect(shown('1250', 'JPY', 'en')).toBe('¥1,250')
  expect(shown('123450', 'CHF', 'de')).toBe('1.234,50 CHF')
})

test('an amount above the integers of a float keeps every digit', () => {
  expect(moneyText('123456789012345678', 'EUR', 'en')).toBe('€1,234,567,890,123,456.78')
})
