// Chunk: loaded with the first request of a deep link to an episode.
import type { App } from '../../src/core/app.js'
import { muted, quality, readSetting } from '../../src/core/playback/stored-settings.js'
import { getInstantStart, type InstantStartOptions } from '../../src/player/instant-start/instant-start.js'
import type { InstantStart, StartRequest } from '../../src/player/instant-start/request.js'
import type { AppHandle, LaunchContext } from '../loader/launch.js'

export function beginInstantStart(context: LaunchContext, handle: AppHandle, request: StartRequest): InstantStart {
  return getInstantStart(request, instantStartOptions(context, handle))
}

function instantStartOptions({ environment, signal }: LaunchContext, handle: AppHandle): InstantStartOptions {
  const subscribeLater = (subscribe: (app: App) => () => void, until: AbortSignal) =>
    handle.whenApp.then(app => until.aborted || until.addEventListener('abort', subscribe(app)), ignore)
  return {
    environment,
    signal,
    isMuted: () => handle.app()?.playbackSettings.$isMuted.get() ?? readSetting(environment.storage, muted),
    quality: {
      get: () => handle.app()?.playbackSettings.$quality.get() ?? readSetting(environment.storage, quality),
      listen(listener) {
        const controller = new AbortController()
        void subscribeLater(({ playbackSettings }) => playbackSettings.$quality.listen(listener), controller.signal)
        return () => controller.abort()
      }
    },
    onLeave(listener, until) {
      void subscribeLater(({ router: { $stack } }) => {
        const landingPageId = $stack.get().top?.id
        return $stack.listen(({ top }) => top?.id !== landingPageId && listener())
      }, until)
    }
  }
}

function ignore() {}
