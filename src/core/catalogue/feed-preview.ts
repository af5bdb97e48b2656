import { atom, type ReadableAtom } from 'nanostores'
import type { FeedEntry } from '../../../contract/browse.js'
import type { PlayResponse } from '../../../contract/episode.js'
import type { App } from '../app.js'

/** What of the feed moves before it is chosen: the entry on which the viewer rests. It counts as nothing watched. */
export interface FeedPreview {
  /** What may play now. */
  $answer: ReadableAtom<PlayResponse | undefined>
  /** The viewer is at this entry, or has moved within it, and rests from now on. */
  select(entry: FeedEntry | undefined): void
  /** Whether the feed is seen, and wanted to move; what is no longer seen ends at once. */
  setActive(isWatched: boolean): void
}

/** In ms; less is a glance on the way to another. */
const SETTLE_MS = 400
/** Answers for the way back: what an address has brought once, the browser need not fetch again. */
const MAX_CACHED_ANSWERS = 5
/** A signed address this close to its end, in ms, is asked for again. */
const RENEWAL_MARGIN = 30_000

export function createFeedPreview({ api, environment: { clock } }: App): FeedPreview {
  const $answer = atom<PlayResponse | undefined>()
  const answers = new Map<string, PlayResponse>()
  let looked: FeedEntry | undefined
  let isWatched = false
  let turn = 0
  let stopWaiting = () => {}

  async function find(episodeId: string): Promise<PlayResponse> {
    const known = answers.get(episodeId)
    if (known && known.expires_at - RENEWAL_MARGIN > clock.now()) return known
    const answer = await api.post('/drama/play', { episode_id: episodeId }, { isQuiet: true })
    answers.delete(episodeId)
    answers.set(episodeId, answer)
    const [oldest] = answers.keys()
    if (oldest !== undefined && answers.size > MAX_CACHED_ANSWERS) answers.delete(oldest)
    return answer
  }

  async function show(episodeId: string) {
    const mine = turn
    // Without it the poster stays: nobody has asked for more.
    const answer = await find(episodeId).catch(() => undefined)
    if (mine === turn) $answer.set(answer)
  }

  function rest() {
    turn++
    stopWaiting()
    $answer.set(undefined)
    if (!isWatched || looked?.episode.state !== 'free') return
    const { id } = looked.episode
    stopWaiting = clock.setTimer(SETTLE_MS, () => void show(id))
  }

  return {
    $answer,
    select(entry) {
      const isSame = entry?.episode.id === looked?.episode.id
      looked = entry
      // What moves goes on under the finger.
      if (!isSame || !$answer.get()) rest()
    },
    setActive(next) {
      if (next === isWatched) return
      isWatched = next
      rest()
    }
  }
}
