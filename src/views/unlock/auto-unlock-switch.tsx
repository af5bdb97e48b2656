import { useStore } from '@nanostores/react'
import { isAutoUnlockOn } from '../../core/spending/spending.js'
import type { UnlockText } from '../../core/unlock/messages.js'
import type { Unlocker } from '../../core/unlock/unlocker.js'
import type { PlayerUiState } from '../../player/player-ui-state.js'
import { Switch } from '../ui/controls/switch.js'

interface Props {
  purchase: Unlocker
  desk: PlayerUiState
  drama: { id: string; title: string }
  tell: UnlockText
}

export function AutoUnlockLine({ purchase: { account, spending }, desk, drama, tell }: Props) {
  const known = useStore(account.info.$loadable)
  const settings = known.state === 'ready' ? known.value.auto_unlock : undefined
  const isOn = settings && isAutoUnlockOn(settings, drama.id)
  const turn = () => {
    if (settings && isOn) void spending.setDramaAutoUnlock(settings, drama, false)
    else desk.$sheet.set('auto-unlock')
  }
  return (
    <div className="auto-line">
      <p>
        {tell('autoUnlock')}
        <small>{tell('autoNote')}</small>
      </p>
      <Switch label={tell('autoUnlock')} isOn={isOn} onPress={turn} />
    </div>
  )
}
