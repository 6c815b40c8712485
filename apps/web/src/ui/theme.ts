import type { CSSVariablesResolver, MantineColorsTuple } from '@mantine/core'
import { createTheme } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { createElement } from 'react'

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
/** Replaces Mantine's own greys, which have a blue tint. */
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

/** The Mantine theme: the colours sage and clay on warm neutrals, the font Inter, and hairlines instead of shadows. */
export const mantineTheme = createTheme({
  colors: { sage, clay, gray, dark },
  primaryColor: 'sage',
  primaryShade: 7,
  autoContrast: true,
  luminanceThreshold: 0.3,
  black: '#24292b',
  white: '#ffffff',
  fontFamily: "'Inter Variable', 'Inter Ahead', system-ui, -apple-system, 'Segoe UI', sans-serif",
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
  },
})

// The colours that differ between light and dark. The variables `--attune-*` belong to this app. The other variables
// change Mantine's colours for a higher contrast.
const lightColors = {
  '--mantine-color-body': '#faf8f5',
  '--mantine-color-text': '#24292b',
  '--mantine-color-dimmed': '#5b6468',
  '--mantine-color-placeholder': '#6a7276',
  '--mantine-color-error': '#b3372f',
  '--mantine-color-anchor': '#2f6b62',
  '--mantine-color-default-border': '#e3ded6',
  '--attune-surface': '#ffffff',
  '--attune-sunken': '#f4f0eb',
  '--attune-hairline': '#e3ded6',
  '--attune-field-border': '#857f73',
  '--attune-tint-now': '#eef7f4',
  '--attune-tint-now-border': '#b8d8ce',
  '--attune-tint-now-text': '#265850',
  '--attune-tint-answer': '#fdf6e7',
  '--attune-tint-answer-border': '#ecd9ac',
  '--attune-danger': '#b3372f',
  '--attune-danger-tint': '#fcf0ef',
  '--attune-warning': '#8a5a00',
  '--attune-success': '#2e6b3a',
  '--attune-info': '#2f5f8a',
  '--attune-focus': '#2f6b62',
  '--attune-badge': '#e2ddd5',
  '--attune-badge-alert': '#b3372f',
  '--attune-badge-alert-text': '#ffffff',
  '--attune-face-sage': '#dcebe6',
  '--attune-face-sage-text': '#265850',
  '--attune-face-clay': '#f6e3d9',
  '--attune-face-clay-text': '#733a22',
  '--attune-face-sand': '#ece7dc',
  '--attune-face-sand-text': '#5a5140',
}
const darkColors = {
  '--mantine-color-body': '#171a1b',
  '--mantine-color-text': '#e8e6e1',
  '--mantine-color-dimmed': '#a3abad',
  '--mantine-color-placeholder': '#939b9e',
  '--mantine-color-error': '#f0958c',
  '--mantine-color-anchor': '#91c4b5',
  '--mantine-color-default': '#1f2324',
  '--mantine-color-default-hover': '#272c2e',
  '--mantine-color-default-border': '#33393b',
  '--mantine-color-sage-light': '#25403a',
  '--mantine-color-sage-light-hover': '#2c4c45',
  '--mantine-color-sage-light-color': '#c9e3db',
  '--mantine-color-sage-text': '#91c4b5',
  '--attune-surface': '#1f2324',
  '--attune-sunken': '#1b1f20',
  '--attune-hairline': '#33393b',
  '--attune-field-border': '#757d80',
  '--attune-tint-now': '#1e302c',
  '--attune-tint-now-border': '#31544c',
  '--attune-tint-now-text': '#b8d8ce',
  '--attune-tint-answer': '#2c2617',
  '--attune-tint-answer-border': '#574a28',
  '--attune-danger': '#f0958c',
  '--attune-danger-tint': '#34211f',
  '--attune-warning': '#e5b567',
  '--attune-success': '#8fc99b',
  '--attune-info': '#93bde4',
  '--attune-focus': '#6fb2a0',
  '--attune-badge': '#33393b',
  '--attune-badge-alert': '#f0958c',
  '--attune-badge-alert-text': '#24110f',
  '--attune-face-sage': '#25403a',
  '--attune-face-sage-text': '#c9e3db',
  '--attune-face-clay': '#452a20',
  '--attune-face-clay-text': '#f0cdbb',
  '--attune-face-sand': '#33302a',
  '--attune-face-sand-text': '#ded8ca',
}

/** Returns the app's CSS variables: the sizes of the frame, and the colours of both colour schemes. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: { '--attune-sidebar-width': '16rem', '--attune-drawer-width': '18rem', '--attune-header-height': '52px' },
  light: lightColors,
  dark: darkColors,
})
