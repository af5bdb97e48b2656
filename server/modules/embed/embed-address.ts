import { dramaId } from '../../../contract/drama.js'
import { episodeNo } from '../../../contract/episode.js'
import { type Lang, langs } from '../../../contract/protocol/language.js'
import { parseLpid } from '../campaign/lpid.js'

export const OEMBED_PATH = '/oembed'

export interface EpisodeAddress {
  dramaId: string
  no: number
}

/** What a page that embeds an episode can choose. Null is the default. */
export interface EmbedOptions {
  lang: Lang | null
  lpid: string | null
}

/** Reads `/embed/<drama>/<no>` and the addresses of an episode on the site. Null for any other address. */
export function parseEpisodeAddress({ pathname, searchParams }: URL): EpisodeAddress | null {
  const [, embeddedId, embeddedNo] = /^\/embed\/([^/]+)\/(\d+)\/?$/.exec(pathname) ?? []
  if (embeddedId !== undefined) return toEpisode(embeddedId, embeddedNo)
  const [id, no] =
    pathname === '/pages/index/play'
      ? [searchParams.get('drama_id'), searchParams.get('episode_no')]
      : [searchParams.get('drama'), searchParams.get('ep')]
  return id === null ? null : toEpisode(id, no ?? '1')
}

function toEpisode(id: string, no = ''): EpisodeAddress | null {
  const parsedNo = episodeNo.safeParse(Number(no))
  return dramaId.safeParse(id).success && parsedNo.success ? { dramaId: id, no: parsedNo.data } : null
}

/** Options that are not understood are left out, like invalid attributes of the element. */
export function parseEmbedOptions(searchParams: URLSearchParams): EmbedOptions {
  const lang = langs.find(known => known === searchParams.get('lang')) ?? null
  return { lang, lpid: parseLpid(searchParams.get('lpid')).lpid }
}

export function formatEmbedAddress(origin: string, { dramaId: id, no }: EpisodeAddress, options: EmbedOptions): string {
  const address = new URL(`/embed/${encodeURIComponent(id)}/${no}`, origin)
  if (options.lpid !== null) address.searchParams.set('lpid', options.lpid)
  if (options.lang !== null) address.searchParams.set('lang', options.lang)
  return address.href
}

export const formatSiteAddress = (origin: string, { dramaId: id, no }: EpisodeAddress) =>
  `${origin}/?${new URLSearchParams({ drama: id, ep: `${no}` })}`

export const formatOembedAddress = (origin: string, url: string) =>
  `${origin}${OEMBED_PATH}?${new URLSearchParams({ url })}`
