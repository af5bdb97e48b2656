export interface VariableEntry {
  description: string
  syntax: '<color>' | '<length>' | '<font-family>'
  /** In the dark theme, in the light one where that is another. */
  fallback?: string
  light?: string
  /** Written by the app, for the page's CSS to read. */
  isReadOnly?: true
}

/** CSS variables of the element. */
export const variables: Record<`--drama-${string}`, VariableEntry> = {
  '--drama-accent': {
    description: 'Colour of what is chosen, liked or under way.',
    syntax: '<color>',
    fallback: '#ff3d63',
    light: '#c9143b'
  },
  '--drama-accent-strong': {
    description: 'Where the gradient of buttons begins; dark enough for their text.',
    syntax: '<color>',
    fallback: '#e11d48'
  },
  '--drama-accent-end': {
    description: 'Where the gradient of buttons ends; dark enough for their text.',
    syntax: '<color>',
    fallback: '#c2410c'
  },
  '--drama-on-accent': {
    description: 'Text on the gradient of buttons.',
    syntax: '<color>',
    fallback: '#ffffff'
  },
  '--drama-surface': {
    description: 'Ground of pages.',
    syntax: '<color>',
    fallback: '#0b0b10',
    light: '#f5f5f8'
  },
  '--drama-raised': {
    description: 'Ground of sheets, cards and fields.',
    syntax: '<color>',
    fallback: '#191922',
    light: '#ffffff'
  },
  '--drama-line': {
    description: 'Lines between and around things.',
    syntax: '<color>',
    fallback: '#2b2b37',
    light: '#dcdce4'
  },
  '--drama-text': { description: 'Text.', syntax: '<color>', fallback: '#ffffff', light: '#15151c' },
  '--drama-muted': {
    description: 'Text that stands back.',
    syntax: '<color>',
    fallback: '#b4b4c2',
    light: '#5a5a68'
  },
  '--drama-radius': { description: 'Radius of large corners.', syntax: '<length>', fallback: '16px' },
  '--drama-font': { description: 'Font of the interface.', syntax: '<font-family>' },
  '--drama-title-font': { description: 'Font of dramas’ titles.', syntax: '<font-family>' },
  '--drama-max-width': {
    description: 'Widest the app gets; goes before the attribute.',
    syntax: '<length>',
    fallback: '960px'
  },
  '--drama-viewport-height': {
    description: 'The window’s height, which the element’s own comes from until the page gives it another.',
    syntax: '<length>',
    isReadOnly: true
  },
  '--drama-rpx': {
    description: 'One responsive unit: 1/750 of the window’s width, of 375 px in windows wider than 960.',
    syntax: '<length>',
    isReadOnly: true
  }
}

/** Parts that a page may style with `drama-app::part(…)`. */
export const parts: Record<string, string> = {
  app: 'Everything the app draws.',
  header: 'The bar at the top of a page.',
  tabbar: 'The bar of tabs at the bottom.',
  feed: 'The feed of Discover.',
  card: 'A drama in a row or grid.',
  player: 'The player.',
  controls: 'What stands over the foot of the player’s picture.',
  sheet: 'A sheet that rises over a page.',
  dialog: 'A question over everything.',
  toast: 'A short message.',
  badge: 'A short text on a card’s cover.',
  button: 'A button that offers a deed.',
  input: 'A field for text, with its clear button.',
  skeleton: 'What stands in for content that is on its way.',
  error: 'A page that could not be had; a tap tries again.'
}

/** Where children of the element are shown; an empty name is the default slot. */
export const slots: Record<string, string> = {
  '': 'Shown until the app is drawn, such as a link for those without scripts.',
  loading: 'Shown until the app is drawn, in place of the default slot.',
  error: 'Shown when the app cannot start; a tap on it tries again.'
}
