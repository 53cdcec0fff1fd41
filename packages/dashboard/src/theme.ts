import { createTheme, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core'

const indigo: MantineColorsTuple = [
  '#eef2ff',
  '#e0e7ff',
  '#c7d2fe',
  '#a5b4fc',
  '#818cf8',
  '#6366f1',
  '#4f46e5',
  '#4338ca',
  '#3730a3',
  '#312e81',
]

const gray: MantineColorsTuple = [
  '#fafafa',
  '#f4f4f5',
  '#e9e9ec',
  '#dcdce0',
  '#c5c5cc',
  '#9b9ba5',
  '#6b6b76',
  '#4b4b55',
  '#2f2f37',
  '#18181b',
]

const dark: MantineColorsTuple = [
  '#e4e4e7',
  '#c9c9d0',
  '#a6a6b0',
  '#7d7d89',
  '#45454f',
  '#2e2e36',
  '#202026',
  '#17171b',
  '#111114',
  '#0b0b0d',
]

// From the seventh shade on, dark enough for white text.
const red: MantineColorsTuple = [
  '#fff5f5',
  '#ffe3e3',
  '#ffc9c9',
  '#ffa8a8',
  '#ff8787',
  '#ff6b6b',
  '#d92d20',
  '#c22618',
  '#a8200f',
  '#8f1a0b',
]

const FONTS =
  'ui-sans-serif, -apple-system, BlinkMacSystemFont, "Segoe UI", Inter, Roboto, "Helvetica Neue", Arial, sans-serif'

/** Theme of the dashboard. */
export const theme = createTheme({
  primaryColor: 'indigo',
  primaryShade: { light: 6, dark: 6 },
  colors: { indigo, gray, dark, red },
  defaultRadius: 'md',
  cursorType: 'pointer',
  respectReducedMotion: true,
  fontFamily: FONTS,
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace',
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.125rem' },
  headings: {
    fontWeight: '600',
    sizes: {
      h1: { fontSize: '1.375rem', lineHeight: '1.3' },
      h2: { fontSize: '1.0625rem', lineHeight: '1.35' },
      h3: { fontSize: '0.9375rem', lineHeight: '1.4' },
    },
  },
  components: {
    // Underlined, so that links can be distinguished from text without colours.
    Anchor: { defaultProps: { underline: 'always' } },
    // The placeholder element is not allowed inside a menu (accessibility).
    Menu: { defaultProps: { withInitialFocusPlaceholder: false } },
    Tooltip: { defaultProps: { openDelay: 400, withArrow: true } },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    Modal: {
      defaultProps: { centered: true, closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontWeight: 600, fontSize: '1rem' } },
    },
    Drawer: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: { fontWeight: 600, fontSize: '1rem' } },
    },
    Card: { defaultProps: { withBorder: true } },
    InputWrapper: {
      vars: () => ({
        label: {},
        description: { '--input-description-size': 'var(--mantine-font-size-xs)' },
        error: { '--input-error-size': 'var(--mantine-font-size-xs)' },
      }),
    },
  },
})

// Colours of text on a light background of the same hue, as in alerts and badges.
const TEXT_COLOURS = {
  red: '#a61e1e',
  orange: '#8f3600',
  yellow: '#7a4500',
  green: '#1d6b2b',
  teal: '#06614a',
  blue: '#145591',
}

/** Overrides of colours of Mantine that have too little contrast. */
export const colours: CSSVariablesResolver = ({ colors }) => ({
  variables: {},
  light: {
    '--mantine-color-error': colors.red[9],
    ...Object.fromEntries(
      Object.entries(TEXT_COLOURS).map(([name, colour]) => [`--mantine-color-${name}-light-color`, colour]),
    ),
  },
  dark: { '--mantine-color-error': colors.red[5] },
})
