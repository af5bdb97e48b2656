import { atom, type ReadableAtom } from 'nanostores'
import type { ContinueCard, DramaCard } from '../../../contract/drama.js'
import type { PlayResponse } from '../../../contract/episode.js'
import { createDramaSheet, type DramaSheet } from '../catalogue/drama-sheet.js'
import type { Clock, Environment } from '../environment.js'
import type { Emitter } from '../event/host-events.js'
import { waitAtMost } from '../lib/wait-at-most.js'
import { createFavorites, type Favorites } from '../library/favorites.js'
import type { Api } from '../request/api.js'
import type { Session } from '../session/session.js'
import type { WatchLog } from './watch-log.js'
import type { WatchedSpan } from './watch-meter.js'

export interface Progress {
  $latest: ReadableAtom<ContinueCard | undefined>
  save(answer: PlayResponse, position: number, drama: DramaCard | undefined): void
  recordWatched(answer: PlayResponse, watched: WatchedSpan): void
  loadWatchLog(): void
  /** Resolves when the server has everything, at the latest after the time-out of `waitAtMost`. */
  whenSaved(): Promise<void>
}

export function createProgress(loadLog: () => Promise<WatchLog>, clock: Clock): Progress {
  const $latest = atom<ContinueCard | undefined>()
  let whenWritten: Promise<unknown> = Promise.resolve()
  const queue: ((log: WatchLog) => Promise<void>)[] = []
  const write = (task: (log: WatchLog) => Promise<void>) => {
    queue.push(task)
    const written = loadLog()
      .then(log => Promise.all(queue.splice(0).map(writeTask => writeTask(log))))
      .catch(() => undefined)
    whenWritten = Promise.all([whenWritten, written])
  }
  const playOf = ({ play_id, episode }: PlayResponse) => ({ play_id, episode_id: episode.id })
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
    loadWatchLog: () => void loadLog().catch(() => undefined),
    whenSaved: () => waitAtMost(clock, whenWritten)
  }
}

export const WATCH_LOG_KEY = 'drama_watched'

export interface Watching {
  progress: Progress
  favorites: Favorites
  dramaSheet: DramaSheet
}

export function createWatching(
  api: Api,
  environment: Environment,
  emit: Emitter,
  session: Session,
  signal: AbortSignal
): Watching {
  let log: Promise<WatchLog> | undefined
  const createWatchLog = () => {
    log ??= import('./watch-log.js').then(({ createWatchLog }) => createWatchLog(environment, api, session, signal))
    log.catch(() => {
      log = undefined
    })
    return log
  }
  if (environment.storage.get(WATCH_LOG_KEY))
    void createWatchLog()
      .then(({ send }) => send())
      .catch(() => undefined)
  return {
    progress: createProgress(createWatchLog, environment.clock),
    favorites: createFavorites(api, environment, emit, session),
    dramaSheet: createDramaSheet(api)
  }
}
