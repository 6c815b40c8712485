import { expect, test } from 'vitest'
import { compare } from './languages.mjs'

type Texts = Record<string, unknown>

const findings = (en: Texts, de: Texts): string[] => {
  const all: Record<string, Texts> = { en, es: en, fr: en, de }
  return compare('web test.json', (language: string) => all[language])
}

test('languages with the same keys and placeholders have no findings', () => {
  const en = { greeting: 'Hello {{name}}', list: { empty: 'Nothing yet' } }
  expect(findings(en, { greeting: 'Guten Tag, {{name}}', list: { empty: 'Noch nichts' } })).toEqual([])
})

test('missing, additional and empty texts and different placeholders are found', () => {
  const en = { a: 'A', b: { c: 'With {{count}} and <b>x</b>' }, d: 'D' }
  expect(findings(en, { b: { c: 'Mit {{anzahl}}' }, d: ' ', e: 'E' })).toEqual([
    'web test.json de: a is missing',
    'web test.json de: e is not in en',
    "web test.json de: b.c has the placeholders 'anzahl', not '</b> <b> count'",
    'web test.json de: d is empty',
  ])
})

test('missing and unknown plural forms of a language are found', () => {
  const en = { days_one: '{{count}} day', days_other: '{{count}} days' }
  expect(findings(en, { days_other: '{{count}} Tage' })).toContain(
    "web test.json de: days lacks its plural form '_one'",
  )
  expect(findings(en, { ...en, days_few: '{{count}} Tage' })).toContain(
    "web test.json de: days has a plural form '_few' that the language does not know",
  )
})

test('a text of three words that is the English one is found, and a single word or a name of the law is not', () => {
  const en = { add: 'Add a referral source', code: 'Code {number}, {when}', law: 'Good Faith Estimate' }
  expect(findings(en, { ...en, add: 'Quelle hinzufügen' })).toEqual([
    'web test.json es: add is not translated',
    'web test.json fr: add is not translated',
  ])
})
