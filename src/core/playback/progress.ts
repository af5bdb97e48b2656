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

/** Keeps the viewer's place in episodes, and what was watched. */
export interface Progress {
  /** The newest place of this visit, for lists that must not wait for the server to show it. */
  $latest: ReadableAtom<ContinueCard | undefined>
  /** `position` in seconds. What cannot be sent now is sent later. */
  save(answer: PlayResponse, position: number, drama: DramaCard | undefined): void
  recordWatched(answer: PlayResponse, watched: WatchedSpan): void
  /** Fetches the log before there is something to be written, so that a lost connection loses nothing. */
  loadWatchLog(): void
  /** Resolves when everything said so far has reached the server, so that lists read afterwards show it, or soon. */
  whenSaved(): Promise<void>
}

/** `open`: the log comes behind the first frame, or when there is something to be written into it. */
export function createProgress(open: () => Promise<WatchLog>, clock: Clock): Progress {
  const $latest = atom<ContinueCard | undefined>()
  let lastPosition: Promise<unknown> = Promise.resolve()
  /** What the log has not come for yet. */
  const waiting: ((log: WatchLog) => Promise<void>)[] = []
  const write = (task: (log: WatchLog) => Promise<void>) => {
    waiting.push(task)
    const written = open()
      .then(log => Promise.all(waiting.splice(0).map(write => write(log))))
      .catch(() => undefined)
    lastPosition = Promise.all([lastPosition, written])
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
      write(log => log.place(playOf(answer), position_s))
    },
    recordWatched: (answer, watched) => write(log => log.watched(playOf(answer), watched)),
    loadWatchLog: () => void open().catch(() => undefined),
    whenSaved: () => waitAtMost(clock, lastPosition)
  }
}

/** Where the log keeps what has not been sent. */
export const WATCH_LOG_KEY = 'drama_watched'

/** What the viewer has to do with dramas, whatever page is on screen. */
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
  // What the visit before could not send.
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
