import { useMantineColorScheme } from '@mantine/core'
import { useEffect } from 'react'
import { chooseLanguage, currentLanguage } from './language.ts'
import type { Me } from './login.ts'

/** Language and theme of the account hold in every browser of this person. */
export function usePreferences(me: Me | null) {
  const { setColorScheme } = useMantineColorScheme()
  const language = me?.language
  const theme = me?.theme
  useEffect(() => {
    if (language && language !== currentLanguage()) void chooseLanguage(language)
  }, [language])
  useEffect(() => {
    if (theme) setColorScheme(theme === 'system' ? 'auto' : theme)
  }, [theme, setColorScheme])
}
