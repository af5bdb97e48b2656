export interface MethodEntry {
  description: string
  details?: string
  parameters: readonly { name: string; type: string; isOptional?: boolean }[]
  result: string
}

export interface PropertyEntry {
  description: string
  type: string
}

export const properties: Record<string, PropertyEntry> = {
  version: { description: 'Version of the script that defined the element.', type: 'string' },
  ready: { description: 'Resolves when the app is rendered.', type: 'Promise<void>' }
}

const target = [{ name: 'target', type: '{ url: string }' }]
const navigated = 'Promise<{ errMsg: string }>'

export const methods: Record<string, MethodEntry> = {
  navigateTo: {
    description: 'Opens a page, not a tab, over the current one.',
    parameters: target,
    result: navigated
  },
  redirectTo: {
    description: 'Opens a page, not a tab, in place of the current one.',
    parameters: target,
    result: navigated
  },
  switchTab: { description: 'Shows a tab and closes all other pages.', parameters: target, result: navigated },
  reLaunch: { description: 'Closes all pages and opens one.', parameters: target, result: navigated },
  navigateBack: {
    description: 'Goes back by one page, or by `delta`.',
    parameters: [{ name: 'options', type: '{ delta?: number }', isOptional: true }],
    result: navigated
  },
  openStore: {
    description: 'Opens the store on its coins, or on its passes (`pass`).',
    parameters: [{ name: 'options', type: "{ tab?: 'coins' | 'pass' }", isOptional: true }],
    result: 'Promise<void>'
  },
  play: {
    description: 'Plays the episode on screen and resolves with whether it plays; rejects if no player is on screen.',
    details: 'False if the episode is locked, refused by the browser, broken or out of sight.',
    parameters: [],
    result: 'Promise<boolean>'
  },
  pause: {
    description: 'Pauses the episode on screen; rejects if no player is on screen.',
    parameters: [],
    result: 'Promise<void>'
  },
  setLang: {
    description: 'Changes the language and resolves when it is shown.',
    parameters: [{ name: 'lang', type: 'string' }],
    result: 'Promise<void>'
  },
  setConsent: {
    description: 'Sets the viewer’s answer; resolves when the storage follows it, rejects for any other value.',
    details: 'The answer applies at once, for the visitor who is watching.',
    parameters: [{ name: 'answer', type: "'granted' | 'denied'" }],
    result: 'Promise<void>'
  },
  getState: {
    description: 'Returns the page on screen, language, campaign, and whether there is a session.',
    parameters: [],
    result: '{ route: string; lang: string; lpid: string | null; isLogin: boolean }'
  },
  destroy: {
    description: 'Ends playback, requests and listeners; adding the element to a page starts it again.',
    parameters: [],
    result: 'void'
  }
}
