import { createInstance } from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { chooseLanguage, currentLanguage, languages, startLanguage } from './language.ts'

async function started(stored: string | null, browser: string[]) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser)
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser[0] ?? '')
  if (stored) localStorage.setItem('attune-language', stored)
  const words = createInstance()
  await startLanguage([], words)
  return words
}

afterEach(() => {
  vi.restoreAllMocks()
})

test.each([
  ['local storage first', 'fr', ['de-DE'], 'fr'],
  ['then the browser', null, ['de-AT', 'en'], 'de'],
  ['else English', null, ['fi-FI', 'sv'], 'en'],
  ['a stored language that is not offered is not used', 'tlh', ['es-MX'], 'es'],
])('the language: %s [1.15]', async (_, stored, browser, expected) => {
  expect(currentLanguage(await started(stored, browser))).toBe(expected)
  expect(document.documentElement.lang).toBe(expected)
})

test('four languages are offered, and a choice is kept for the next visit [1.15]', async () => {
  const words = await started(null, ['en-GB'])
  expect(languages).toEqual(['en', 'es', 'fr', 'de'])
  await chooseLanguage('es', words)
  expect(currentLanguage(words)).toBe('es')
  expect(words.t('wrong.again')).toBe('Reintentar')
  expect(localStorage.getItem('attune-language')).toBe('es')
  expect(document.documentElement.lang).toBe('es')
})
