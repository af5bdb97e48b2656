import type { Lang } from '../../../contract/protocol/language.js'
import type { SiteMessageKey, SiteMessages } from '../../../locales/site/en.js'
import { createPartMessages, type PartI18n, type PartMessages, type PartTranslate } from '../i18n/part-messages.js'

const siteMessageLoaders: Record<Lang, () => Promise<SiteMessages>> = {
  pt: async () => (await import('../../../locales/site/pt.js')).sitePt,
  en: async () => (await import('../../../locales/site/en.js')).siteEn,
  es: async () => (await import('../../../locales/site/es.js')).siteEs,
  'zh-cn': async () => (await import('../../../locales/site/zh-hans.js')).siteZhHans,
  'zh-tw': async () => (await import('../../../locales/site/zh-hant.js')).siteZhHant
}

export type SiteTranslate = PartTranslate<SiteMessageKey>
export type SiteTexts = PartMessages<SiteMessageKey>

export const createSiteTexts = (i18n: PartI18n, signal: AbortSignal): SiteTexts =>
  createPartMessages(siteMessageLoaders, i18n, signal)
