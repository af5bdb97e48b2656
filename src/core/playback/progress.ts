import { atom, type ReadableAtom } from 'nanostores'
import type { ContinueCard, DramaCard } from '../../../contract/drama.js'
import type { PlayResponse } from '../../../contract/episode.js'
import type { Environment } from '../environment.js'
import { waitAtMost } from '../lib/wait-at-most.js'
import type { Api } from '../request/api.js'
import type { Session } from '../session/session.js'
import { type ProgressSaver, UNSAVED_PROGRESS_KEY } from './unsaved-progress.js'
import type { WatchedSpan } from './watch-meter.js'

export interface Progress {
  $latest: ReadableAtom<ContinueCard | undefined>
  save(answer: PlayResponse, position: number, drama: DramaCard | undefined): void
  recordWatched(answer: PlayResponse, watched: WatchedSpan): void
  preloadSaver(): void
  /** Resolves when the server has everything, at the latest after the time-out of `waitAtMost`. */
  whenSaved(): Promise<void>
}

export function createProgress(api: Api, environment: Environment, session: Session, signal: AbortSignal): Progress {
  const { clock } = environment
  const $latest = atom<ContinueCard | undefined>()
  let whenWritten: Promise<unknown> = Promise.resolve()
  const queue: ((loaded: ProgressSaver) => Promise<void>)[] = []
  let saver: Promise<ProgressSaver> | undefined

  function loadSaver(): Promise<ProgressSaver> {
    saver ??= import('./progress-saver.js').then(({ createProgressSaver }) =>
      createProgressSaver(environment, api, session, signal)
    )
    saver.catch(() => {
      saver = undefined
    })
    return saver
  }

  const write = (task: (loaded: ProgressSaver) => Promise<void>) => {
    queue.push(task)
    const written = loadSaver()
      .then(loaded => Promise.all(queue.splice(0).map(writeTask => writeTask(loaded))))
      .catch(() => undefined)
    whenWritten = Promise.all([whenWritten, written])
  }
  const playOf = ({ play_id, episode }: PlayResponse) => ({ play_id, episode_id: episode.id })
  if (environment.storage.get(UNSAVED_PROGRESS_KEY))
    void loadSaver()
      .then(({ send }) => send())
      .catch(() => undefined)
  return {
    $latest,
    save(answer, position, drama) {
      const position_s = Math.max(0, position)
      if (drama) {
        const { no: episode_no, duration_s } = answer.episode
        $latest.set({ drama, episode_no, position_s, duration_s, updated_at: clock.now() })
      }
      write(loaded => loaded.recordPosition(playOf(answer), position_s))
    },
    recordWatched: (answer, watched) => write(loaded => loaded.recordWatched(playOf(answer), watched)),
    preloadSaver: () => void loadSaver().catch(() => undefined),
    whenSaved: () => waitAtMost(clock, whenWritten)
  }
}
