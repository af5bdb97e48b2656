import { atom, type ReadableAtom } from 'nanostores'
import type { ContinueCard, DramaCard } from '../../../contract/drama.js'
import type { PlayResponse } from '../../../contract/episode.js'
import type { Environment } from '../environment.js'
import { waitAtMost } from '../lib/wait-at-most.js'
import type { Api } from '../request/api.js'
import type { Session } from '../session/session.js'
import { WATCH_LOG_KEY, type WatchLog } from './watch-log-types.js'
import type { WatchedSpan } from './watch-meter.js'

export interface Progress {
  $latest: ReadableAtom<ContinueCard | undefined>
  save(answer: PlayResponse, position: number, drama: DramaCard | undefined): void
  recordWatched(answer: PlayResponse, watched: WatchedSpan): void
  preloadWatchLog(): void
  /** Resolves when the server has everything, at the latest after the time-out of `waitAtMost`. */
  whenSaved(): Promise<void>
}

export function createProgress(api: Api, environment: Environment, session: Session, signal: AbortSignal): Progress {
  const { clock } = environment
  const $latest = atom<ContinueCard | undefined>()
  let whenWritten: Promise<unknown> = Promise.resolve()
  const queue: ((log: WatchLog) => Promise<void>)[] = []
  let watchLog: Promise<WatchLog> | undefined

  function loadWatchLog(): Promise<WatchLog> {
    watchLog ??= import('./watch-log.js').then(({ createWatchLog }) =>
      createWatchLog(environment, api, session, signal)
    )
    watchLog.catch(() => {
      watchLog = undefined
    })
    return watchLog
  }

  const write = (task: (log: WatchLog) => Promise<void>) => {
    queue.push(task)
    const written = loadWatchLog()
      .then(log => Promise.all(queue.splice(0).map(writeTask => writeTask(log))))
      .catch(() => undefined)
    whenWritten = Promise.all([whenWritten, written])
  }
  const playOf = ({ play_id, episode }: PlayResponse) => ({ play_id, episode_id: episode.id })
  if (environment.storage.get(WATCH_LOG_KEY))
    void loadWatchLog()
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
      write(log => log.recordPosition(playOf(answer), position_s))
    },
    recordWatched: (answer, watched) => write(log => log.recordWatched(playOf(answer), watched)),
    preloadWatchLog: () => void loadWatchLog().catch(() => undefined),
    whenSaved: () => waitAtMost(clock, whenWritten)
  }
}
