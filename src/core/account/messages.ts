import type { Lang } from '../../../contract/protocol/language.js'
import type { AccountMessageKey, AccountMessages } from '../../../locales/account/en.js'
import type { PartTranslate } from '../i18n/part-messages.js'

export const accountMessageLoaders: Record<Lang, () => Promise<AccountMessages>> = {
  pt: async () => (await import('../../../locales/account/pt.js')).accountPt,
  en: async () => (await import('../../../locales/account/en.js')).accountEn,
  es: async () => (await import('../../../locales/account/es.js')).accountEs,
  'zh-cn': async () => (await import('../../../locales/account/zh-hans.js')).accountZhHans,
  'zh-tw': async () => (await import('../../../locales/account/zh-hant.js')).accountZhHant
}

export type AccountTranslate = PartTranslate<AccountMessageKey>
