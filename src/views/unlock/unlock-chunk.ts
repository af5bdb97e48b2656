// Everything about coins in the player, in a chunk of its own: most episodes need none of it.
import switchCss from '../ui/controls/switch.css'
import lockedCss from './locked-episode.css'
import unlockingCss from './unlock.css'

export { createUnlocker } from '../../core/unlock/unlocker.js'
export { AutoUnlockReceiptBar } from './auto-unlock-receipt.js'
export { LockedEpisode } from './locked-episode.js'
export { UnlockAllCard } from './unlock-all.js'

export const css = switchCss + lockedCss + unlockingCss
