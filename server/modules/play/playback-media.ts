import type { PlayResponse } from '../../../contract/episode.js'
import { BusinessError } from '../../http/business-error.js'
import type { Asset } from '../catalogue/package/asset-registry.js'
import { formatMasterPlaylist, formatMediaPlaylist } from '../media/playlist.js'

/** Throws 4204 without renditions. `folder` ends with a slash. */
export function toPlaybackMedia(
  { renditions, episode }: Asset,
  folder: string
): Pick<PlayResponse, 'sources' | 'opening'> {
  const first = renditions[0]
  if (first === undefined) throw new BusinessError(4204)
  return {
    sources: [{ type: 'hls', url: `${folder}master.m3u8` }],
    opening: {
      codecs: first.codecs,
      playlist: formatMediaPlaylist(episode),
      base_url: `${folder}${first.name}/`,
      master: formatMasterPlaylist(renditions)
    }
  }
}
