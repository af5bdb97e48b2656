import { type CSSVariablesResolver, createTheme, DEFAULT_THEME, type MantineColorsTuple, rem } from '@mantine/core'

/** The red of the app; text on shade 7 and shade 7 on white have a contrast of at least 4.5. */
const drama: MantineColorsTuple = [
  '#fff0f3',
  '#ffdde3',
  '#fdb6c3',
  '#fb8ca1',
  '#f96883',
  '#f84f70',
  '#e8365a',
  '#c91f43',
  '#b3183a',
  '#9c0f30'
]

export const theme = createTheme({
  colors: { drama },
  primaryColor: 'drama',
  primaryShade: { light: 7, dark: 7 },
  autoContrast: true,
  defaultRadius: 'md',
  fontFamily:
    'system-ui, -apple-system, "Segoe UI", Roboto, "PingFang SC", "PingFang TC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif',
  headings: { fontWeight: '650', sizes: { h2: { fontSize: rem(24) } } },
  components: {
    // Otherwise a narrow table cuts the text of its badges.
    Badge: { styles: { root: { minWidth: 'max-content' } } },
    // A disabled field shows what only others may change, so it has to be readable.
    Input: { styles: { input: { opacity: 1, '--input-disabled-color': 'var(--mantine-color-dimmed)' } } },
    // What went wrong says so by `color: 'red'`.
    Notification: { defaultProps: { color: 'teal' } },
    // A comma that is dropped would make 15 of 1,5.
    NumberInput: { defaultProps: { allowedDecimalSeparators: [',', '.'] } },
    // Hidden options of each select take 50 to 100 ms of a page's start on a phone.
    Combobox: { defaultProps: { keepMounted: false } }
  },
  cursorType: 'pointer',
  respectReducedMotion: true
})

const lightTextColors = Object.fromEntries(
  [...Object.keys(DEFAULT_THEME.colors), 'drama'].map(name => [
    `--mantine-color-${name}-light-color`,
    `color-mix(in srgb, var(--mantine-color-${name}-9) 65%, black)`
  ])
)

/** Stronger than Mantine's, because its greys and its red have a contrast of 3.3 to 4. */
export const resolveColors: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...lightTextColors,
    '--mantine-color-dimmed': 'var(--mantine-color-gray-7)',
    '--mantine-color-error': 'var(--mantine-color-red-9)',
    '--mantine-color-placeholder': 'var(--mantine-color-gray-6)'
  },
  dark: {
    '--mantine-color-dimmed': 'var(--mantine-color-dark-1)',
    '--mantine-color-error': 'var(--mantine-color-red-4)'
  }
})
