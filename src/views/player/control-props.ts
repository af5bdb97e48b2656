import type { Drama } from '../../../contract/drama.js'
import type { PlayerTranslate } from '../../core/playback/messages.js'
import type { PlayerPage } from '../../core/playback/player-page.js'
import type { Player } from '../../player/player.js'
import type { PlayerUiState } from '../../player/player-ui-state.js'

/** What the parts around the picture are given. */
export interface ControlProps {
  controller: Player
  page: PlayerPage
  /** Undefined while what is written about it is on its way. */
  drama: Drama | undefined
  uiState: PlayerUiState
  translate: PlayerTranslate
}
