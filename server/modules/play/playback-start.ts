import type { Context } from 'hono'
import type { InstantStartResponse, PlayResponse } from '../../../contract/episode.js'
import type { HonoApp } from '../../http/app-environment.js'
import { BusinessError } from '../../http/business-error.js'
import { readCaller } from '../../http/caller.js'
import { withDeadline } from '../../http/deadline.js'
import type { Services } from '../../services.js'
import { NO_FREE_ACCESS } from '../campaign/free-access.js'
import type { Asset } from '../catalogue/package/asset-registry.js'
import { toEpisodeId } from '../catalogue/package/package-writes.js'
import { findAssetFile } from '../media/asset-file.js'
import { MediaUnavailable } from '../media/media-store.js'
import { formatMasterPlaylist, formatMediaPlaylist } from '../media/playlist.js'
import { toEpisodeAccess } from './episode-access.js'
import { findEpisodeWithDrama, isEpisodeOnline } from './queries.js'
import { toTicketSeconds } from './ticket-duration.js'

const MAX_CACHE_SECONDS = 60
/** User id in tickets for free episodes, which are shared and cached. */
const PUBLIC_TICKET_USER_ID = '-'

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

export function registerInstantStart(app: HonoApp, services: Services): void {
  app.get('/m/opening/:drama/:no{[0-9]{1,6}}', async context => {
    const episodeId = toEpisodeId(context.req.param('drama'), Number(context.req.param('no')))
    const asset = await withDeadline(findFreeEpisodeAsset(services, episodeId), services.liveness)
    // Not an error status, because browsers log errors to the console of the partner's page.
    return (asset && (await sendInstantStart(context, services, asset))) ?? context.body(null, 204)
  })
}

/** Ignores campaigns and passes, because the response is the same for everyone. */
async function findFreeEpisodeAsset({ db, assets }: Services, episodeId: string): Promise<Asset | null> {
  const row = await findEpisodeWithDrama(db, episodeId)
  if (row === undefined || !isEpisodeOnline(row)) return null
  const entitlements = { freeCount: row.free_count, defaultPrice: row.default_price, ...NO_FREE_ACCESS }
  const [access] = toEpisodeAccess([row], { ...entitlements, unlockedIds: new Set(), hasPass: false })
  return access?.state === 'free' ? assets.asset(row.asset) : null
}

async function sendInstantStart(context: Context, services: Services, asset: Asset): Promise<Response | null> {
  const { config, clock, ticketSigner } = services
  const names = ['init.mp4', '0.m4s']
  const [init = null, first = null] = await Promise.all(names.map(name => readObject(services, asset, name)))
  if (init === null || first === null) return null
  const now = clock.now()
  const seconds = config.mediaTicketSeconds ?? toTicketSeconds(asset.episode.duration_s, null)
  const maxAge = Math.min(MAX_CACHE_SECONDS, Math.floor(seconds / 2))
  const ticket = ticketSigner.sign({
    asset: asset.episode.asset,
    expiresAt: now + seconds * 1000,
    userId: PUBLIC_TICKET_USER_ID
  })
  const { origin } = readCaller(context, services)
  const head: InstantStartResponse = {
    ...toPlaybackMedia(asset, `${origin}/m/${ticket}/${asset.episode.asset}/`),
    // Minus the time that the response may spend in a cache.
    expires_at: now + (seconds - maxAge) * 1000,
    server_time: now,
    duration_s: asset.episode.duration_s,
    init_bytes: init.length
  }
  const text = Buffer.from(JSON.stringify(head))
  const length = Buffer.alloc(4)
  length.writeUInt32BE(text.length)
  return context.body(Buffer.concat([length, text, init, first]), 200, {
    'Content-Type': 'application/octet-stream',
    'Cache-Control': `public, max-age=${maxAge}`
  })
}

const WHOLE_FILE = { isHead: false, range: null, ifNoneMatch: null }

async function readObject({ media, log }: Services, asset: Asset, name: string): Promise<Buffer | null> {
  const file = findAssetFile(asset, `${asset.renditions[0]?.name}/${name}`)
  if (file?.kind !== 'object') return null
  try {
    const found = await media.open(file.assetLocation, WHOLE_FILE)
    if (found?.state !== 'content') return null
    return Buffer.from(await new Response(found.body).arrayBuffer())
  } catch (error) {
    if (!(error instanceof MediaUnavailable)) throw error
    log.error({ error: { message: error.message } }, 'media unavailable')
    return null
  }
}
