import { createInstance } from 'i18next'
import { afterEach, expect, test, vi } from 'vitest'
import { applyProductSettings, productSettings, resetProductSettings } from './product-settings.ts'
import { chooseLanguage, currentLanguage, interfaceLanguages, startI18n } from './language.ts'

async function started(stored: string | null, browser: string[]) {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(browser)
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(browser[0] ?? '')
  if (stored) localStorage.setItem('attune-language', stored)
  const i18n = createInstance()
  await startI18n([], i18n)
  return i18n
}

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  resetProductSettings()
})

test.each([
  ['from local storage first', 'fr', ['de-DE'], 'fr'],
  ['then from the browser', null, ['de-AT', 'en'], 'de'],
  ['otherwise English', null, ['fi-FI', 'sv'], 'en'],
  ['a stored language that is not offered is not used', 'tlh', ['es-MX'], 'es'],
])('the language: %s [1.15]', async (_, stored, browser, expected) => {
  expect(currentLanguage(await started(stored, browser))).toBe(expected)
  expect(document.documentElement.lang).toBe(expected)
})

test.each([
  ['English', ['en', 'es', 'fr', 'de'], 'en'],
  ['the default language if English is not offered', ['fr', 'de'], 'de'],
] as const)('a browser in a language that is not offered gets %s [1.15]', async (_, languages, expected) => {
  applyProductSettings({ ...productSettings(), revision: 1, languages: [...languages], defaultLanguage: 'de' })
  expect(currentLanguage(await started(null, ['fi-FI', 'sv']))).toBe(expected)
})

test('four languages are offered, and a choice is stored for the next visit [1.15]', async () => {
  const i18n = await started(null, ['en-GB'])
  expect(interfaceLanguages).toEqual(['en', 'es', 'fr', 'de'])
  await chooseLanguage('es', i18n)
  expect(currentLanguage(i18n)).toBe('es')
  expect(i18n.t('wrong.again')).toBe('Reintentar')
  expect(localStorage.getItem('attune-language')).toBe('es')
  expect(document.documentElement.lang).toBe('es')
})

const chooseWord = (clientWord: 'clients' | 'patients') =>
  applyProductSettings({ ...productSettings(), revision: productSettings().revision + 1, clientWord })

test('the texts use the word of the practice, at once after an admin has changed it', async () => {
  chooseWord('patients')
  const i18n = await started(null, ['de-DE'])
  await i18n.loadNamespaces(['shell', 'invoiceExport', 'adminSettings'])
  expect(i18n.t('shell:pages.clients')).toBe('Patientinnen und Patienten')
  expect(i18n.t('adminSettings:languages.words.clients')).toBe('Klientin oder Klient')
  chooseWord('clients')
  await vi.waitFor(() => expect(i18n.t('shell:pages.clients')).toBe('Klientinnen und Klienten'))
})
