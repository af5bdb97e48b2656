import type { Lang } from '../../../contract/protocol/language.js'

/** Each language in its own words. */
export const languageNames: Record<Lang, string> = {
  pt: 'Português',
  en: 'English',
  es: 'Español',
  'zh-cn': '简体中文',
  'zh-tw': '繁體中文'
}
