import { withPatientWord } from '@attune/contract/common/text/client-word'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { expect, test } from 'vitest'
import { textsByLanguage } from './languages.mjs'

/** Each form of the word for a client in the language files. */
const wordForClient = {
  en: /\bclients?\b/i,
  de: /klient/i,
  es: /\bclient[ea]s?\b|\bpersonas? atendidas?\b/i,
  fr: /personnes? (déjà )?suivies?|personnes que (vous suivez|je suis)|\bclient/i,
} as const satisfies Record<Language, RegExp>

/**
 * The keys of texts that keep the word 'client'. Some of these texts are shown outside the product, for example on a lock screen, where others could
 * read 'patient'.
 */
const keepsWord =
  /^(pushTexts:|server:(mail|text|accountRole)\.|adminSettings:languages\.words\.|auditLog:values\.clients$|invoiceExport:client$|client:add\.failed$)/

const texts = Object.entries(textsByLanguage()).flatMap(([language, all]) =>
  all
    .filter(({ key }: { key: string }) => !keepsWord.test(key))
    .map(({ key, text }: { key: string; text: string }) => ({ language: language as Language, key, text })),
)
const withoutPlaceholders = (text: string) => text.replace(/\{\{.*?\}\}|\{\w+\}/g, '')

test('no text of a practice with patients names a client', () => {
  const left = texts
    .map(({ language, key, text }) => ({ language, key, text: withPatientWord(language, text) }))
    .filter(({ language, text }) => wordForClient[language].test(withoutPlaceholders(text)))
  expect(texts.length).toBeGreaterThan(30_000)
  expect(left).toEqual([])
})

test('a text that names no client stays the same', () => {
  const changed = texts.filter(
    ({ language, text }) =>
      !wordForClient[language].test(withoutPlaceholders(text)) && withPatientWord(language, text) !== text,
  )
  expect(changed).toEqual([])
})

test.each([
  ['en', "A client's record, agreed with {{client}}", "A patient's record, agreed with {{client}}"],
  ['de', 'Durch die Klientin oder den Klienten', 'Durch die Patientin oder den Patienten'],
  ['fr', 'Aucune personne suivie pour l’instant', 'Aucun patient pour l’instant'],
  ['fr', 'Parler à la personne suivie, puis aux personnes que vous suivez', 'Parler au patient, puis à vos patients'],
  ['fr', 'Les personnes suivies par {{name}} partagent', 'Les patients de {{name}} partagent'],
  ['fr', 'Les personnes suivies partagent', 'Les patients partagent'],
  ['es', 'Según indicó la persona atendida, sus clientes', 'Según indicó el paciente, sus pacientes'],
] as const)('the word with its article in %s: %s', (language, text, expected) => {
  expect(withPatientWord(language, text)).toBe(expected)
})
