import type { PlayResponse } from '../../../contract/episode.js'
import type { QualityChoice } from '../../video/quality-level.js'
import type { PrefetchedStart, VideoSource } from '../../video/source.js'

export interface SignedMedia {
  from(position: number): VideoSource
  renew(): Promise<boolean>
  /** Moves a url of this episode, which may have another ticket, to the newest one. */
  toCurrentUrl(url: string): string
  expiresAt(): number
}

export type RenewMedia = () => Promise<PlayResponse | undefined>

type PlayableMedia = Pick<PlayResponse, 'sources' | 'opening' | 'expires_at'>

export function createSignedMedia(
  answer: PlayableMedia,
  requestRenewal: RenewMedia,
  quality?: QualityChoice,
  prefetchedStart?: PrefetchedStart
): SignedMedia | undefined {
  const url = answer.sources[0]?.url
  if (url === undefined) return undefined
  const folder = toFolder(url)
  let newest = { folder, expiresAt: answer.expires_at }
  let renewing: Promise<boolean> | undefined

  async function fetchNewerTicket() {
    const response = await requestRenewal()
    const renewedFolder = toFolder(response?.sources[0]?.url ?? '')
    // The episode has another file by now: the loaded playlists do not match its folder.
    if (!response || toAssetName(renewedFolder) !== toAssetName(folder)) return false
    newest = { folder: renewedFolder, expiresAt: response.expires_at }
    return true
  }
  const renew = () => {
    renewing ??= fetchNewerTicket().finally(() => {
      renewing = undefined
    })
    return renewing
  }
  const toCurrentUrl = (original: string) => {
    const assetFolder = `/${toAssetName(folder)}/`
    const index = original.indexOf(assetFolder)
    return index < 0 ? original : newest.folder + original.slice(index + assetFolder.length)
  }
  const source = {
    url,
    startSegments: answer.opening,
    playlists: preloadedPlaylists(answer),
    quality,
    renew,
    toCurrentUrl
  }
  return {
    from(position) {
      const ownStart = position === prefetchedStart?.position ? prefetchedStart : undefined
      if (!ownStart) prefetchedStart?.first.body?.cancel().catch(() => undefined)
      prefetchedStart = undefined
      return { ...source, position, prefetchedStart: ownStart }
    },
    renew,
    toCurrentUrl,
    expiresAt: () => newest.expiresAt
  }
}

export const isSameEpisodeFile = (one: PlayableMedia, other: PlayableMedia) => toAsset(one) === toAsset(other)

const toAsset = ({ sources }: PlayableMedia) => toAssetName(toFolder(sources[0]?.url ?? ''))
const toFolder = (url: string) => url.slice(0, url.lastIndexOf('/') + 1)
const toAssetName = (folder: string) => folder.split('/').at(-2)

function preloadedPlaylists({
  sources,
  opening
}: Pick<PlayResponse, 'sources' | 'opening'>): ReadonlyMap<string, string> {
  const url = sources[0]?.url
  if (url === undefined) return new Map()
  const variants = opening.master.split('\n').filter(line => line && !line.startsWith('#'))
  const known = new Map(variants.map(variant => [new URL(variant, url).href, opening.playlist]))
  return known.set(url, opening.master)
}
