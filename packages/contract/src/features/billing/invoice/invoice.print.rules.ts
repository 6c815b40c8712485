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
