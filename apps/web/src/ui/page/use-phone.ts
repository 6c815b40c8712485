import { useMediaQuery } from '@mantine/hooks'

/** The media query of screens narrower than 768 px, on which the tab bar replaces the sidebar [2.22]. */
export const phoneScreen = '(max-width: 47.99em)'

/**
 * Returns whether the screen is as narrow as a phone's. The first rendering already gets the correct value, so the page
 * is not first rendered for another screen width.
 */
export const usePhone = (): boolean => useMediaQuery(phoneScreen, undefined, { getInitialValueInEffect: false })
