import type { Lang } from '../../../contract/protocol/language.js'
import type { StoreMessageKey, StoreMessages } from '../../../locales/store/en.js'
import type { PartMessages, PartTranslate } from '../i18n/part-messages.js'

export const storeMessageLoaders: Record<Lang, () => Promise<StoreMessages>> = {
  pt: async () => (await import('../../../locales/store/pt.js')).storePt,
  en: async () => (await import('../../../locales/store/en.js')).storeEn,
  es: async () => (await import('../../../locales/store/es.js')).storeEs,
  'zh-cn': async () => (await import('../../../locales/store/zh-hans.js')).storeZhHans,
  'zh-tw': async () => (await import('../../../locales/store/zh-hant.js')).storeZhHant
}

export type StoreTranslate = PartTranslate<StoreMessageKey>
export type StoreTexts = PartMessages<StoreMessageKey>
