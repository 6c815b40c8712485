import { matchLanguage } from '@attune/contract/common/text/language-choice'
import type { Language } from '@attune/contract/common/text/text.schemas'
import i18next, { type i18n } from 'i18next'
import resourcesToBackend from 'i18next-resources-to-backend'
import { initReactI18next } from 'react-i18next'
import { readLanguageFile, followClientWord } from './texts.ts'
import { productSettings } from './product-settings.ts'
import { browserStorage } from '../safe-storage.ts'

/** The four languages of the interface, each with its name in that language. */
export const languageNames = { en: 'English', es: 'Español', fr: 'Français', de: 'Deutsch' } as const satisfies Record<
  Language,
  string
>
export const interfaceLanguages = Object.keys(languageNames) as Language[]

export const isLanguage = (value: string): value is Language => value in languageNames

/**
 * Returns the languages that a person can choose, in the order of `languageNames`. Includes the current language even if it is no longer offered.
 */
export const languageOptions = (offered: readonly Language[], current?: string): { value: Language; label: string }[] =>
  interfaceLanguages
    .filter((value) => offered.includes(value) || value === current)
    .map((value) => ({ value, label: languageNames[value] }))

/** Returns the language chosen in this browser, otherwise one of the browser's languages. */
function preferredLanguage(): Language {
  const chosen = browserStorage.get('attune-language') ?? ''
  if (isLanguage(chosen)) return chosen
  return matchLanguage(navigator.languages, productSettings())
}

/**
 * Starts i18next with the language from local storage, otherwise the browser's language, otherwise English. Namespaces are loaded when they
 * are first used.
 */
export async function startI18n(first: string[] = [], instance: i18n = i18next) {
  instance.on('languageChanged', () => {
    document.documentElement.lang = currentLanguage(instance)
  })
  showChangedTexts(instance)
  followClientWord(instance)
  await instance
    .use(resourcesToBackend(readLanguageFile))
    .use(initReactI18next)
    .init({
      lng: preferredLanguage(),
      supportedLngs: interfaceLanguages,
      fallbackLng: 'en',
      load: 'languageOnly',
      ns: ['common', ...first],
      defaultNS: 'common',
      interpolation: { escapeValue: false },
      react: { useSuspense: true },
    })
}

type ChangedTexts = { language: string; namespace: string; texts: object }

/** In development, shows the texts of a language file that was edited. The build removes this code. */
function showChangedTexts(instance: i18n) {
  import.meta.hot?.on('attune:texts', ({ language, namespace, texts }: ChangedTexts) => {
    instance.addResourceBundle(language, namespace, texts, true, true)
    void instance.changeLanguage(instance.language)
  })
}

export function currentLanguage(instance: i18n = i18next): Language {
  const language = instance.resolvedLanguage ?? 'en'
  return isLanguage(language) ? language : 'en'
}

/** Changes the language and stores it for the next visit of this browser. */
export async function chooseLanguage(language: Language, instance: i18n = i18next) {
  browserStorage.set('attune-language', language)
  await instance.changeLanguage(language)
}
