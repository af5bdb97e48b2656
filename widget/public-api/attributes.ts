import type { AttributeName } from '../element/attributes.js'

export interface AttributeEntry {
  description: string
  /** The only values there are; any text where absent. */
  values?: readonly string[]
  /** What counts where the attribute is absent. */
  fallback?: string
}

/** What a page may write on the element. A name that the element does not observe, and one that is missing, do not compile. */
export const attributes: Record<AttributeName, AttributeEntry> = {
  lpid: { description: 'Campaign id, `[A-Za-z0-9_-]{1,64}`; falls back to `?lpid=` of the page.' },
  'api-base': {
    description: 'Origin of the API; falls back to where the script came from, in a bundle to the page’s own.'
  },
  lang: {
    description: 'Language of the interface; may change while the app runs.',
    values: ['pt', 'en', 'es', 'zh-Hans', 'zh-Hant'],
    fallback: 'pt'
  },
  routing: {
    description:
      'Whether the page’s address follows the app: never (`memory`), whole (`history`) or in its fragment (`hash`).',
    values: ['memory', 'history', 'hash'],
    fallback: 'memory'
  },
  base: { description: 'Path under which history routing lives.', fallback: '/' },
  start: { description: 'Opens on an episode: `drama:<id>,ep:<no>`.' },
  theme: {
    description:
      'Colours of everything but the player, which stays dark; `auto` follows the system, and all may change while the app runs.',
    values: ['dark', 'light', 'auto'],
    fallback: 'dark'
  },
  brand: {
    description:
      'Name shown instead of Drama’s mark on Home, and in the document’s title; may change while the app runs.'
  },
  logo: {
    description:
      'Address of a picture shown instead of the mark on Home, https or of the page’s own origin; may change while the app runs.'
  },
  consent: {
    description:
      'What the viewer has agreed to, or the page for them where absent; unless granted nothing is kept in the browser and `drama-ready` is the only event; may change while the app runs.',
    values: ['required', 'granted', 'denied']
  },
  'max-width': {
    description: 'Widest the app gets, in px; may change while the app runs.',
    fallback: '960'
  },
  hotkeys: { description: '`off`: the player hears no keys.', values: ['on', 'off'], fallback: 'on' },
  'manage-title': { description: 'Present: the document’s title follows the app.' },
  'partner-token': {
    description:
      'Token by which the partner vouches for its own viewer: they are signed in as long as it is there; sent to the API as `XX-Token` with every request, read for each.'
  },
  'csp-nonce': { description: 'Accepted and not used: the app adds no script and no style element to the page.' },
  debug: {
    description:
      'Present: a panel over the app shows what the page is told, how the app is set up and what is wrong with the page; may change while the app runs.'
  }
}
