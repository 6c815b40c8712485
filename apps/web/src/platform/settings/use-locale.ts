import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { browserZone, useMe } from '../login/login.ts'

/**
 * Returns the person's time zone and language: those of the profile, or those of the browser until the profile is
 * loaded. The object stays the same while both do.
 */
export function useLocale(): { zone: string; language: string } {
  const { i18n } = useTranslation()
  const zone = useMe()?.zone ?? browserZone()
  const language = i18n.resolvedLanguage ?? 'en'
  return useMemo(() => ({ zone, language }), [zone, language])
}
