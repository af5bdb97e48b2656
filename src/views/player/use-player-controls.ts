import { useCallback, useEffect, useState } from 'react'
import type { PlayerPage } from '../../core/playback/player-page.js'
import type { Player } from '../../player/player.js'
import { useLazyPart } from '../app/overlays.js'
import { useScope } from '../app/scope.js'
import { usePlayerMessages } from './use-player-text.js'

const PATIENCE = 4000

const loadChrome = () => import('./controls/player-controls.js')

/** Loads the controls after the first frame, or as soon as it is clear that none will come. */
export function usePlayerControls(page: PlayerPage, controller: Player) {
  const { app } = useScope()
  const [wanted, setWanted] = useState<object>()
  const giveUp = useCallback(() => setWanted(undefined), [])
  useEffect(() => {
    const want = (isTime: boolean) => isTime && setWanted(before => before ?? {})
    const ends = [
      controller.$firstFrame.subscribe(({ size }) => want(size > 0)),
      page.$play.subscribe(shown => {
        const { state } = shown
        want(state === 'locked' || (state === 'failed' && shown.failure === 'unavailable'))
        if (state === 'locked') import('../unlock/unlock-chunk.js').catch(() => undefined)
      }),
      controller.$sound.subscribe(sound => want(sound === 'blocked')),
      app.environment.clock.setTimer(PATIENCE, () => want(page.$play.get().state !== 'failed'))
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [app, page, controller])
  const say = usePlayerMessages(wanted !== undefined)
  const part = useLazyPart(wanted, loadChrome, app.toasts, giveUp)
  return part && say && { ...part, say }
}
