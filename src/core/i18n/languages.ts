// The languages of the interface. They stand apart from what shows them: the first one's texts are asked for before that.
import type { Lang } from '../../../contract/protocol/language.js'
import type { Messages } from '../../../locales/app/en.js'

/** Where the viewer's own choice is kept, as a tag. */
export const LANGUAGE_KEY = 'drama_lang'
/** Where a campaign's is, as `<lpid> <wire code>`. */
export const CAMPAIGN_LANGUAGE_KEY = 'drama_campaign_lang'

/** A language of the interface: the tag for `lang=` and the code on the wire. */
export interface Language {
  tag: string
  /** Tag for Intl where the plain one means another country's numbers and dates. */
  regionTag?: string
  apiCode: Lang
  load(): Promise<Messages>
}

export const languages: readonly [Language, ...Language[]] = [
  { tag: 'pt', apiCode: 'pt', load: async () => (await import('../../../locales/app/pt.js')).pt },
  { tag: 'en', apiCode: 'en', load: async () => (await import('../../../locales/app/en.js')).en },
  {
    tag: 'es',
    // Latin America; plain `es` is Spain.
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

/** Takes tags and wire codes. */
export function findLanguage(code: string | undefined): Language | undefined {
  const wanted = code?.toLowerCase()
  return languages.find(({ tag, apiCode }) => tag.toLowerCase() === wanted || apiCode === wanted)
}

/** The one to show, whatever was asked for. */
export const languageOrDefault = (code: string | undefined): Language => findLanguage(code) ?? languages[0]
