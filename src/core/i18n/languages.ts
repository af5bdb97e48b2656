// Separate from i18n.ts, because the loader requests the first texts before the app code.
import type { Lang } from '../../../contract/protocol/language.js'
import type { Messages, PageMessages } from '../../../locales/app/en.js'

export const LANGUAGE_KEY = 'drama_lang'
/** Value: `<lpid> <wire code>`. */
export const CAMPAIGN_LANGUAGE_KEY = 'drama_campaign_lang'

export interface Language {
  tag: string
  regionTag?: string
  apiCode: Lang
  load(): Promise<LanguageMessages>
}

/** The exports of a file in `locales/app`. */
export interface LanguageMessages {
  messages: Messages
  loadPageMessages(): Promise<PageMessages>
}

export const languages: readonly [Language, ...Language[]] = [
  { tag: 'pt', apiCode: 'pt', load: () => import('../../../locales/app/pt.js') },
  { tag: 'en', apiCode: 'en', load: () => import('../../../locales/app/en.js') },
  {
    tag: 'es',
    // Latin America, because plain `es` is Spain.
    regionTag: 'es-419',
    apiCode: 'es',
    load: () => import('../../../locales/app/es.js')
  },
  {
    tag: 'zh-Hans',
    apiCode: 'zh-cn',
    load: () => import('../../../locales/app/zh-hans.js')
  },
  {
    tag: 'zh-Hant',
    apiCode: 'zh-tw',
    load: () => import('../../../locales/app/zh-hant.js')
  }
]

export function findLanguage(code: string | undefined): Language | undefined {
  const wantedCode = code?.toLowerCase()
  return languages.find(({ tag, apiCode }) => tag.toLowerCase() === wantedCode || apiCode === wantedCode)
}

export const languageOrDefault = (code: string | undefined): Language => findLanguage(code) ?? languages[0]
