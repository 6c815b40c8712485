import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core'
import { createTheme } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { createElement } from 'react'
import { darkColors, lightColors, fontFamily, frameSizes } from './colors.ts'

const sage: MantineColorsTuple = [
  '#eef7f4',
  '#dcebe6',
  '#b8d8ce',
  '#91c4b5',
  '#6fb2a0',
  '#58a691',
  '#3f8a78',
  '#2f6b62',
  '#265850',
  '#1b433d',
]
const clay: MantineColorsTuple = [
  '#fdf3ee',
  '#f6e3d9',
  '#edc6b2',
  '#e4a788',
  '#dd8d65',
  '#c9714a',
  '#a85a38',
  '#8f4a2c',
  '#733a22',
  '#572b18',
]
/** Replaces Mantine's own grays, which have a blue tint. */
const gray: MantineColorsTuple = [
  '#faf8f5',
  '#f4f0eb',
  '#ebe6de',
  '#e3ded6',
  '#cfc8bd',
  '#a9a297',
  '#857f73',
  '#5b6468',
  '#3f4648',
  '#24292b',
]
const dark: MantineColorsTuple = [
  '#e8e6e1',
  '#c3c6c4',
  '#a3abad',
  '#757d80',
  '#3f4648',
  '#33393b',
  '#272c2e',
  '#1f2324',
  '#171a1b',
  '#111415',
]

/** The Mantine theme: the colors sage and clay on warm neutrals, the font Inter, and hairlines instead of shadows. */
export const mantineTheme = createTheme({
  colors: { sage, clay, gray, dark },
  primaryColor: 'sage',
  primaryShade: 7,
  autoContrast: true,
  luminanceThreshold: 0.3,
  black: '#24292b',
  white: '#ffffff',
  fontFamily,
  fontSizes: { xs: '13px', sm: '14px', md: '16px', lg: '18px', xl: '20px' },
  lineHeights: { xs: '1.4', sm: '1.5', md: '1.55', lg: '1.4', xl: '1.35' },
  radius: { xs: '4px', sm: '6px', md: '10px', lg: '14px', xl: '20px' },
  spacing: { xs: '8px', sm: '12px', md: '16px', lg: '20px', xl: '28px' },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '1.25' },
      h2: { fontSize: '22px', lineHeight: '1.3' },
      h3: { fontSize: '18px', lineHeight: '1.35' },
      h4: { fontSize: '16px', lineHeight: '1.4' },
    },
  },
  shadows: {
    md: '0 4px 24px rgb(36 41 43 / 14%)',
    lg: '0 8px 32px rgb(36 41 43 / 16%)',
    xl: '0 12px 48px rgb(36 41 43 / 18%)',
  },
  // These are plain objects, because importing a component here would load it on every page.
  components: {
    Button: { defaultProps: { fw: 600 } },
    ActionIcon: { defaultProps: { variant: 'subtle', color: 'gray', size: 36 } },
    NativeSelect: {
      defaultProps: {
        rightSection: createElement(IconSelector, { size: 16, stroke: 1.6, 'aria-hidden': true }),
        rightSectionPointerEvents: 'none',
      },
    },
    Input: { defaultProps: { size: 'sm' } },
    PasswordInput: { defaultProps: { size: 'sm' } },
    Checkbox: { defaultProps: { radius: 'sm' } },
    Switch: { defaultProps: { withThumbIndicator: false } },
    Modal: {
      defaultProps: {
        radius: 'lg',
        centered: true,
        transitionProps: { duration: 150, transition: 'fade' },
        overlayProps: { backgroundOpacity: 0.45 },
      },
    },
    Tooltip: { defaultProps: { openDelay: 700, transitionProps: { duration: 150 } } },
    Loader: { defaultProps: { type: 'dots' } },
    // The options of a closed list stay out of the document: a page with the 419 time zones renders three times as fast.
    Combobox: { defaultProps: { keepMounted: false } },
  },
})

/** Returns the app's CSS variables: the sizes of the frame, and the colors of both color schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: frameSizes,
  light: lightColors,
  dark: darkColors,
})
