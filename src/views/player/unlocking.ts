// Everything about coins in the player, in a chunk of its own: most episodes need none of it.
import switchCss from '../ui/switch.css'
import lockedCss from './locked.css'
import unlockingCss from './unlocking.css'

export { createPurchase } from '../../core/unlock/unlocker.js'
export { Locked } from './locked.js'
export { ReceiptBar } from './receipt-bar.js'
export { UnlockAll } from './unlock-all.js'

export const css = switchCss + lockedCss + unlockingCss
