import type { Asset } from '../catalogue/package/asset-registry.js'
import type { FileLocation } from './media-files.js'
import { formatMasterPlaylist, formatMediaPlaylist } from './playlist.js'

export type AssetFile =
  | { kind: 'text'; type: string; text: string }
  | { kind: 'object'; type: string; assetLocation: FileLocation; segment?: FilmSegment }

/** `seconds` is its duration. */
export interface FilmSegment {
  number: number
  seconds: number
}

export const toBucketKey = (dramaId: string, name: string) => `${dramaId}/${name}`

const PLAYLIST_TYPE = 'application/vnd.apple.mpegurl'
const FILE_PATTERN =
  /^(?:(master\.m3u8)|(\d{3,4}p)\/(?:(playlist\.m3u8)|(init\.mp4)|(\d{1,5})\.m4s)|captions\/([a-z-]{2,5})\.vtt)$/

export function findAssetFile(asset: Asset, name: string): AssetFile | null {
  const match = FILE_PATTERN.exec(name)
  if (match === null) return null
  const [, master, rendition, playlist, init, segment, captions] = match
  if (master !== undefined) return { kind: 'text', type: PLAYLIST_TYPE, text: formatMasterPlaylist(asset.renditions) }
  if (captions !== undefined) return findCaptionFile(asset, captions)
  const index = asset.renditions.findIndex(candidate => candidate.name === rendition)
  const track = asset.episode.tracks[index]
  if (track === undefined) return null
  if (playlist !== undefined) return { kind: 'text', type: PLAYLIST_TYPE, text: formatMediaPlaylist(asset.episode) }
  if (init !== undefined) return toObjectFile(asset, track.init, 'video/mp4')
  const file = toObjectFile(asset, track.segments[Number(segment)], 'video/iso.segment')
  const seconds = asset.episode.segment_durations[Number(segment)] ?? 0
  return file && { ...file, segment: { number: Number(segment), seconds } }
}

function findCaptionFile(asset: Asset, lang: string): AssetFile | null {
  const caption = asset.episode.captions.find(candidate => candidate.lang === lang)
  return toObjectFile(asset, caption?.object, 'text/vtt; charset=utf-8')
}

function toObjectFile(
  asset: Asset,
  name: string | undefined,
  type: string
): Extract<AssetFile, { kind: 'object' }> | null {
  if (name === undefined) return null
  return {
    kind: 'object',
    type,
    assetLocation: { folder: asset.folder, name: `objects/${name}`, key: toBucketKey(asset.dramaId, name) }
  }
}
