// The first seconds of an episode, as the play answer describes them.
import type { PlayAnswer } from '../../contract/episode.js'
import type { Environment } from './environment.js'

type Opening = PlayAnswer['opening']

/** Addresses of the initialisation and the first segment in the smallest quality. */
export function openingUrls({ playlist, base_url }: Opening): string[] {
  const map = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)?.[1]
  const first = playlist.split('\n').find(line => line !== '' && !line.startsWith('#'))
  return [map, first].flatMap(name => (name === undefined ? [] : [new URL(name, base_url).href]))
}

/** Asks for them at once, while the engine's code is still on its way; it finds them in the browser's cache. */
export function fetchOpening(environment: Environment, opening: Opening): void {
  for (const url of openingUrls(opening)) {
    environment
      .fetch(url, { referrerPolicy: 'no-referrer' })
      .then(response => response.arrayBuffer())
      .catch(() => undefined)
  }
}

/** Playlists that need not be fetched again, by address. */
export function knownPlaylists({ sources, opening }: PlayAnswer): ReadonlyMap<string, string> {
  const url = sources[0]?.url
  const known = new Map([[new URL('playlist.m3u8', opening.base_url).href, opening.playlist]])
  return url === undefined ? known : known.set(url, opening.master)
}
