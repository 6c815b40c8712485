import { expect, test } from 'vitest'
import { createPlaceholders, type KnownWords } from '../privacy/placeholders.ts'
import { withWordsHiddenBefore } from './known-words.ts'

const nothing: KnownWords = { client: [], people: [], addresses: [], numbers: [], emails: [], own: [] }
const before: KnownWords = {
  client: ['Anna', 'Müller'],
  people: [['Gerda'], ['José García']],
  addresses: ['Lindenstraße 5\n10115 Berlin'],
  numbers: ['4711'],
  emails: ['anna.m@example.de'],
  own: ['Onkel'],
}
const text =
  'Anna und Gerda riefen José García an: Lindenstraße 5, 10115 Berlin, Kunde 4711, anna.m@example.de. Annas Onkel auch.'
const words = ['Anna', 'Gerda', 'José', 'García', 'Lindenstraße', '10115', '4711', 'anna.m', 'Onkel']
const hide = (known: KnownWords) => createPlaceholders(known).hide(text)

test('every kind of word that a record once had stays hidden after the record has lost it', () => {
  const hidden = createPlaceholders(before).knownIn(text)
  const later = hide(withWordsHiddenBefore(nothing, hidden))
  for (const word of words) expect(later).not.toContain(word)
  expect(later).toContain('[CLIENT] und [PERSON')
})

test('an earlier name of the client has the placeholder of the client, and is restored as the name of today', () => {
  const hidden = createPlaceholders(before).knownIn(text)
  const placeholders = createPlaceholders(withWordsHiddenBefore({ ...nothing, client: ['Robin'] }, hidden))
  expect(placeholders.hide('Robin und Anna')).toBe('[CLIENT] und [CLIENT]')
  expect(placeholders.show('[CLIENT] rief an.')).toBe('Robin rief an.')
})

test('words that are still known are added to nobody again, so that every person keeps one placeholder', () => {
  const hidden = createPlaceholders(before).knownIn(text)
  expect(withWordsHiddenBefore(before, hidden)).toEqual(before)
  expect(withWordsHiddenBefore(before, [])).toEqual(before)
})
