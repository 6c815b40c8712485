import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { browserZone, useMe } from '../login/login.ts'

/**
 * Returns the person's time zone and language: from the profile, or from the browser until the profile is loaded. Returns the same object until one
 * of them changes.
 */
export function useLocale(): { zone: string; language: string } {
  const { i18n } = useTranslation()
  const zone = useMe()?.zone ?? browserZone()
  const language = i18n.resolvedLanguage ?? 'en'
  return useMemo(() => ({ zone, language }), [zone, language])
}
