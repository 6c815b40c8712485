import { useTranslation } from 'react-i18next'
import { useLocale } from '../../../../platform/settings/use-locale.ts'

/** Returns a function that formats a number of words: '1,200 words'. */
export function useWordCount(): (count: number) => string {
  const { t } = useTranslation('assistant')
  const { language } = useLocale()
  return (count) => t('words', { count, number: new Intl.NumberFormat(language).format(count) })
}
