import { useTranslation } from 'react-i18next'
import { browserZone, useMe } from './login.ts'

/** Time zone and language of this person: those of the profile, or of the browser until the profile is loaded. */
export function useLocale(): { zone: string; language: string } {
  const { i18n } = useTranslation()
  return { zone: useMe()?.zone ?? browserZone(), language: i18n.resolvedLanguage ?? 'en' }
}
