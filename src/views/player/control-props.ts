import type { Drama } from '../../../contract/drama.js'
import type { PlayerTranslate } from '../../core/playback/messages.js'
import type { PlayerPage } from '../../core/playback/player-page.js'
import type { Controller } from '../../player/player.js'
import type { PlayerDesk } from '../../player/player-ui-state.js'

/** What the parts around the picture are given. */
export interface PartProps {
  controller: Controller
  page: PlayerPage
  /** Undefined while what is written about it is on its way. */
  drama: Drama | undefined
  desk: PlayerDesk
  say: PlayerTranslate
}
