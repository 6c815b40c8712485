import { expect, test } from 'vitest'
import { strengthOf, wordFor } from './strength.ts'

test.each([
  ['Password1', 'weak'],
  ['Passwort123', 'weak'],
  ['Qwertz12', 'weak'],
  ['Aaaaaaa1', 'weak'],
  ['tr0ubador and a long walk by the river', 'weak'],
  ['Kiesel7Lampe', 'medium'],
  ['9 Kiesel und eine Lampe am Fluss', 'strong'],
] as const)('%s is %s [4.11]', async (password, strength) => {
  expect(await strengthOf(password)).toBe(strength)
})

test('one’s own name and address help nobody', async () => {
  expect(await strengthOf('Moreau2026')).not.toBe('weak')
  expect(await strengthOf('Moreau2026', ['Ana', 'Moreau', 'ana.moreau@example.org'])).toBe('weak')
})

test('what does not keep the rules is weak, whatever the estimate [5.02]', () => {
  expect(wordFor('nine uncommon words', 20)).toBe('weak')
  expect([0, 7.9, 8, 13.9, 14].map((power) => wordFor('Abcdefg1', power))).toEqual([
    'weak',
    'weak',
    'medium',
    'medium',
    'strong',
  ])
})
