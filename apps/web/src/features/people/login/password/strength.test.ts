import { afterEach, expect, test } from 'vitest'
import { chooseLanguage } from '../../../../platform/settings/language.ts'
import { estimatePasswordStrength, strengthLevel } from './strength.ts'

afterEach(() => chooseLanguage('en'))

test.each([
  ['Password1', 'weak', 'leaked'],
  ['Passwort123', 'weak', 'leaked'],
  ['Qwertz12', 'weak', 'guessable'],
  ['Aaaaaaa1', 'weak', 'leaked'],
  ['Schmetterling1', 'weak', 'guessable'],
  ['Soleil1987', 'weak', 'guessable'],
  ['Mariposa2', 'weak', 'leaked'],
  ['Thompson19', 'weak', 'guessable'],
  ['tr0ubador and a long walk by the river', 'weak', 'rules'],
  ['Kiesel7Lampe', 'medium', 'medium'],
  ['9 Kiesel und eine Lampe am Fluss', 'strong', 'strong'],
] as const)('the password %s is %s [4.11] @slow', async (password, strength, advice) => {
  expect(await estimatePasswordStrength(password, [], true)).toEqual({ strength, advice })
})

test('the person’s own name and address make a password weak', async () => {
  expect((await estimatePasswordStrength('Qvistlund2026', [], true)).strength).not.toBe('weak')
  expect(
    await estimatePasswordStrength('Qvistlund2026', ['Ana', 'Qvistlund', 'ana.qvistlund@example.org'], true),
  ).toEqual({
    strength: 'weak',
    advice: 'own',
  })
})

test('a password that breaks the rules is weak, whatever the estimate [5.02]', () => {
  expect(strengthLevel('nine uncommon words', 20)).toBe('weak')
  expect([0, 7.9, 8, 13.9, 14].map((power) => strengthLevel('Abcdefg1', power))).toEqual([
    'weak',
    'weak',
    'medium',
    'medium',
    'strong',
  ])
})
