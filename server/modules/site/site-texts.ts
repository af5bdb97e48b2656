import { type Lang, langs } from '../../../contract/protocol/language.js'

export const SITE_NAME = 'Drama'

/** Where the page is shown, and in which language. */
export interface HeadContext {
  origin: string
  lang: Lang
}

/** As the attribute `lang` of the element and search engines name them. */
export const languageTags: Record<Lang, string> = {
  pt: 'pt',
  en: 'en',
  es: 'es',
  'zh-cn': 'zh-Hans',
  'zh-tw': 'zh-Hant'
}

/** https://developers.facebook.com/docs/internationalization */
export const openGraphLocales: Record<Lang, string> = {
  pt: 'pt_BR',
  en: 'en_US',
  es: 'es_LA',
  'zh-cn': 'zh_CN',
  'zh-tw': 'zh_TW'
}

export interface SiteTexts {
  description: string
  slow: string
  noScript: string
}

/** The page of `demo/site` has the Portuguese ones. */
export const siteTexts: Record<Lang, SiteTexts> = {
  pt: {
    description: 'Séries curtas em episódios de um minuto, para assistir na vertical.',
    slow: 'Está demorando. Recarregue a página para tentar de novo.',
    noScript: 'Para assistir às séries, ative o JavaScript do navegador e recarregue a página.'
  },
  en: {
    description: 'Short dramas in one-minute episodes, made for watching vertically.',
    slow: 'This is taking a while. Reload the page to try again.',
    noScript: 'To watch the dramas, turn on JavaScript in your browser and reload the page.'
  },
  es: {
    description: 'Series cortas en episodios de un minuto, para ver en vertical.',
    slow: 'Está tardando. Recarga la página para intentarlo de nuevo.',
    noScript: 'Para ver las series, activa JavaScript en el navegador y recarga la página.'
  },
  'zh-cn': {
    description: '一分钟一集的竖屏短剧。',
    slow: '加载时间较长，请刷新页面重试。',
    noScript: '请启用浏览器的 JavaScript 并刷新页面，即可观看短剧。'
  },
  'zh-tw': {
    description: '一分鐘一集的直式短劇。',
    slow: '載入時間較長，請重新整理頁面再試一次。',
    noScript: '請啟用瀏覽器的 JavaScript 並重新整理頁面，即可觀看短劇。'
  }
}

/** The languages with their addresses, as search engines expect them; `x-default` is the address without a language. */
export const listAlternates = (formatAddress: (lang: Lang) => string): { hreflang: string; href: string }[] => [
  ...langs.map(lang => ({ hreflang: languageTags[lang], href: formatAddress(lang) })),
  { hreflang: 'x-default', href: formatAddress('pt') }
]
