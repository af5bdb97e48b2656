import type { Lang } from '../../../contract/protocol/language.js'
import type { LibraryMessageKey, LibraryMessages } from '../../../locales/library/en.js'
import type { PartMessages } from '../i18n/part-messages.js'

export const libraryMessageLoaders: Record<Lang, () => Promise<LibraryMessages>> = {
  pt: async () => (await import('../../../locales/library/pt.js')).libraryPt,
  en: async () => (await import('../../../locales/library/en.js')).libraryEn,
  es: async () => (await import('../../../locales/library/es.js')).libraryEs,
  'zh-cn': async () => (await import('../../../locales/library/zh-hans.js')).libraryZhHans,
  'zh-tw': async () => (await import('../../../locales/library/zh-hant.js')).libraryZhHant
}

export type LibraryTexts = PartMessages<LibraryMessageKey>
