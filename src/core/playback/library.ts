import { createDramaSheet, type DramaSheet } from '../catalogue/drama-sheet.js'
import type { Environment } from '../environment.js'
import type { Emitter } from '../event/host-events.js'
import { createFavorites, type Favorites } from '../library/favorites.js'
import type { Api } from '../request/api.js'
import type { Session } from '../session/session.js'
import { createProgress, type Progress } from './progress.js'
import type { WatchLog } from './watch-log.js'

/** Where the log keeps what has not been sent. */
export const WATCH_LOG_KEY = 'drama_watched'

/** What the viewer has to do with dramas, whatever page is on screen. */
export interface Library {
  progress: Progress
  favorites: Favorites
  dramaSheet: DramaSheet
}

export function createLibrary(
  api: Api,
  environment: Environment,
  emit: Emitter,
  session: Session,
  signal: AbortSignal
): Library {
  let log: Promise<WatchLog> | undefined
  const openLog = () => {
    log ??= import('./watch-log.js').then(({ createWatchLog }) => createWatchLog(environment, api, session, signal))
    log.catch(() => {
      log = undefined
    })
    return log
  }
  // What the visit before could not send.
  if (environment.storage.get(WATCH_LOG_KEY))
    void openLog()
      .then(({ send }) => send())
      .catch(() => undefined)
  return {
    progress: createProgress(openLog, environment.clock),
    favorites: createFavorites(api, environment, emit, session),
    dramaSheet: createDramaSheet(api)
  }
}
