import type { Lang } from '../../../contract/protocol/language.js'
import type { PlayerMessageKey, PlayerMessages } from '../../../locales/player/en.js'
import { type Translation, translatePart } from '../i18n/i18n.js'
import type { PartTranslate } from '../i18n/part-messages.js'

export const playerMessageLoaders: Record<Lang, () => Promise<PlayerMessages>> = {
  pt: async () => (await import('../../../locales/player/pt.js')).playerPt,
  en: async () => (await import('../../../locales/player/en.js')).playerEn,
  es: async () => (await import('../../../locales/player/es.js')).playerEs,
  'zh-cn': async () => (await import('../../../locales/player/zh-hans.js')).playerZhHans,
  'zh-tw': async () => (await import('../../../locales/player/zh-hant.js')).playerZhHant
}

export type PlayerTranslate = PartTranslate<PlayerMessageKey>

export function translatePlayer(messages: PlayerMessages, translation: Translation): PlayerTranslate {
  return translatePart(messages, translation, translation.text)
}
