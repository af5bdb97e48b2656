import type { Drama } from '../../../contract/drama.js'
import type { PlayerTranslate } from '../../core/playback/messages.js'
import type { PlayerPage } from '../../core/playback/player-page.js'
import type { Player } from '../../player/player.js'
import type { PlayerUiState } from '../../player/player-ui-state.js'

export interface ControlProps {
  player: Player
  page: PlayerPage
  drama: Drama | undefined
  uiState: PlayerUiState
  translate: PlayerTranslate
}
