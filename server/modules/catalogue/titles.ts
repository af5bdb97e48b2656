import type { Lang } from '../../../contract/protocol/language.js'
import type { Localized } from './package/package-schema.js'

export const hotTitle: Localized = { pt: 'Em alta', en: 'Trending', es: 'Tendencias', 'zh-cn': '热门', 'zh-tw': '熱門' }
export const topTitle: Localized = {
  pt: 'Top 10 do momento',
  en: 'Top 10 right now',
  es: 'Top 10 del momento',
  'zh-cn': '热播榜 Top 10',
  'zh-tw': '熱播榜 Top 10'
}
export const newTitle: Localized = { pt: 'Novidades', en: 'New', es: 'Novedades', 'zh-cn': '最新', 'zh-tw': '最新' }
export const moreTitle: Localized = {
  pt: 'Mais para você',
  en: 'More for you',
  es: 'Más para ti',
  'zh-cn': '更多好剧',
  'zh-tw': '更多好劇'
}

export const languageNames: Localized = {
  pt: 'Português',
  en: 'English',
  es: 'Español',
  'zh-cn': '简体中文',
  'zh-tw': '繁體中文'
}

const numberedTitles: Record<Lang, (no: number) => string> = {
  pt: no => `Episódio ${no}`,
  en: no => `Episode ${no}`,
  es: no => `Episodio ${no}`,
  'zh-cn': no => `第${no}集`,
  'zh-tw': no => `第${no}集`
}

export const formatEpisodeTitle = (title: Localized | null, no: number, lang: Lang) =>
  title?.[lang] ?? numberedTitles[lang](no)
