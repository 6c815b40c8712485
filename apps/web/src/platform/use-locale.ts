import { useTranslation } from 'react-i18next'
import { browserZone, useMe } from './login.ts'

/**
 * Returns the person's time zone and language: those of the profile, or those of the browser until the profile is
 * loaded.
 */
export function useLocale(): { zone: string; language: string } {
  const { i18n } = useTranslation()
  return { zone: useMe()?.zone ?? browserZone(), language: i18n.resolvedLanguage ?? 'en' }
}
