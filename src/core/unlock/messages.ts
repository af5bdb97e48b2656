import type { Lang } from '../../../contract/protocol/language.js'
import type { PlayerMessageKey } from '../../../locales/player/en.js'
import type { UnlockMessageKey, UnlockMessages } from '../../../locales/unlock/en.js'
import { type Translation, translatePart } from '../i18n/i18n.js'
import type { PartTranslate } from '../i18n/part-messages.js'
import type { PlayerTranslate } from '../playback/messages.js'

export const unlockMessageLoaders: Record<Lang, () => Promise<UnlockMessages>> = {
  pt: async () => (await import('../../../locales/unlock/pt.js')).unlockPt,
  en: async () => (await import('../../../locales/unlock/en.js')).unlockEn,
  es: async () => (await import('../../../locales/unlock/es.js')).unlockEs,
  'zh-cn': async () => (await import('../../../locales/unlock/zh-hans.js')).unlockZhHans,
  'zh-tw': async () => (await import('../../../locales/unlock/zh-hant.js')).unlockZhHant
}

export type UnlockTranslate = PartTranslate<UnlockMessageKey | PlayerMessageKey>

export function translateUnlock(
  messages: UnlockMessages,
  translation: Translation,
  translatePlayerText: PlayerTranslate
): UnlockTranslate {
  return translatePart(messages, translation, translatePlayerText)
}
