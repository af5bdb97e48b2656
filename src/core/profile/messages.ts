import type { Lang } from '../../../contract/protocol/language.js'
import type { ProfileMessageKey, ProfileMessages } from '../../../locales/profile/en.js'
import { createPartMessages, type PartI18n, type PartMessages, type PartTranslate } from '../i18n/part-messages.js'

export const profileMessageLoaders: Record<Lang, () => Promise<ProfileMessages>> = {
  pt: async () => (await import('../../../locales/profile/pt.js')).profilePt,
  en: async () => (await import('../../../locales/profile/en.js')).profileEn,
  es: async () => (await import('../../../locales/profile/es.js')).profileEs,
  'zh-cn': async () => (await import('../../../locales/profile/zh-hans.js')).profileZhHans,
  'zh-tw': async () => (await import('../../../locales/profile/zh-hant.js')).profileZhHant
}

export type ProfileTranslate = PartTranslate<ProfileMessageKey>
export type ProfileTexts = PartMessages<ProfileMessageKey>

export const createProfileTexts = (i18n: PartI18n, signal: AbortSignal): ProfileTexts =>
  createPartMessages(profileMessageLoaders, i18n, signal)
