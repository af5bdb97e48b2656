import { createDramaSheet, type DramaSheet } from './drama-sheet.js'
import type { Environment } from './environment.js'
import type { Emitter } from './events.js'
import { createFavorites, type Favorites } from './favorites.js'
import { createProgress, type Progress } from './progress.js'
import type { Api } from './request/api.js'
import type { Session } from './session.js'

/** What the viewer has to do with dramas, whatever page is on screen. */
export interface Library {
  progress: Progress
  favorites: Favorites
  dramaSheet: DramaSheet
}

export function createLibrary(api: Api, environment: Environment, emit: Emitter, session: Session): Library {
  return {
    progress: createProgress(api, environment.clock),
    favorites: createFavorites(api, environment, emit, session),
    dramaSheet: createDramaSheet(api)
  }
}
