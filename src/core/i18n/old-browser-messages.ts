import { type OldBrowserMessages, oldBrowserEn } from '../../../locales/old-browser/en.js'
import { oldBrowserEs } from '../../../locales/old-browser/es.js'
import { oldBrowserPt } from '../../../locales/old-browser/pt.js'
import { oldBrowserZhHans } from '../../../locales/old-browser/zh-hans.js'
import { oldBrowserZhHant } from '../../../locales/old-browser/zh-hant.js'

/** The first of `codes` that is one of the app's languages decides: `zh-TW` is traditional Chinese. */
export function findOldBrowserMessages(codes: readonly string[]): { tag: string; messages: OldBrowserMessages } {
  for (const code of codes) {
    const [language] = code.toLowerCase().split(/[-_]/)
    if (language === 'zh') {
      return /hant|tw|hk|mo/i.test(code)
        ? { tag: 'zh-Hant', messages: oldBrowserZhHant }
        : { tag: 'zh-Hans', messages: oldBrowserZhHans }
    }
    if (language === 'pt') break
    if (language === 'es') return { tag: 'es', messages: oldBrowserEs }
    if (language === 'en') return { tag: 'en', messages: oldBrowserEn }
  }
  return { tag: 'pt', messages: oldBrowserPt }
}
