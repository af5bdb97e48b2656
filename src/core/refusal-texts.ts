// Texts for what the policy of the host page refuses: they arrive when something has failed that it may have refused.
import type { Lang } from '../../contract/lang.js'
import type { RefusalMessages } from '../../locales/refusal-en.js'

export const refusalLanguages: Record<Lang, () => Promise<RefusalMessages>> = {
  pt: async () => (await import('../../locales/refusal-pt.js')).refusalPt,
  en: async () => (await import('../../locales/refusal-en.js')).refusalEn,
  es: async () => (await import('../../locales/refusal-es.js')).refusalEs,
  'zh-cn': async () => (await import('../../locales/refusal-zh-hans.js')).refusalZhHans,
  'zh-tw': async () => (await import('../../locales/refusal-zh-hant.js')).refusalZhHant
}
