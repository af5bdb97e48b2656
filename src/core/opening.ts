import type { PlayAnswer } from '../../contract/episode.js'

/** Playlists that came with the play answer and need not be fetched, by address. */
export function knownPlaylists({
  sources,
  opening
}: Pick<PlayAnswer, 'sources' | 'opening'>): ReadonlyMap<string, string> {
  const url = sources[0]?.url
  const known = new Map([[new URL('playlist.m3u8', opening.base_url).href, opening.playlist]])
  return url === undefined ? known : known.set(url, opening.master)
}
