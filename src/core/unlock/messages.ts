import type { Lang } from '../../../contract/protocol/language.js'
import type { MessageKey } from '../../../locales/app/en.js'
import type { PlayerMessageKey } from '../../../locales/player/en.js'
import type { UnlockMessageKey, UnlockMessages } from '../../../locales/unlock/en.js'
import { type MessageParameters, type Translation, translatePart } from '../i18n/i18n.js'
import type { PlayerTranslate } from '../playback/messages.js'

export const unlockMessageLoaders: Record<Lang, () => Promise<UnlockMessages>> = {
  pt: async () => (await import('../../../locales/unlock/pt.js')).unlockPt,
  en: async () => (await import('../../../locales/unlock/en.js')).unlockEn,
  es: async () => (await import('../../../locales/unlock/es.js')).unlockEs,
  'zh-cn': async () => (await import('../../../locales/unlock/zh-hans.js')).unlockZhHans,
  'zh-tw': async () => (await import('../../../locales/unlock/zh-hant.js')).unlockZhHant
}

export type UnlockTranslate = (
  key: UnlockMessageKey | PlayerMessageKey | MessageKey,
  parameters?: MessageParameters
) => string

export function translateUnlock(
  messages: UnlockMessages,
  translation: Translation,
  translatePlayerText: PlayerTranslate
): UnlockTranslate {
  return translatePart(messages, translation, translatePlayerText)
}
