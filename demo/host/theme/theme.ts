import { buttonColours, contrast } from './colour.js'

/** Colours as `#rrggbb`, the radius in px. An empty value means the app's default. */
export interface Theme {
  accent: string
  surface: string
  raised: string
  text: string
  radius: string
  font: string
}

export type ThemeColour = 'accent' | 'surface' | 'raised' | 'text'

export const emptyTheme: Theme = { accent: '', surface: '', raised: '', text: '', radius: '', font: '' }

export const defaultColours: Record<'dark' | 'light', Record<ThemeColour, string>> = {
  dark: { accent: '#ff3d63', surface: '#0b0b10', raised: '#191922', text: '#ffffff' },
  light: { accent: '#c9143b', surface: '#f5f5f8', raised: '#ffffff', text: '#15151c' }
}
export const DEFAULT_CORNER_RADIUS_PX = 16

export interface Preset {
  name: string
  mode: 'dark' | 'light'
  theme: Theme
}

const dark = (name: string, theme: Partial<Theme>): Preset => ({
  name,
  mode: 'dark',
  theme: { ...emptyTheme, ...theme }
})
const light = (name: string, theme: Partial<Theme>): Preset => ({ ...dark(name, theme), mode: 'light' })

const SERIF = 'Georgia, "Noto Serif", serif'
const ROUND = 'ui-rounded, "SF Pro Rounded", Nunito, sans-serif'

export const presets: readonly Preset[] = [
  dark('Premiere', {}),
  dark('Midnight', { accent: '#7c9cff', surface: '#090d18', raised: '#151c30', radius: '14' }),
  dark('Velvet', { accent: '#c77dff', surface: '#110a18', raised: '#211530', radius: '22', font: ROUND }),
  dark('Ember', { accent: '#ff8a3d', surface: '#100c09', raised: '#211812', radius: '8' }),
  dark('Jade', { accent: '#2cc295', surface: '#07100d', raised: '#12211b', radius: '18' }),
  light('Daylight', {}),
  light('Paper', {
    accent: '#9b2c3b',
    surface: '#f7f1e6',
    raised: '#fffdf8',
    text: '#241c12',
    radius: '6',
    font: SERIF
  })
]

export const fonts = [
  { name: 'The app’s own', value: '' },
  { name: 'Serif', value: SERIF },
  { name: 'Rounded', value: ROUND },
  { name: 'Narrow', value: '"Avenir Next Condensed", "Roboto Condensed", "Arial Narrow", sans-serif' },
  { name: 'Typewriter', value: 'ui-monospace, Menlo, Consolas, monospace' }
] as const

export const isColour = (value: string) => /^#[0-9a-f]{6}$/i.test(value)

export function shownColours(theme: Theme, isLight: boolean): Record<ThemeColour, string> {
  const defaults = defaultColours[isLight ? 'light' : 'dark']
  const pick = (name: ThemeColour) => (isColour(theme[name]) ? theme[name].toLowerCase() : defaults[name])
  return { accent: pick('accent'), surface: pick('surface'), raised: pick('raised'), text: pick('text') }
}

export function variablesOf(theme: Theme, isLight: boolean): Record<string, string> {
  const defaults = defaultColours[isLight ? 'light' : 'dark']
  const colours = shownColours(theme, isLight)
  const variables: Record<string, string> = {}
  if (colours.accent !== defaults.accent) {
    const [strong, end] = buttonColours(colours.accent)
    variables['--drama-accent'] = colours.accent
    variables['--drama-accent-strong'] = strong
    variables['--drama-accent-end'] = end
  }
  for (const name of ['surface', 'raised', 'text'] as const)
    if (colours[name] !== defaults[name]) variables[`--drama-${name}`] = colours[name]
  if (theme.radius !== '' && Number(theme.radius) !== DEFAULT_CORNER_RADIUS_PX)
    variables['--drama-radius'] = `${theme.radius}px`
  if (theme.font !== '') variables['--drama-font'] = theme.font
  return variables
}

export interface ContrastFinding {
  isGood: boolean
  text: string
}

export function checkContrast(theme: Theme, isLight: boolean): ContrastFinding[] {
  const { accent, surface, raised, text } = shownColours(theme, isLight)
  const [button] = buttonColours(accent)
  const ratio = (one: string, other: string) => Math.floor(contrast(one, other) * 10) / 10
  const white = ratio(accent, '#ffffff')
  const body = Math.min(ratio(text, surface), ratio(text, raised))
  const mark = ratio(accent, surface)
  return [
    white >= 4.5
      ? { isGood: true, text: `White on the accent: ${white}:1. Any text can be read (AA).` }
      : {
          isGood: white >= 3,
          text: `White on the accent: ${white}:1, ${white >= 3 ? 'large text only' : 'too little for text'}. Buttons therefore get ${button}, which reaches AA.`
        },
    {
      isGood: body >= 4.5,
      text: `Text on its grounds: ${body}:1. ${body >= 4.5 ? 'Any text can be read (AA).' : 'AA asks for 4.5: take a lighter or darker ground.'}`
    },
    {
      isGood: mark >= 3,
      text: `Accent on the surface: ${mark}:1. ${mark >= 4.5 ? 'Good for marks and small words (AA).' : mark >= 3 ? 'Good for marks and icons (AA), not for small words.' : 'AA asks for 3: marks are hard to see.'}`
    }
  ]
}
