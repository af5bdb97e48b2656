import { isWebAddress } from '../lib/web-address.js'

interface Row {
  name: string
  label: string
  group: Group
  hint?: string
  /** The element applies a change while it runs; a change of any other attribute restarts it. */
  isLive?: true
  onlyWith?: { name: string; value: string }
}

export interface TextRow extends Row {
  kind: 'text'
  placeholder?: string
  inputMode?: 'url' | 'numeric'
  rule: { isValid(value: string): boolean; problem: string }
}

export interface ChoiceRow extends Row {
  kind: 'choice'
  /** The first option is what the element does without the attribute. */
  options: readonly { value: string; name: string }[]
}

export interface SwitchRow extends Row {
  kind: 'switch'
}

export type AttributeRow = TextRow | ChoiceRow | SwitchRow

export const groups = ['Campaign', 'Look', 'Page', 'Development'] as const
type Group = (typeof groups)[number]

export const attributeTable: readonly AttributeRow[] = [
  {
    name: 'lpid',
    label: 'Campaign id',
    group: 'Campaign',
    kind: 'text',
    placeholder: 'winter-launch',
    hint: 'Credits every view to your campaign. Empty: taken from ?lpid= of the page.',
    rule: {
      isValid: value => /^[A-Za-z0-9_-]{1,64}$/.test(value),
      problem: 'A campaign id must match [A-Za-z0-9_-]{1,64}. The element drops this one and plays on.'
    }
  },
  {
    name: 'start',
    label: 'Start on an episode',
    group: 'Campaign',
    kind: 'text',
    placeholder: 'drama:d_winter-bride,ep:1',
    hint: 'As drama:<id>,ep:<no>; the Link tab picks one. Empty: the viewer lands on Home.',
    rule: {
      isValid: value => /^drama:d_[A-Za-z0-9_-]{1,64}(,ep:[1-9]\d{0,4})?$/.test(value),
      problem: 'Write drama:<id>,ep:<no>, such as drama:d_winter-bride,ep:3. The element opens on Home instead.'
    }
  },
  {
    name: 'lang',
    label: 'Language',
    group: 'Look',
    kind: 'choice',
    isLive: true,
    options: [
      { value: 'pt', name: 'Português' },
      { value: 'en', name: 'English' },
      { value: 'es', name: 'Español' },
      { value: 'zh-Hans', name: '简体中文' },
      { value: 'zh-Hant', name: '繁體中文' }
    ]
  },
  {
    name: 'theme',
    label: 'Theme',
    group: 'Look',
    kind: 'choice',
    isLive: true,
    options: [
      { value: 'dark', name: 'Dark' },
      { value: 'light', name: 'Light' },
      { value: 'auto', name: 'As the viewer’s device' }
    ],
    hint: 'The player stays dark in all of them.'
  },
  {
    name: 'brand',
    label: 'Name in place of Drama’s',
    group: 'Look',
    kind: 'text',
    isLive: true,
    placeholder: 'Your name',
    rule: { isValid: value => value.trim() !== '', problem: 'A name has letters. The element keeps Drama’s mark.' }
  },
  {
    name: 'logo',
    label: 'Picture in that place',
    group: 'Look',
    kind: 'text',
    isLive: true,
    placeholder: 'https://…',
    inputMode: 'url',
    rule: {
      isValid: value => value.startsWith('https:') && isWebAddress(value),
      problem: 'A full https address of a picture. The element shows the name instead.'
    }
  },
  {
    name: 'max-width',
    label: 'Widest the app gets',
    group: 'Look',
    kind: 'text',
    isLive: true,
    placeholder: '1440',
    inputMode: 'numeric',
    hint: 'In px. The app stands in the middle of a wider place.',
    rule: {
      isValid: value => /^\s*\d{1,5}(\.\d+)?(px)?\s*$/i.test(value) && Number.parseFloat(value) > 0,
      problem: 'A width in px, such as 600. The element takes 960 instead.'
    }
  },
  {
    name: 'routing',
    label: 'Address',
    group: 'Page',
    kind: 'choice',
    options: [
      { value: 'memory', name: 'memory: the address stays as it is' },
      { value: 'hash', name: 'hash: the page shown stands after #/' },
      { value: 'history', name: 'history: the app owns the address' }
    ],
    hint: 'history is for a page of the app’s own. The preview stays with memory then: this page keeps its address.'
  },
  {
    name: 'base',
    label: 'Path of the app',
    group: 'Page',
    kind: 'text',
    placeholder: '/',
    onlyWith: { name: 'routing', value: 'history' },
    hint: 'Where the app’s own paths begin.',
    rule: {
      isValid: value => /^\/[\w./~-]*$/.test(value) && !value.includes('//'),
      problem: 'A path of your page that begins with a slash, such as /series/.'
    }
  },
  {
    name: 'consent',
    label: 'Consent',
    group: 'Page',
    kind: 'choice',
    isLive: true,
    options: [
      { value: '', name: 'Left out: your page answers for it' },
      { value: 'required', name: 'required: nothing is stored or sent yet' },
      { value: 'granted', name: 'granted' },
      { value: 'denied', name: 'denied' }
    ],
    hint: 'Until it is granted drama-ready is the only event, and nothing is kept in the browser.'
  },
  {
    name: 'hotkeys',
    label: 'Keys of the player',
    group: 'Page',
    kind: 'choice',
    isLive: true,
    options: [
      { value: '', name: 'On, while the focus is in the app' },
      { value: 'off', name: 'off: your page has all keys' }
    ]
  },
  {
    name: 'manage-title',
    label: 'Page title follows the app',
    group: 'Page',
    kind: 'switch',
    isLive: true
  },
  {
    name: 'api-base',
    label: 'API base',
    group: 'Development',
    kind: 'text',
    inputMode: 'url',
    hint: 'Empty: the origin that the script came from.',
    rule: {
      isValid: isWebAddress,
      problem: 'Needs a full http(s) address. The element asks the origin of its script instead.'
    }
  },
  {
    name: 'test',
    label: 'Count visits as tests',
    group: 'Development',
    kind: 'switch',
    hint: 'The report has them under test, and postbacks say is_test. The preview here always counts so.'
  },
  {
    name: 'debug',
    label: 'Panel that shows events and what is in the way',
    group: 'Development',
    kind: 'switch',
    isLive: true,
    hint: 'For who builds the page. Leave it out where viewers are.'
  }
]

export const attributeRow = (name: string) => attributeTable.find(row => row.name === name)

export const sampleCampaigns = [
  'noiva-outono',
  'revista-fim-de-semana',
  'radio-litoral',
  'nube-linea',
  'shurfa-thaqafa'
] as const

export function knownAttributes(): readonly AttributeRow[] {
  const element: unknown = customElements.get('drama-app')
  const names = Reflect.get(Object(element), 'observedAttributes')
  return Array.isArray(names) ? attributeTable.filter(row => names.includes(row.name)) : attributeTable
}
