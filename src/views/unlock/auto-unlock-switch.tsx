import { useStore } from '@nanostores/react'
import { readyValue } from '../../core/loading/loadable.js'
import { isAutoUnlockOn } from '../../core/spending/spending.js'
import type { UnlockTranslate } from '../../core/unlock/messages.js'
import type { Unlocker } from '../../core/unlock/unlocker.js'
import type { PlayerUiState } from '../../player/player-ui-state.js'
import { Switch } from '../ui/controls/switch.js'

interface Props {
  unlocker: Unlocker
  uiState: PlayerUiState
  drama: { id: string; title: string }
  unlockText: UnlockTranslate
}

export function AutoUnlockSwitch({ unlocker: { account, spending }, uiState, drama, unlockText }: Props) {
  const loadable = useStore(account.info.$loadable)
  const settings = readyValue(loadable)?.auto_unlock
  const isOn = settings && isAutoUnlockOn(settings, drama.id)
  const toggle = () => {
    if (settings && isOn) void spending.setDramaAutoUnlock(settings, drama, false)
    else uiState.$sheet.set('auto-unlock')
  }
  return (
    <div className="auto-line">
      <p>
        {unlockText('autoUnlock')}
        <small>{unlockText('autoNote')}</small>
      </p>
      <Switch label={unlockText('autoUnlock')} isOn={isOn} onPress={toggle} />
    </div>
  )
}
