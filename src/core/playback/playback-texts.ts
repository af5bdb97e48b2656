// Texts of what the player has behind its first frame: they arrive with it, in the language that is shown.
import type { Lang } from '../../../contract/protocol/language.js'
import type { PlaybackMessages } from '../../../locales/player/playback-en.js'

export const playbackLanguages: Record<Lang, () => Promise<PlaybackMessages>> = {
  pt: async () => (await import('../../../locales/player/playback-pt.js')).playbackPt,
  en: async () => (await import('../../../locales/player/playback-en.js')).playbackEn,
  es: async () => (await import('../../../locales/player/playback-es.js')).playbackEs,
  'zh-cn': async () => (await import('../../../locales/player/playback-zh-hans.js')).playbackZhHans,
  'zh-tw': async () => (await import('../../../locales/player/playback-zh-hant.js')).playbackZhHant
}
