import { afterEach, beforeEach, expect, test, vi } from 'vitest'

const settings = (revision: number, part = {}) => ({
  revision,
  languages: ['de', 'fr'],
  defaultLanguage: 'de',
  retentionYears: 12,
  idleMinutes: { therapist: 5, admin: 5, client: 10 },
  legalPages: ['imprint'],
  safetyNumbers: {},
  ...part,
})
/** Opens a page in which the server has written these settings. */
async function openPage(inPage: unknown) {
  vi.resetModules()
  const meta = document.createElement('meta')
  meta.name = 'attune-settings'
  meta.content = typeof inPage === 'string' ? inPage : JSON.stringify(inPage)
  document.head.replaceChildren(meta)
  return import('./product-settings.ts')
}

beforeEach(() => localStorage.clear())
afterEach(() => {
  localStorage.clear()
  document.head.replaceChildren()
})

test('a page uses the settings that the server has written into it, and defaults for what is missing', async () => {
  const { idleMinutes: _, ...rest } = settings(3)
  const page = await openPage(rest)
  expect(page.productSettings()).toMatchObject({ retentionYears: 12, idleMinutes: { therapist: 15, client: 30 } })
  expect((await openPage('__ATTUNE_SETTINGS__')).productSettings()).toMatchObject({
    revision: 0,
    defaultLanguage: 'en',
  })
})

test('a page that opens offline uses the newest settings of the browser, with the practice’s safety numbers [2.04]', async () => {
  const first = await openPage(settings(3))
  const safetyNumbers = { SE: { emergency: '112', lines: [] } }
  first.applyProductSettings(settings(4, { safetyNumbers }))
  // The service worker returns its cached page, which contains older settings.
  expect((await openPage(settings(3))).productSettings().safetyNumbers).toEqual(safetyNumbers)
  expect((await openPage(settings(5))).productSettings().revision).toBe(5)
})

test('listeners are called once per change, and an answer without settings changes nothing [2.04]', async () => {
  const page = await openPage(settings(3))
  const heard = vi.fn()
  page.onProductSettings(heard)
  page.applyProductSettings(settings(4, { retentionYears: 20 }))
  page.applyProductSettings(settings(4, { retentionYears: 20 }))
  for (const nothing of [undefined, null, {}, 'x']) page.applyProductSettings(nothing)
  expect(heard).toHaveBeenCalledTimes(1)
  expect(page.productSettings().retentionYears).toBe(20)
})

test('the pickers offer the languages of the practice and keep the one in use [2.04]', async () => {
  await openPage(settings(3))
  const { languageOptions } = await import('./language.ts')
  const offered = ['de', 'fr'] as const
  expect(languageOptions(offered).map(({ value }) => value)).toEqual(['fr', 'de'])
  expect(languageOptions(offered, 'es').map(({ value }) => value)).toEqual(['es', 'fr', 'de'])
})
