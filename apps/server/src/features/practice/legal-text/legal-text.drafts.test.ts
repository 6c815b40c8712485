import { plainTextOf } from '@attune/contract/common/rich-text/rich-text'
import { languages } from '@attune/contract/common/text/text'
import type { Language } from '@attune/contract/common/text/text.schemas'
import { blanksIn } from '@attune/contract/features/practice/legal-text/legal-text.rules'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { startingText } from './legal-text.drafts.ts'

const startingLines = (page: 'imprint' | 'privacy' | 'consent', language: Language) =>
  plainTextOf(startingText(page, language) ?? { type: 'doc', content: [] })

test('our drafts of an imprint ask for what the law of the countries wants of a regulated profession', () => {
  expect(startingLines('imprint', 'de')).toMatch(/Berufsrechtliche Regelungen.*[\s\S]*Wirtschafts-Identifikation/)
  expect(startingLines('imprint', 'fr')).toMatch(/SIREN[\s\S]*Directeur ou directrice de la publication/)
  expect(startingLines('imprint', 'es')).toContain('número de colegiación')
  expect(startingLines('imprint', 'en')).toContain('Professional rules')
})

test.each([...languages])('our drafts in %s do not promise that Attune deletes records', (language) => {
  expect(startingLines('privacy', language)).not.toMatch(/we delete|löschen wir|le supprimons|lo eliminamos/)
})

test.each([...languages])('our privacy notice in %s leaves the periods to the list on its page', (language) => {
  const file = new URL(`../../../../../web/src/locales/keptPeriods/${language}.json`, import.meta.url)
  const { title } = JSON.parse(readFileSync(file, 'utf8')) as { title: string }
  const lines = startingLines('privacy', language)
  expect(lines).toContain(title)
  expect(blanksIn(lines)).not.toContainEqual(expect.stringMatching(/years|Anzahl|Nombre\]|Número\]/))
})

test.each([...languages])('our consent on joining in %s makes consent no condition of the treatment', (language) => {
  expect(startingLines('consent', language)).not.toMatch(/I agree that|willige ein, dass|J’accepte que|Acepto que/)
})

test.each([
  ['en', 'Outside the European Economic Area', 'Where the data comes from', 'HIPAA'],
  ['de', 'Außerhalb des Europäischen Wirtschaftsraums', 'Woher die Daten kommen', 'Was Sie angeben müssen'],
  ['fr', 'Hors de l’Espace économique européen', 'Origine des données', 'Ce que vous devez'],
  ['es', 'Fuera del Espacio Económico Europeo', 'De dónde proceden', 'HIPAA'],
] as const)(
  'our privacy notice in %s says what the GDPR asks for, with blanks of a fitting length',
  (language, ...parts) => {
    const lines = startingLines('privacy', language)
    for (const part of parts) expect(lines).toContain(part)
    expect(blanksIn(lines)).toHaveLength(lines.split('[').length - 1)
  },
)
