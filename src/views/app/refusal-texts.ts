// Texts for what the policy of the host page refuses: they arrive when something has failed that it may have refused.
import type { Lang } from '../../../contract/protocol/language.js'
import type { RefusalMessages } from '../../../locales/host-policy/en.js'

export const refusalLanguages: Record<Lang, () => Promise<RefusalMessages>> = {
  pt: async () => (await import('../../../locales/host-policy/pt.js')).refusalPt,
  en: async () => (await import('../../../locales/host-policy/en.js')).refusalEn,
  es: async () => (await import('../../../locales/host-policy/es.js')).refusalEs,
  'zh-cn': async () => (await import('../../../locales/host-policy/zh-hans.js')).refusalZhHans,
  'zh-tw': async () => (await import('../../../locales/host-policy/zh-hant.js')).refusalZhHant
}
