import type { Lang } from '../../../contract/protocol/language.js'
import type { WalletMessageKey, WalletMessages } from '../../../locales/wallet/en.js'
import type { PartMessages, PartTranslate } from '../i18n/part-messages.js'

export const walletMessageLoaders: Record<Lang, () => Promise<WalletMessages>> = {
  pt: async () => (await import('../../../locales/wallet/pt.js')).walletPt,
  en: async () => (await import('../../../locales/wallet/en.js')).walletEn,
  es: async () => (await import('../../../locales/wallet/es.js')).walletEs,
  'zh-cn': async () => (await import('../../../locales/wallet/zh-hans.js')).walletZhHans,
  'zh-tw': async () => (await import('../../../locales/wallet/zh-hant.js')).walletZhHant
}

export type WalletTranslate = PartTranslate<WalletMessageKey>
export type WalletTexts = PartMessages<WalletMessageKey>
