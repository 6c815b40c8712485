import { withPatientWord } from '@attune/contract/common/text/client-word'
import type { Language } from '@attune/contract/common/text/text.schemas'
import type { i18n } from 'i18next'
import { onProductSettings, productSettings } from './product-settings.ts'

type Texts = { [key: string]: string | Texts }

/** Reads a language file. Its texts use the word that the practice has chosen for a client. */
export async function readLanguageFile(language: string, namespace: string): Promise<Texts> {
  const file: { default: Texts } = await import(`../../locales/${namespace}/${language}.json`)
  if (productSettings().clientWord === 'clients') return file.default
  return inPatientWords(language as Language, `${namespace}:`, file.default)
}

/** The texts that keep the word 'client': the choice of the word itself, and the client number that a tax adviser gives the practice. */
const fixedTexts = new Set(['adminSettings:languages.words.clients', 'auditLog:values.clients', 'invoiceExport:client'])

const inPatientWords = (language: Language, path: string, texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([key, value]) => {
      if (typeof value !== 'string') return [key, inPatientWords(language, `${path}${key}.`, value)]
      return [key, fixedTexts.has(path + key) ? value : withPatientWord(language, value)]
    }),
  )

/** Reads the loaded language files again when an admin chooses another word. */
export function followClientWord(instance: i18n): void {
  let word = productSettings().clientWord
  onProductSettings(() => {
    if (productSettings().clientWord === word) return
    word = productSettings().clientWord
    void instance.reloadResources().then(() => instance.changeLanguage(instance.language))
  })
}
