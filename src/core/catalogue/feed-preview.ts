import { atom, type ReadableAtom } from 'nanostores'
import type { FeedEntry } from '../../../contract/browse.js'
import type { PlayResponse } from '../../../contract/episode.js'
import type { App } from '../app.js'
import { expiryTime, MEDIA_RENEWAL_MARGIN_MS } from '../playback/play-response.js'

/** The episode of a preview. */
export type PreviewEntry = { episode: Pick<FeedEntry['episode'], 'id' | 'state'> }

/** Plays the feed entry on which the viewer pauses. A preview does not count as watched. */
export interface FeedPreview {
  $playResponse: ReadableAtom<PlayResponse | undefined>
  select(entry: PreviewEntry | undefined): void
  setActive(isActive: boolean): void
}

const SETTLE_MS = 400
const MAX_CACHED_RESPONSES = 5

export function createFeedPreview({ api, environment: { clock } }: App): FeedPreview {
  const $playResponse = atom<PlayResponse | undefined>()
  const responses = new Map<string, PlayResponse>()
  let selected: PreviewEntry | undefined
  let isActive = false
  let generation = 0
  let stopWaiting = () => {}

  async function loadPlay(episodeId: string): Promise<PlayResponse> {
    const cached = responses.get(episodeId)
    if (cached && cached.expires_at - MEDIA_RENEWAL_MARGIN_MS > clock.now()) return cached
    const answer = await api.post('/drama/play', { episode_id: episodeId }, { isQuiet: true })
    const response = { ...answer, expires_at: expiryTime(answer, clock.now()) }
    responses.delete(episodeId)
    responses.set(episodeId, response)
    const [oldest] = responses.keys()
    if (oldest !== undefined && responses.size > MAX_CACHED_RESPONSES) responses.delete(oldest)
    return response
  }

  async function show(episodeId: string) {
    const ownGeneration = generation
    const response = await loadPlay(episodeId).catch(() => undefined)
    if (ownGeneration === generation) $playResponse.set(response)
  }

  function restartDelay() {
    generation++
    stopWaiting()
    $playResponse.set(undefined)
    if (!isActive || selected?.episode.state !== 'free') return
    const { id } = selected.episode
    stopWaiting = clock.setTimer(SETTLE_MS, () => void show(id))
  }

  return {
    $playResponse,
    select(entry) {
      const isSame = entry?.episode.id === selected?.episode.id
      selected = entry
      if (!isSame || !$playResponse.get()) restartDelay()
    },
    setActive(next) {
      if (next === isActive) return
      isActive = next
      restartDelay()
    }
  }
}
