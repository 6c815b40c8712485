import type { Language } from '@attune/contract/common/text/text.schemas'

/**
 * The two answers to an item of the kind `yes-no`, in the language of the measure, which can differ from that of the reader.
 */
export const yesAndNo: Record<Language, readonly [yes: string, no: string]> = {
  en: ['Yes', 'No'],
  es: ['Sí', 'No'],
  fr: ['Oui', 'Non'],
  de: ['Ja', 'Nein'],
}
