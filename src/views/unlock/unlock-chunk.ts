// Entry of a chunk: everything about coins in the player, which most episodes do not need.
import switchCss from '../ui/controls/switch.css'
import coinCss from '../ui/icon/coin.css'
import lockedCss from './locked-episode.css'
import spentCss from './spent-coins-notice.css'
import unlockingCss from './unlock.css'

export { createUnlocker } from '../../core/unlock/unlocker.js'
export { AutoUnlockReceiptBar } from './auto-unlock-receipt.js'
export { LockedEpisode } from './locked-episode.js'
export { SpentCoinsNotice } from './spent-coins-notice.js'
export { UnlockAllCard } from './unlock-all.js'

export const css = switchCss + coinCss + lockedCss + unlockingCss + spentCss
