// Texts of the list of dramas, which arrive with that page.
import type { Lang } from '../../../contract/protocol/language.js'
import type { RecordMessageKey, RecordMessages } from '../../../locales/library/en.js'
import type { PartMessages } from '../i18n/part-messages.js'

export const recordLanguages: Record<Lang, () => Promise<RecordMessages>> = {
  pt: async () => (await import('../../../locales/library/pt.js')).recordPt,
  en: async () => (await import('../../../locales/library/en.js')).recordEn,
  es: async () => (await import('../../../locales/library/es.js')).recordEs,
  'zh-cn': async () => (await import('../../../locales/library/zh-hans.js')).recordZhHans,
  'zh-tw': async () => (await import('../../../locales/library/zh-hant.js')).recordZhHant
}

export type RecordTexts = PartMessages<RecordMessageKey>
