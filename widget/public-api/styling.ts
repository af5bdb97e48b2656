export interface VariableEntry {
  description: string
  syntax: '<color>' | '<length>' | '<font-family>'
  fallback?: string
  light?: string
  isReadOnly?: true
}

export const variables: Record<`--drama-${string}`, VariableEntry> = {
  '--drama-accent': {
    description: 'Colour of selected, liked and active things.',
    syntax: '<color>',
    fallback: '#ff3d63',
    light: '#c9143b'
  },
  '--drama-accent-strong': {
    description: 'Start of the gradient of buttons; must be dark enough for their text.',
    syntax: '<color>',
    fallback: '#e11d48'
  },
  '--drama-accent-end': {
    description: 'End of the gradient of buttons; must be dark enough for their text.',
    syntax: '<color>',
    fallback: '#c2410c'
  },
  '--drama-on-accent': {
    description: 'Text on the gradient of buttons.',
    syntax: '<color>',
    fallback: '#ffffff'
  },
  '--drama-surface': {
    description: 'Background of pages.',
    syntax: '<color>',
    fallback: '#0b0b10',
    light: '#f5f5f8'
  },
  '--drama-raised': {
    description: 'Background of sheets, cards and fields.',
    syntax: '<color>',
    fallback: '#191922',
    light: '#ffffff'
  },
  '--drama-line': {
    description: 'Borders and separators.',
    syntax: '<color>',
    fallback: '#2b2b37',
    light: '#dcdce4'
  },
  '--drama-text': { description: 'Text.', syntax: '<color>', fallback: '#ffffff', light: '#15151c' },
  '--drama-muted': {
    description: 'Secondary text.',
    syntax: '<color>',
    fallback: '#b4b4c2',
    light: '#5a5a68'
  },
  '--drama-radius': { description: 'Radius of large corners.', syntax: '<length>', fallback: '16px' },
  '--drama-font': { description: 'Font of the interface.', syntax: '<font-family>' },
  '--drama-title-font': { description: 'Font of drama titles.', syntax: '<font-family>' },
  '--drama-max-width': {
    description: 'Largest width of the app; overrides the attribute.',
    syntax: '<length>',
    fallback: '1440px'
  },
  '--drama-viewport-height': {
    description: 'The window’s height in px, which the element has until your CSS sets another.',
    syntax: '<length>',
    isReadOnly: true
  },
  '--drama-rpx': {
    description: 'One responsive unit in px: 1/750 of the window’s width, of 375 px in windows wider than 960.',
    syntax: '<length>',
    isReadOnly: true
  }
}

export const parts: Record<string, string> = {
  app: 'The whole app.',
  header: 'The bar at the top of a page.',
  tabbar: 'The bar of tabs: at the bottom, or at the side from 1000 px.',
  feed: 'The feed of Discover.',
  card: 'A drama in a row or grid.',
  player: 'The player.',
  controls: 'The controls at the bottom of the player.',
  sheet: 'A sheet over a page.',
  dialog: 'A modal dialog.',
  toast: 'A short message.',
  badge: 'A short text on a cover.',
  button: 'An action button.',
  input: 'A text field with its clear button.',
  skeleton: 'A placeholder while content loads.',
  error: 'The error of a page that did not load; a tap retries.'
}

export const slots: Record<string, string> = {
  '': 'Shown until the app is rendered, such as a link for visitors without scripts.',
  loading: 'Shown until the app is rendered, in place of the default slot.',
  error:
    'Shown when the app cannot start because its code or texts do not load; a tap on it retries, and so does a restored connection.'
}
