import { useStore } from '@nanostores/react'
import type { AutoUnlockSettings, SpendingLimits } from '../../../contract/spending.js'
import type { ProfileTranslate } from '../../core/profile/messages.js'
import type { ProfilePage } from '../../core/profile/profile-page.js'
import { useTranslation } from '../app/scope.js'
import { MenuLine } from '../ui/controls/menu-line.js'
import { Switch } from '../ui/controls/switch.js'

interface Props {
  page: ProfilePage
  onAutoUnlock(): void
  onLimits(): void
}

export function SpendingLines({ page, onAutoUnlock, onLimits }: Props) {
  const { text } = useTranslation()
  const say = useStore(page.texts.$text)
  const loadable = useStore(page.info.$loadable)
  const known = loadable.state === 'ready' ? loadable.value : undefined
  const settings = known?.auto_unlock
  const turn = () => {
    if (settings?.enabled) void page.spending.setAutoUnlock(settings, false)
    else onAutoUnlock()
  }
  return (
    <>
      <MenuLine
        icon="unlock"
        text={text('autoUnlock')}
        value={settings && say ? autoUnlockValue(settings, say) : ''}
        onPress={onAutoUnlock}
      >
        <Switch label={text('autoUnlock')} isOn={settings?.enabled} onPress={turn} />
      </MenuLine>
      <MenuLine
        icon="limit"
        text={text('spendingLimits')}
        value={known && say ? limitsValue(known.limits, say) : ''}
        onPress={onLimits}
      />
    </>
  )
}

function autoUnlockValue({ enabled, daily_cap, dramas }: AutoUnlockSettings, say: ProfileTranslate): string {
  if (enabled) return say('capADay', { count: daily_cap })
  const count = dramas.filter(drama => drama.enabled).length
  return count > 0 ? say('onlyInDramas', { count }) : say('turnedOff')
}

function limitsValue({ daily_coins, weekly_coins }: SpendingLimits, say: ProfileTranslate): string {
  const day = daily_coins === null ? [] : [say('coinsADay', { count: daily_coins })]
  const week = weekly_coins === null ? [] : [say('coinsAWeek', { count: weekly_coins })]
  return [...day, ...week].join(' · ') || say('noLimit')
}
