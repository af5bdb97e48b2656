import { useEffect, useMemo } from 'react'
import type { PlayerPage } from '../../core/playback/player-page.js'
import { createTapRecogniser, type Point } from '../../core/ui/double-tap.js'
import type { Player } from '../../player/player.js'
import type { PlayerUiState } from '../../player/player-ui-state.js'
import { useScope } from '../app/scope.js'

export function usePlayerTaps(page: PlayerPage, player: Player, { $hearts }: PlayerUiState): (at: Point) => void {
  const { app } = useScope()
  const taps = useMemo(() => {
    const { $isControlsHidden } = app.playbackSettings
    let lastHeartId = 0
    const isRefused = () => /refused|blocked/.test(player.$sound.get())
    return createTapRecogniser(app.environment.clock, {
      isUrgent: () => isRefused() || $isControlsHidden.get(),
      onTap() {
        if (page.$play.get().state !== 'playing') return
        if (player.$sound.get() === 'refused') player.toggleSound()
        else if ($isControlsHidden.get()) $isControlsHidden.set(false)
        else player.togglePlay()
      },
      onDoubleTap(at) {
        $hearts.set([...$hearts.get(), { id: ++lastHeartId, ...at }])
        addFavorite().catch(app.showError)
      }
    })
    /** Only adds, because an accidental double tap must not remove a favourite. */
    async function addFavorite() {
      const detail = page.detail.$loadable.get()
      const known = detail.state === 'ready' && detail.value.is_favorite
      const { getOrCreateFavorites } = await import('../../core/library/favorites.js')
      const favorites = getOrCreateFavorites(app)
      if (!(favorites.$changes.get().get(page.dramaId) ?? known)) await favorites.set(page.dramaId, true)
    }
  }, [app, page, player, $hearts])
  useEffect(() => {
    let shown = page.$play.get().no
    return page.$play.listen(({ no }) => {
      if (no !== shown) taps.cancel()
      shown = no
    })
  }, [page, taps])
  useEffect(() => taps.cancel, [taps])
  return taps.tap
}
