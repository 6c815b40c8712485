import { useTranslation } from 'react-i18next'
import type { Reader } from '../ui/moment.ts'
import { browserZone, useMe } from './login.ts'

/** The zone and language in which the person at this browser reads times. */
export function useReader(): Reader {
  const { i18n } = useTranslation()
  const me = useMe()
  return { zone: me?.zone || browserZone(), language: i18n.resolvedLanguage ?? 'en' }
}
