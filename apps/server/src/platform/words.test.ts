import { languages } from '@attune/contract/common/text'
import { mailedKinds } from '@attune/contract/features/notification'
import { expect, test } from 'vitest'
import { languageOf, renderNotification, whenOf, word } from './words.ts'

const startsAt = '2027-03-10T15:30:00.000Z'

test('every kind of notification has its words in every language, in the zone of its reader [7.04]', () => {
  for (const language of languages) {
    for (const kind of mailedKinds) {
      const { title, message } = renderNotification(kind, { name: 'Ana Moreau', startsAt }, language, 'Asia/Tokyo')
      expect(`${title} ${message}`).not.toMatch(/[{}!]|undefined/)
      expect(title.length).toBeLessThan(60)
      if (kind.startsWith('session-')) expect(message).toMatch(/11[^0-9].*(0:30|12:30)/)
    }
  }
})

test('a time is written as people of that language write it: 24 hours where they are used [1.15]', () => {
  expect(whenOf(startsAt, 'de', 'Europe/Berlin')).toMatch(/Mittwoch, 10\. März 2027 um 16:30/)
  expect(whenOf(startsAt, 'fr', 'Europe/Paris')).toMatch(/mercredi 10 mars 2027.*16:30/)
  expect(whenOf(startsAt, 'es', 'America/Mexico_City')).toMatch(/miércoles, 10 de marzo de 2027.*9:30/)
  expect(whenOf(startsAt, 'en', 'America/New_York')).toMatch(/Wednesday, 10 March 2027.*10:30/)
})

test('the language of a page before signing in is the first offered one that the browser likes, else English [1.15]', () => {
  expect(languageOf('pt-BR,fr;q=0.8,en;q=0.5')).toBe('fr')
  expect(languageOf('ja')).toBe('en')
  expect(languageOf(undefined)).toBe('en')
})

test('words that do not exist are a fault, not an empty sentence [1.15]', () => {
  expect(() => word('en', 'mail.nothing.subject')).toThrow('No words for mail.nothing.subject in en')
  expect(() => word('de', 'mail')).toThrow('No words')
})
