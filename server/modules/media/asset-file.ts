import type { Asset } from '../catalogue/package/asset-registry.js'
import type { FileLocation } from './media-files.js'
import { masterPlaylist, mediaPlaylist } from './playlist.js'

/** What a media address names: a text the server writes, or an object of the package. */
export type AssetFile =
  | { kind: 'text'; type: string; text: string }
  | { kind: 'object'; type: string; place: FileLocation }

/** What a file of a drama is called in a bucket; `name` holds a hash of its content. */
export const keyOf = (dramaId: string, name: string) => `${dramaId}/${name}`

const PLAYLIST = 'application/vnd.apple.mpegurl'
const PATTERN =
  /^(?:(master\.m3u8)|(\d{3,4}p)\/(?:(playlist\.m3u8)|(init\.mp4)|(\d{1,5})\.m4s)|captions\/([a-z-]{2,5})\.vtt)$/

/** Finds the file an asset has under this name; null for every name that is not exactly one of its own. */
export function findAssetFile(asset: Asset, name: string): AssetFile | null {
  const match = PATTERN.exec(name)
  if (match === null) return null
  const [, master, rendition, playlist, init, segment, captions] = match
  if (master !== undefined) return { kind: 'text', type: PLAYLIST, text: masterPlaylist(asset.renditions) }
  if (captions !== undefined) return captionFile(asset, captions)
  const index = asset.renditions.findIndex(candidate => candidate.name === rendition)
  const track = asset.episode.tracks[index]
  if (track === undefined) return null
  if (playlist !== undefined) return { kind: 'text', type: PLAYLIST, text: mediaPlaylist(asset.episode) }
  if (init !== undefined) return object(asset, track.init, 'video/mp4')
  return object(asset, track.segments[Number(segment)], 'video/iso.segment')
}

function captionFile(asset: Asset, lang: string): AssetFile | null {
  const caption = asset.episode.captions.find(candidate => candidate.lang === lang)
  return object(asset, caption?.object, 'text/vtt; charset=utf-8')
}

function object(asset: Asset, name: string | undefined, type: string): AssetFile | null {
  if (name === undefined) return null
  return {
    kind: 'object',
    type,
    place: { folder: asset.folder, name: `objects/${name}`, key: keyOf(asset.dramaId, name) }
  }
}
