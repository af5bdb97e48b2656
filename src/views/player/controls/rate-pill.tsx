import { useStore } from '@nanostores/react'
import type { PlayerText } from '../../../core/playback/messages.js'
import type { Equipment } from '../../../player/system-controls.js'
import { PlayerIcon } from '../player-icons.js'

/** How fast it plays, while the picture is held and after a key has changed it. */
export function RatePill({ equipment, text }: { equipment: Equipment; text: PlayerText }) {
  const held = useStore(equipment.controller.$heldRate)
  const changed = useStore(equipment.$changedRate)
  const rate = held ?? changed
  return (
    <p className="player-rate" role="status" hidden={rate === undefined}>
      {rate !== undefined && text('rate', { rate })}
      <PlayerIcon name="faster" />
    </p>
  )
}
