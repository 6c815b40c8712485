import { languages } from '@attune/contract/common/text/text'
import { afterEach, expect, test } from 'vitest'
import { languageFromHeader, formatDateTimeInZone, joinWords, setClientWord, translate } from './translations.ts'

const all = { languages, defaultLanguage: 'en' } as const
afterEach(() => setClientWord('clients'))

const startsAt = '2027-03-10T15:30:00.000Z'

test('times are formatted for the language, with a 24-hour clock where it is common', () => {
  expect(formatDateTimeInZone(startsAt, 'de', 'Europe/Berlin')).toMatch(/Mittwoch, 10\. März 2027 um 16:30/)
  expect(formatDateTimeInZone(startsAt, 'fr', 'Europe/Paris')).toMatch(/mercredi 10 mars 2027.*16:30/)
  expect(formatDateTimeInZone(startsAt, 'es', 'America/Mexico_City')).toMatch(/miércoles, 10 de marzo de 2027.*9:30/)
  expect(formatDateTimeInZone(startsAt, 'en', 'America/New_York')).toMatch(/Wednesday, 10 March 2027.*10:30/)
})

test('before signing in, the language is the browser’s first supported one, otherwise English [1.15]', () => {
  expect(languageFromHeader('pt-BR,fr;q=0.8,en;q=0.5', all)).toBe('fr')
  expect(languageFromHeader('ja', all)).toBe('en')
  expect(languageFromHeader(undefined, all)).toBe('en')
})

test('a browser in a language that is not offered gets English, whatever the default language is [1.15]', () => {
  const german = { languages, defaultLanguage: 'de' } as const
  expect(languageFromHeader('fi-FI,sv;q=0.8', german)).toBe('en')
  expect(languageFromHeader('FR-CA', german)).toBe('fr')
  // North Frisian (frr) and Central Yupik (esu) are not French and Spanish, although their codes begin with `fr` and `es`.
  expect(languageFromHeader('frr-DE;q=0.9, esu', german)).toBe('en')
})

test('a practice without English shows its default language instead of English', () => {
  const two = { languages: ['de', 'fr'], defaultLanguage: 'de' } as const
  expect(languageFromHeader('en,fr;q=0.5', two)).toBe('fr')
  expect(languageFromHeader('en', two)).toBe('de')
})

test('an unknown key throws instead of giving an empty text', () => {
  expect(() => translate('en', 'mail.nothing.subject')).toThrow('No words for mail.nothing.subject in en')
  expect(() => translate('de', 'mail')).toThrow('No words')
})

test('the texts of a feature have keys that begin with the name of its folder, in every language', () => {
  const titles = languages.map((language) => translate(language, 'clientTag.exportTitle'))
  expect(titles).toEqual(['Tags', 'Etiquetas', 'Étiquettes', 'Stichwörter'])
})

test('a folder of a feature with the name of shared texts is refused', () => {
  const shared = { mail: { subject: 'Hello' } }
  expect(joinWords(shared, { clientTag: { exportTitle: 'Tags' } })).toEqual({
    ...shared,
    clientTag: { exportTitle: 'Tags' },
  })
  expect(() => joinWords(shared, { mail: { subject: 'Other' } })).toThrow('The folder mail has the name')
})

test('a practice with patients reads this word in PDFs and exports, and never in emails', () => {
  const person = () => [translate('en', 'form.pdf.client'), translate('de', 'form.pdf.client')]
  expect(person()).toEqual(['Client', 'Klientin oder Klient'])
  setClientWord('patients')
  expect(person()).toEqual(['Patient', 'Patientin oder Patient'])
  expect(translate('de', 'mail.role-approved.text')).not.toMatch(/patient/i)
})
