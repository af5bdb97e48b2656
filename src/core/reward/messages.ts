import type { Lang } from '../../../contract/protocol/language.js'
import type { RewardMessageKey, RewardMessages } from '../../../locales/reward/en.js'
import type { PartMessages, PartTranslate } from '../i18n/part-messages.js'

export const rewardMessageLoaders: Record<Lang, () => Promise<RewardMessages>> = {
  pt: async () => (await import('../../../locales/reward/pt.js')).rewardPt,
  en: async () => (await import('../../../locales/reward/en.js')).rewardEn,
  es: async () => (await import('../../../locales/reward/es.js')).rewardEs,
  'zh-cn': async () => (await import('../../../locales/reward/zh-hans.js')).rewardZhHans,
  'zh-tw': async () => (await import('../../../locales/reward/zh-hant.js')).rewardZhHant
}

export type RewardTranslate = PartTranslate<RewardMessageKey>
export type RewardTexts = PartMessages<RewardMessageKey>
