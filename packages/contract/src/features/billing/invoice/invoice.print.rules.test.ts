import { expect, test } from 'vitest'
import { saysMinutes, saysNoTax } from './invoice.print.rules.ts'

test('a reason for no tax needs an introduction in another language only', () => {
  expect(saysNoTax('Umsatzsteuerfrei nach § 4 Nr. 14 UStG', 'de')).toBe(true)
  expect(saysNoTax('Umsatzsteuerfrei nach § 4 Nr. 14 UStG', 'fr')).toBe(false)
  expect(saysNoTax('TVA non applicable, art. 293 B du CGI', 'fr')).toBe(true)
  expect(saysNoTax('§ 4 Nr. 14 UStG', 'de')).toBe(false)
})

test.each([
  'Psychotherapy, 50 min',
  'Einzelsitzung (50 Minuten)',
  'Séance 50\u00a0min',
  '50-minute session',
  "Sesión de 50'",
])('the text %j already names its 50 minutes', (text) => expect(saysMinutes(text, 50)).toBe(true))

test.each(['Psychotherapy', '150 min', 'GOP 50', 'Psychotherapy, 80 min'])(
  'the text %j does not name 50 minutes',
  (text) => expect(saysMinutes(text, 50)).toBe(false),
)
