import type { PlayResponse } from '../../contract/episode.js'

export interface MediaSegment {
  url: string
  start: number
  end: number
}

export interface MediaPlaylist {
  init: string
  segments: MediaSegment[]
}

export function parseMediaPlaylist({ playlist, base_url }: PlayResponse['opening']): MediaPlaylist | undefined {
  const map = /#EXT-X-MAP:URI="([^"]+)"/.exec(playlist)?.[1]
  const entries = playlist.matchAll(/#EXTINF:([\d.]+).*\r?\n(?:#.*\r?\n)*([^#\s].*)/g)
  const resolve = (name: string) => new URL(name, base_url).href
  const segments: MediaSegment[] = []
  for (const [, length, name = ''] of entries) {
    const start = segments.at(-1)?.end ?? 0
    segments.push({ url: resolve(name.trim()), start, end: start + Number(length) })
  }
  return map === undefined || segments.length === 0 ? undefined : { init: resolve(map), segments }
}

export function segmentAt(segments: readonly MediaSegment[], position: number): number {
  const index = segments.findIndex(({ end }) => position < end)
  return index < 0 ? segments.length - 1 : index
}
