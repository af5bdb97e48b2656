import type { PlayResponse } from '../../../contract/episode.js'

/** A response is requested again if its media urls expire within this time. */
export const MEDIA_RENEWAL_MARGIN_MS = 30_000

/** Converts the server's end time to the device's clock, which may be hours off. In epoch ms. */
export function expiryTime(
  { expires_at, server_time }: Pick<PlayResponse, 'expires_at' | 'server_time'>,
  now: number
): number {
  return expires_at - server_time + now
}

export function preloadedPlaylists({
  sources,
  opening
}: Pick<PlayResponse, 'sources' | 'opening'>): ReadonlyMap<string, string> {
  const url = sources[0]?.url
  const known = new Map([[new URL('playlist.m3u8', opening.base_url).href, opening.playlist]])
  return url === undefined ? known : known.set(url, opening.master)
}
