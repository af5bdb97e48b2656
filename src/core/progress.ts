import { atom, type ReadableAtom } from 'nanostores'
import type { ContinueCard, DramaCard } from '../../contract/drama.js'
import type { PlayAnswer } from '../../contract/episode.js'
import type { Clock } from './environment.js'
import { waitPatiently } from './patience.js'
import type { Api } from './request/api.js'

/** A place that takes longer, in ms, is out of date by then. */
const SAVE_LIMIT = 10_000

/** Keeps the viewer's place in episodes. */
export interface Progress {
  /** The newest place of this visit, for lists that must not wait for the server to show it. */
  $latest: ReadableAtom<ContinueCard | undefined>
  /** `position` in seconds; a place that could not be kept is not worth an error. */
  save(answer: PlayAnswer, position: number, drama: DramaCard | undefined): void
  /** Resolves when everything said so far has reached the server, so that lists read afterwards show it, or soon. */
  whenSaved(): Promise<void>
}

export function createProgress(api: Api, clock: Clock): Progress {
  const $latest = atom<ContinueCard | undefined>()
  let last = Promise.resolve()
  return {
    $latest,
    save({ play_id, episode }, position, drama) {
      const position_s = Math.max(0, position)
      if (drama) {
        const { no: episode_no, duration_s } = episode
        $latest.set({ drama, episode_no, position_s, duration_s, updated_at: clock.now() })
      }
      const request = api
        .post(
          '/drama/progress',
          { play_id, episode_id: episode.id, position_s },
          { isQuiet: true, timeout: SAVE_LIMIT }
        )
        .catch(() => undefined)
      last = Promise.all([last, request]).then(() => undefined)
    },
    whenSaved: () => waitPatiently(clock, last)
  }
}
