import { cleanup, configure, getConfig } from '@testing-library/react'
import i18next from 'i18next'
import * as React from 'react'
import { initReactI18next } from 'react-i18next'
import { toast } from 'sonner'
import { afterAll, afterEach, vi } from 'vitest'
import { drafts } from '../platform/draft/drafts.ts'
import { resetSavedValues } from '../platform/autosave/use-saved-value.ts'
import { errorLog } from '../platform/api/error-log.ts'
import { resetPage } from './reset-page.ts'

/**
 * React's development build records the call stack of each element, for its own messages: up to 10,000 in a second, a fifth of the time of the
 * tests. It records none while this count is at its limit.
 */
const { __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: internals } = React as unknown as {
  __CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE: object
}
Object.defineProperty(internals, 'recentlyCreatedOwnerStacks', { get: () => Infinity, set: () => {} })

const { getElementError } = getConfig()
/** Whether the running query is one of the repeated attempts of `findBy…` or `waitFor`. Testing Library sets the field, but does not declare it. */
const isAttempt = () =>
  (getConfig() as { _disableExpensiveErrorDiagnostics?: boolean })._disableExpensiveErrorDiagnostics === true
configure({
  // Lazily loaded components can take this long on a slow machine.
  asyncUtilTimeout: 30_000,
  // Prints the document only for a query that fails in the end. Testing Library also prints it for each attempt and throws that text away.
  getElementError: (message, container) =>
    isAttempt()
      ? Object.assign(new Error(message ?? ''), { name: 'TestingLibraryElementError' })
      : getElementError(message, container),
})

/**
 * Defines browser functions that jsdom lacks. This `matchMedia` compares only the width of the screen,
 * `window.innerWidth`.
 */
window.matchMedia = (query) => {
  const most = /max-width: ([\d.]+)em/.exec(query)
  return {
    matches: most ? window.innerWidth <= Number(most[1]) * 16 : false,
    media: query,
    addEventListener: () => {},
    removeEventListener: () => {},
    addListener: () => {},
    removeListener: () => {},
    dispatchEvent: () => false,
    onchange: null,
  }
}
Object.defineProperty(document, 'fonts', {
  value: { addEventListener() {}, removeEventListener() {} },
  configurable: true,
})
window.scrollTo = () => {}
Element.prototype.scrollIntoView = () => {}
// jsdom's own requestAnimationFrame stops calling back after a test has used fake timers.
window.requestAnimationFrame = (draw) => Number(setTimeout(() => draw(performance.now()), 16))
window.cancelAnimationFrame = (frame) => clearTimeout(frame)
window.ResizeObserver = class {
  observe() {}
  unobserve() {}
  disconnect() {}
}

const files = import.meta.glob<Record<string, unknown>>('../locales/*/en.json', { eager: true, import: 'default' })
const texts = Object.fromEntries(Object.entries(files).map(([path, file]) => [path.split('/').at(-2) ?? '', file]))
await i18next.use(initReactI18next).init({
  lng: 'en',
  fallbackLng: 'en',
  defaultNS: 'common',
  resources: { en: texts },
  interpolation: { escapeValue: false },
})

/**
 * Prepares the page for a test file. Every test file calls this function, because the files of a worker share their
 * modules.
 */
export function registerTestCleanup() {
  resetPage()
  // A module whose import is interrupted by the end of the file could not be loaded by the next file either.
  afterAll(() => vi.dynamicImportSettled())
  afterEach(() => {
    cleanup()
    // A toast must not stay visible in the next test.
    toast.dismiss()
    resetSavedValues()
    // The next test of the file must not find the drafts, errors and stored values of this test.
    drafts.reset()
    errorLog.clear()
    localStorage.clear()
    sessionStorage.clear()
  })
}
