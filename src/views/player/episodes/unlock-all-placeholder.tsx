import { useStore } from '@nanostores/react'
import type { PlayerPage } from '../../../core/playback/player-page.js'

/** Keeps the place of the button that unlocks all episodes, so that the list does not grow when its price comes. */
export function UnlockAllPlaceholder({ page }: { page: PlayerPage }) {
  const loadable = useStore(page.episodes.$loadable)
  const hasLocked = loadable.state === 'ready' && loadable.value.list.some(({ state }) => state === 'locked')
  return hasLocked ? <div className="unlock-all-placeholder" /> : null
}
