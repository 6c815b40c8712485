import { useTranslation } from 'react-i18next'
import { browserZone, useMe } from './login.ts'

/** The zone and language in which this person reads times: those of the profile, before it is known those of the browser. */
export function useReader(): { zone: string; language: string } {
  const { i18n } = useTranslation()
  return { zone: useMe()?.zone ?? browserZone(), language: i18n.resolvedLanguage ?? 'en' }
}
