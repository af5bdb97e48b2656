// https://schema.org/TVSeries and https://schema.org/VideoObject, as search engines read them.
import { langs } from '../../../contract/protocol/language.js'
import { formatEmbedAddress, formatSiteAddress } from '../embed/embed-address.js'
import { formatPreviewAddress } from '../preview/preview-address.js'
import type { SharedDrama, SharedEpisode } from './shared-drama.js'
import { type HeadContext, languageTags } from './site-texts.js'

export function createStructuredData(drama: SharedDrama, episodeTitle: string | null, context: HeadContext): object {
  const series = createSeries(drama, context)
  const { episode } = drama
  return {
    '@context': 'https://schema.org',
    ...(episode === null || episodeTitle === null
      ? series
      : createVideo(drama, { episode, episodeTitle, series }, context))
  }
}

function createSeries(drama: SharedDrama, { origin, lang }: HeadContext) {
  return {
    '@type': 'TVSeries',
    name: drama.title[lang],
    description: drama.synopsis[lang],
    image: listPictures(drama, origin),
    numberOfEpisodes: drama.episode_count,
    inLanguage: toLanguageTag(drama.lang_audio),
    url: formatSiteAddress(origin, { dramaId: drama.id, no: null }, lang)
  }
}

function createVideo(
  drama: SharedDrama,
  { episode, episodeTitle, series }: { episode: SharedEpisode; episodeTitle: string; series: object },
  { origin, lang }: HeadContext
) {
  const address = { dramaId: drama.id, no: episode.no }
  return {
    // `partOfSeries` and `episodeNumber` belong to episodes.
    '@type': ['VideoObject', 'TVEpisode'],
    name: `${drama.title[lang]} · ${episodeTitle}`,
    description: drama.synopsis[lang],
    thumbnailUrl: listPictures(drama, origin),
    uploadDate: drama.online_at.toISOString(),
    duration: formatIsoDuration(episode.durationSeconds),
    inLanguage: toLanguageTag(drama.lang_audio),
    url: formatSiteAddress(origin, address, lang),
    embedUrl: formatEmbedAddress(origin, address, { lang: lang === 'pt' ? null : lang, lpid: null }),
    isAccessibleForFree: episode.isFree,
    // Coins unlock a single episode; a pass is never the only way.
    requiresSubscription: false,
    episodeNumber: episode.no,
    partOfSeries: series
  }
}

const listPictures = ({ id, cover }: SharedDrama, origin: string) => [
  formatPreviewAddress(origin, id, cover),
  `${origin}/covers/${id}/${cover}`
]

function toLanguageTag(audio: string): string {
  const lang = langs.find(known => known === audio.toLowerCase())
  return lang === undefined ? audio : languageTags[lang]
}

/** ISO 8601, such as `PT1M5S`. */
export function formatIsoDuration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  const hours = Math.floor(whole / 3600)
  const minutes = Math.floor((whole % 3600) / 60)
  const rest = whole % 60
  return `PT${hours > 0 ? `${hours}H` : ''}${minutes > 0 ? `${minutes}M` : ''}${rest > 0 ? `${rest}S` : ''}`
}
