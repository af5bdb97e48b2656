// Entry of the chunk that shows the picture which a new viewer lands on, whether or not there is an app by then.
import type { App } from '../../src/core/app.js'
import { muted, quality, readSetting } from '../../src/core/playback/stored-settings.js'
import {
  type InstantStart,
  type InstantStartOptions,
  startInstantStart
} from '../../src/player/instant-start/instant-start.js'
import type { StartRequest } from '../../src/player/instant-start/request.js'
import type { AppHandle, LaunchContext } from '../loader/launch.js'

export function beginInstantStart(front: LaunchContext, run: AppHandle, hint: StartRequest): InstantStart {
  return startInstantStart(instantStartOptions(front, run), hint)
}

/** What the picture follows of an app that may come after it. */
function instantStartOptions({ environment, signal }: LaunchContext, run: AppHandle): InstantStartOptions {
  /** `follow` answers how its following ends. */
  const followApp = (follow: (app: App) => () => void, until: AbortSignal) =>
    run.whenApp.then(app => until.aborted || until.addEventListener('abort', follow(app)), ignore)
  return {
    environment,
    signal,
    isMuted: () => run.app()?.settings.$isMuted.get() ?? readSetting(environment.storage, muted),
    quality: {
      get: () => run.app()?.settings.$quality.get() ?? readSetting(environment.storage, quality),
      listen(listener) {
        const ending = new AbortController()
        void followApp(({ settings }) => settings.$quality.listen(listener), ending.signal)
        return () => ending.abort()
      }
    },
    onLeave(listener, until) {
      void followApp(({ router: { $stack } }) => {
        const first = $stack.get().top?.id
        return $stack.listen(({ top }) => top?.id !== first && listener())
      }, until)
    }
  }
}

const ignore = () => undefined
