// Separate from i18n.ts, because the loader requests the first texts before the app code.
import type { Lang } from '../../../contract/protocol/language.js'
import type { Messages } from '../../../locales/app/en.js'

export const LANGUAGE_KEY = 'drama_lang'
/** Value: `<lpid> <wire code>`. */
export const CAMPAIGN_LANGUAGE_KEY = 'drama_campaign_lang'

export interface Language {
  tag: string
  regionTag?: string
  apiCode: Lang
  load(): Promise<Messages>
}

export const languages: readonly [Language, ...Language[]] = [
  { tag: 'pt', apiCode: 'pt', load: async () => (await import('../../../locales/app/pt.js')).pt },
  { tag: 'en', apiCode: 'en', load: async () => (await import('../../../locales/app/en.js')).en },
  {
    tag: 'es',
    // Latin America, because plain `es` is Spain.
    regionTag: 'es-419',
    apiCode: 'es',
    load: async () => (await import('../../../locales/app/es.js')).es
  },
  {
    tag: 'zh-Hans',
    apiCode: 'zh-cn',
    load: async () => (await import('../../../locales/app/zh-hans.js')).zhHans
  },
  {
    tag: 'zh-Hant',
    apiCode: 'zh-tw',
    load: async () => (await import('../../../locales/app/zh-hant.js')).zhHant
  }
]

export function findLanguage(code: string | undefined): Language | undefined {
  const wantedCode = code?.toLowerCase()
  return languages.find(({ tag, apiCode }) => tag.toLowerCase() === wantedCode || apiCode === wantedCode)
}

export const languageOrDefault = (code: string | undefined): Language => findLanguage(code) ?? languages[0]
