export interface MethodEntry {
  description: string
  /** As TypeScript, without the names of types that are not told here. */
  parameters: readonly { name: string; type: string; isOptional?: boolean }[]
  result: string
}

export interface PropertyEntry {
  description: string
  type: string
}

/** Properties that are no attributes; nobody can set them. */
export const properties: Record<string, PropertyEntry> = {
  version: { description: 'Version of the script that has defined the element.', type: 'string' },
  ready: { description: 'Resolves when the app is drawn.', type: 'Promise<void>' }
}

const target = [{ name: 'target', type: '{ url: string }' }]
const navigated = 'Promise<{ errMsg: string }>'

/** Those that wait for the app's code keep what they are told until it is there; a refusal rejects with its reason. */
export const methods: Record<string, MethodEntry> = {
  navigateTo: {
    description: 'Opens a page that is no tab over the current one.',
    parameters: target,
    result: navigated
  },
  redirectTo: {
    description: 'Opens a page that is no tab in place of the current one.',
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
    description: 'Opens the store, on its coins or on its passes.',
    parameters: [{ name: 'options', type: "{ tab?: 'coins' | 'pass' }", isOptional: true }],
    result: 'Promise<void>'
  },
  play: {
    description:
      'Lets the episode on screen go on, and resolves with whether it plays; rejects where there is no player.',
    parameters: [],
    result: 'Promise<boolean>'
  },
  pause: {
    description: 'Holds the episode on screen; rejects where there is no player.',
    parameters: [],
    result: 'Promise<void>'
  },
  setLang: {
    description: 'Shows another language, and resolves when it is shown.',
    parameters: [{ name: 'lang', type: 'string' }],
    result: 'Promise<void>'
  },
  setConsent: {
    description: 'What the viewer has answered; resolves when storage is as they said, rejects for what is no answer.',
    parameters: [{ name: 'answer', type: "'granted' | 'denied'" }],
    result: 'Promise<void>'
  },
  getState: {
    description: 'Where the app is: its page, language and campaign, and whether there is a session.',
    parameters: [],
    result: '{ route: string; lang: string; lpid: string | null; isLogin: boolean }'
  },
  destroy: {
    description: 'Ends playback, requests and listeners; adding the element to a page starts it anew.',
    parameters: [],
    result: 'void'
  }
}
