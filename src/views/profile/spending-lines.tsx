import { useStore } from '@nanostores/react'
import type { AutoUnlockSettings, SpendingLimits } from '../../../contract/spending.js'
import { readyValue } from '../../core/loading/loadable.js'
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
  const profileText = useStore(page.texts.$text)
  const loadable = useStore(page.info.$loadable)
  const userInfo = readyValue(loadable)
  const settings = userInfo?.auto_unlock
  const toggle = () => {
    if (settings?.enabled) void page.spending.setAutoUnlock(settings, false)
    else onAutoUnlock()
  }
  return (
    <>
      <MenuLine
        icon="unlock"
        text={text('autoUnlock')}
        value={settings && profileText ? autoUnlockValue(settings, profileText) : ''}
        onPress={onAutoUnlock}
      >
        <Switch label={text('autoUnlock')} isOn={settings?.enabled} onPress={toggle} />
      </MenuLine>
      <MenuLine
        icon="limit"
        text={text('spendingLimits')}
        value={userInfo && profileText ? limitsValue(userInfo.limits, profileText) : ''}
        onPress={onLimits}
      />
    </>
  )
}

function autoUnlockValue({ enabled, daily_cap, dramas }: AutoUnlockSettings, profileText: ProfileTranslate): string {
  if (enabled) return profileText('capADay', { count: daily_cap })
  const count = dramas.filter(drama => drama.enabled).length
  return count > 0 ? profileText('onlyInDramas', { count }) : profileText('turnedOff')
}

function limitsValue({ daily_coins, weekly_coins }: SpendingLimits, profileText: ProfileTranslate): string {
  const day = daily_coins === null ? [] : [profileText('coinsADay', { count: daily_coins })]
  const week = weekly_coins === null ? [] : [profileText('coinsAWeek', { count: weekly_coins })]
  return [...day, ...week].join(' · ') || profileText('noLimit')
}
