import type { PlayResponse } from '../../../contract/episode.js'
import type { App } from '../../core/app.js'
import { firstScreenOf } from '../../core/campaign/deep-link.js'
import { type EpisodeStarts, readPlay, viewerBodyOf } from '../../core/playback/instant-start-play.js'
import { BusinessError } from '../../core/request/request-error.js'
import { canPlayHls } from '../../video/choose-engine.js'
import type { PrefetchedStart } from '../../video/source.js'
import { fetchStart, type StartRequest } from './request.js'
import { readStartResponse } from './response-reader.js'

const HEAD_TIMEOUT_MS = 4000

export interface PlayerStarts extends EpisodeStarts {
  /** The first segment that came with an answer of `requestUnlocked`, once. */
  takePrefetched(answer: PlayResponse): PrefetchedStart | undefined
}

/** Create it before instant start is claimed. */
export function createPlayerStarts(
  app: App,
  request: StartRequest | undefined,
  query: Record<string, string>
): PlayerStarts {
  const { environment, options } = app
  const isForPage = request?.viewerBody && !request.isClaimed && request.screen === firstScreenOf('player', query)
  const prefetchedStarts = new Map<string, PrefetchedStart>()

  async function requestPlay(no: number, position: number): Promise<PlayResponse | undefined> {
    const viewerBody = viewerBodyOf(app)
    if (!viewerBody || canPlayHls(document.createElement('video'))) return undefined
    const since = performance.now()
    const timeout = new AbortController()
    const cancelTimeout = environment.clock.setTimer(HEAD_TIMEOUT_MS, () => timeout.abort())
    try {
      const response = await fetchStart(
        environment.fetch,
        options.apiBase,
        `${query.drama_id}/${no}`,
        position,
        viewerBody,
        timeout.signal
      )
      const { head, readMedia } = await readStartResponse(response)
      const play = readPlay(head)
      if ('refused' in head || !play) return undefined
      const { start_s, segment } = head
      prefetchedStarts.set(play.play_id, { ...(await readMedia(head)), position: start_s, segment, since })
      return play
    } finally {
      cancelTimeout()
    }
  }

  return {
    readHead: () => (isForPage && request.viewerBody === viewerBodyOf(app) ? request.instantStart?.head : undefined),
    requestUnlocked: (no, position) =>
      requestPlay(no, position).catch(error => {
        if (error instanceof BusinessError) throw error
        return undefined
      }),
    takePrefetched({ play_id }) {
      const prefetched = prefetchedStarts.get(play_id)
      prefetchedStarts.delete(play_id)
      return prefetched
    }
  }
}
