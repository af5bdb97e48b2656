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

/** What an address of the site opens. `no` is null if the app chooses the episode. */
export interface SiteAddress {
  dramaId: string
  no: number | null
}

/** Reads the addresses of a drama and of an episode on the site, in the order of the app. Null for any other address. */
export function parseSiteAddress({ pathname, searchParams }: URL): SiteAddress | null {
  const shared = toSiteAddress(searchParams.get('drama'), searchParams.get('ep'))
  const isPlayerPage = /^\/pages\/index\/play\/*$/.test(pathname)
  if (shared !== null || !isPlayerPage) return shared
  return toSiteAddress(searchParams.get('drama_id'), searchParams.get('episode_no'))
}

function toSiteAddress(id: string | null, no: string | null): SiteAddress | null {
  if (id === null) return null
  return no ? toEpisode(id, no) : dramaId.safeParse(id).success ? { dramaId: id, no: null } : null
}

/** Reads `/embed/<drama>/<no>` and the addresses of an episode on the site. Null for any other address. */
export function parseEpisodeAddress(url: URL): EpisodeAddress | null {
  const [, embeddedId, embeddedNo] = /^\/embed\/([^/]+)\/(\d+)\/?$/.exec(url.pathname) ?? []
  if (embeddedId !== undefined) return toEpisode(embeddedId, embeddedNo)
  const address = parseSiteAddress(url)
  return address && { dramaId: address.dramaId, no: address.no ?? 1 }
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

/** The address that viewers share. Portuguese, the default, has no `lang`. */
export function formatSiteAddress(origin: string, { dramaId: id, no }: SiteAddress, lang: Lang = 'pt'): string {
  const query = new URLSearchParams({ drama: id })
  if (no !== null) query.set('ep', `${no}`)
  if (lang !== 'pt') query.set('lang', lang)
  return `${origin}/?${query}`
}

export const formatOembedAddress = (origin: string, url: string) =>
  `${origin}${OEMBED_PATH}?${new URLSearchParams({ url })}`
