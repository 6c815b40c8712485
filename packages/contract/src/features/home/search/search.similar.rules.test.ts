import { expect, test } from 'vitest'
import { isSimilarName, wordsWithForgivenError } from './search.similar.rules.ts'
import { searchedWords } from './search.rules.ts'

const isSimilar = (title: string, typed: string, person = '') => isSimilarName({ title, person }, searchedWords(typed))

test.each([
  ['Chloé Müller', 'chole'],
  ['Chloé Müller', 'Muler'],
  ['Chloé Müller', 'Mülller chloé'],
  ['Chloé Müller', 'Mullar'],
  ['Chloé Müller', 'Nüller'],
  ['Anna Schmidt', 'shcmi'],
  ['Überweisung 12.pdf', 'uberwiesung'],
  ['Иван Йовков', 'йоквов'],
])('%s is found by %s', (title, typed) => {
  expect(isSimilar(title, typed)).toBe(true)
})

test.each([
  ['Chloé Müller', 'chloe'],
  ['Chloé Müller', 'choel muler'],
  ['Chloé Müller', 'mlu'],
  ['Chloé Müller', 'mxxller'],
  ['Annika', 'anto'],
  ['2026-0012', '2026-0013'],
  ['Ana', ''],
  ['Ana', '🙏'],
])('%s is not similar to %s', (title, typed) => {
  expect(isSimilar(title, typed)).toBe(false)
})

test('the error is in the title, and the other words can be in the name of a person', () => {
  expect(isSimilar('Exercise', 'exercsie clara', 'Clara Brand')).toBe(true)
  expect(isSimilar('Exercise', 'exercise calra', 'Clara Brand')).toBe(false)
})

test('no error is forgiven in short words and in numbers', () => {
  expect(wordsWithForgivenError(['ana', 'anna', '2026', 'a1b2c3', 'ёжик'])).toEqual(['anna', 'ёжик'])
})
