import { useCallback, useEffect, useState } from 'react'
import type { Lang } from '../../../contract/protocol/language.js'
import { playerMessageLoaders } from '../../core/playback/messages.js'
import type { PlayerPage } from '../../core/playback/player-page.js'
import type { Player } from '../../player/player.js'
import { useScope } from '../app/scope.js'
import { useLazyPart } from '../app/use-lazy-part.js'
import { usePlayerMessages } from './use-player-messages.js'

const CONTROLS_TIMEOUT_MS = 4000

/** Requests the chunk that the controls import in parallel with theirs. */
const loadControls = () => {
  void import('../app/overlays.js').catch(() => undefined)
  return import('./controls/player-controls.js')
}

/** Also the toolbar, and the texts of both. */
export function preloadControls(lang: Lang): void {
  const parts = [loadControls(), import('./controls/toolbar.js'), playerMessageLoaders[lang]()]
  Promise.all(parts).catch(() => undefined)
}

/** Loads the controls after the first frame, or as soon as it is clear that none will come. */
export function usePlayerControls(page: PlayerPage, player: Player) {
  const { app } = useScope()
  const [wanted, setWanted] = useState<object>()
  const onFailed = useCallback(() => setWanted(undefined), [])
  useEffect(() => {
    const loadIf = (isTime: boolean) => isTime && setWanted(before => before ?? {})
    const cleanups = [
      player.$firstFrame.subscribe(({ size }) => loadIf(size > 0)),
      page.$play.subscribe(shown => {
        const { state } = shown
        loadIf(state === 'locked' || (state === 'failed' && shown.failure === 'unavailable'))
        if (state === 'locked') import('../unlock/unlock-chunk.js').catch(() => undefined)
      }),
      player.$sound.subscribe(sound => loadIf(sound === 'blocked')),
      app.environment.clock.setTimer(CONTROLS_TIMEOUT_MS, () => loadIf(page.$play.get().state !== 'failed'))
    ]
    return () => {
      for (const cleanup of cleanups) cleanup()
    }
  }, [app, page, player])
  const translate = usePlayerMessages(wanted !== undefined)
  const part = useLazyPart(wanted, loadControls, app.toasts, onFailed)
  return part && translate && { ...part, translate }
}
