import type { AttributeName } from '../element/attributes.js'

export interface AttributeEntry {
  description: string
  details?: string
  values?: readonly string[]
  fallback?: string
  /** Applies while the app runs; a change of any other attribute restarts the app. */
  isLive?: true
}

export const attributes: Record<AttributeName, AttributeEntry> = {
  lpid: {
    description: 'Campaign id, `[A-Za-z0-9_-]{1,64}`; falls back to `?lpid=` of the page.',
    details: 'Anything else is dropped with a `warning` in `drama-visit`.'
  },
  'api-base': {
    description: 'Origin of the API; falls back to the origin of the script, in a bundle to the page’s own.',
    details:
      'A bundle should set it: without it the app warns once in the console. A path counts from the page’s origin.'
  },
  lang: {
    description: 'Language of the interface.',
    values: ['pt', 'en', 'es', 'zh-Hans', 'zh-Hant'],
    fallback: 'pt',
    isLive: true
  },
  routing: {
    description:
      'Whether the page’s address follows the app: never (`memory`), whole (`history`) or in its fragment (`hash`).',
    details:
      'With `memory` Back still works. With `history` the app owns the page. With `hash` the app uses fragments such as `#/pages/index/my`; fragments without a slash stay the page’s.',
    values: ['memory', 'history', 'hash'],
    fallback: 'memory'
  },
  base: {
    description: 'Path under which history routing works.',
    details: 'Ignored with any other `routing`.',
    fallback: '/'
  },
  start: {
    description: 'Opens on an episode: `drama:<id>,ep:<no>`.',
    details: 'If the address names a page of the app, that page wins.'
  },
  theme: {
    description: 'Colours of everything but the player, which stays dark; `auto` follows the viewer’s system.',
    values: ['dark', 'light', 'auto'],
    fallback: 'dark',
    isLive: true
  },
  brand: {
    description: 'Name shown instead of Drama’s mark on Home, and in the document’s title.',
    isLive: true
  },
  logo: {
    description: 'Address of an image shown instead of the mark on Home, https or of the page’s own origin.',
    details: 'Any other address is ignored. If the image does not load, the name is shown.',
    isLive: true
  },
  consent: {
    description:
      'What the viewer has agreed to, or the page for them if absent; unless granted, nothing is stored in the browser and `drama-ready` is the only event.',
    details: '`required` means: not answered yet. Any other value counts as `required`.',
    values: ['required', 'granted', 'denied'],
    isLive: true
  },
  'max-width': {
    description: 'Largest width of the app in px, such as `600`.',
    details: 'The app is centred in a wider element.',
    fallback: '1440',
    isLive: true
  },
  hotkeys: {
    description: 'With `off` the player ignores the keyboard.',
    details: 'With `on` it listens while the focus is inside the element; `?` lists the keys.',
    values: ['on', 'off'],
    fallback: 'on',
    isLive: true
  },
  'manage-title': {
    description: 'If present, the document’s title follows the app.',
    details:
      'Such as `Drama` or `Descobrir · Drama`. The page’s own title returns when the element or the attribute is removed.',
    isLive: true
  },
  'partner-token': {
    description:
      'Token by which the partner signs in its own viewer for as long as it is present; sent to the API as `XX-Token` with every request.',
    details: 'Printable ASCII. [Partners](../guide/partners.md) explains how to sign it.',
    isLive: true
  },
  'csp-nonce': {
    description: 'Accepted and not used: the app adds no script and no style element to the page.',
    details: 'Dynamic imports need no nonce.'
  },
  test: {
    description: 'If present, the visit counts under `test` in the report, and postbacks of its events have `is_test`.',
    details: 'For pages where you try things out. Orders are tests by their payment provider, not by this attribute.'
  },
  debug: {
    description: 'If present, a panel over the app shows events, settings and problems of the page.',
    details:
      'The panel shows every event with its details, whether its postbacks were delivered, how the app was set up, and what is wrong with the page: unknown attributes, a dropped campaign, what its Content-Security-Policy blocks, too little room, no storage. It is in English, for developers of the page.',
    isLive: true
  }
}
