import type { Language } from '../../../common/text/text.schemas.ts'

const noTax: Record<Language, RegExp> = {
  en: /exempt|not subject/i,
  de: /steuerfrei|steuerbefreit|steuer ausgenommen|nicht steuerbar/i,
  fr: /exon[ée]r|non applicable|hors champ/i,
  es: /exent|no sujet/i,
}

/** Whether a reason for no tax is self-explanatory in the language of the invoice. Otherwise it is printed with an introduction. */
export const saysNoTax = (reason: string, language: Language): boolean => noTax[language].test(reason)

/** Whether the text of a line already names its duration, as in 'Psychotherapy, 50 min' or 'Einzelsitzung (50 Minuten)'. */
export const saysMinutes = (text: string, minutes: number): boolean =>
  new RegExp(`(?<!\\d)${minutes}[\\s-]*['’′m](?!²|\\d)`, 'iu').test(text)

/**
 * Returns the locale of the days and numbers of a document. In English and Spanish, a business in the United States uses the American format; in
 * English, any other business uses the British format.
 */
export function documentLocale(language: Language, country: string): string {
  if (country === 'US' && (language === 'en' || language === 'es')) return `${language}-US`
  return language === 'en' ? 'en-GB' : language
}

/**
 * Returns the locale of the amounts of a document: in Switzerland and Liechtenstein 'CHF 120.00' in every language, elsewhere as `documentLocale`.
 */
export const documentMoneyLocale = (language: Language, country: string): string =>
  country === 'CH' || country === 'LI' ? 'de-CH' : documentLocale(language, country)
