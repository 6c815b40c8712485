import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core'
import { useEffect, useEffectEvent } from 'react'
import { chooseLanguage, currentLanguage } from './language.ts'
import type { Me } from '../login/login.ts'

/** Applies the account's language and theme to this page. */
export function usePreferences(me: Me | null) {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const language = me?.language
  const theme = me?.theme
  useEffect(() => {
    if (language && language !== currentLanguage()) void chooseLanguage(language)
  }, [language])
  const scheme = theme === 'system' ? 'auto' : theme
  // Setting a scheme computes the styles of the whole page twice, even if it stays the same.
  const applyScheme = useEffectEvent(() => {
    if (scheme && scheme !== colorScheme) setColorScheme(scheme)
  })
  useEffect(() => applyScheme(), [scheme])
}

/**
 * Sets the current theme as a class of the root element. For the light theme, also sets the class `invert`. Row 4.09
 * requires that class, but no style sheet uses it.
 */
export function useSchemeClasses() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false })
  useEffect(() => {
    const { classList } = document.documentElement
    classList.toggle('dark', scheme === 'dark')
    for (const name of ['light', 'invert']) classList.toggle(name, scheme === 'light')
  }, [scheme])
}
