import type { UserInfo } from '../../../contract/user.js'
import type { AccountText } from '../../core/account/messages.js'
import { coinsAtRisk, isUnrecoverable } from '../../core/account/recovery-status.js'
import { Button } from '../ui/controls/button.js'
import type { AccountSheetName } from './use-account-sheets.js'

interface Props {
  say: AccountText
  userInfo: UserInfo
  onOpen(name: AccountSheetName): void
}

export function BackupReminder({ say, userInfo, onOpen }: Props) {
  const isAtStake = coinsAtRisk(userInfo) > 0 || userInfo.has_unlocks
  if (!isAtStake || !isUnrecoverable(userInfo)) return null
  return (
    <aside className="way-back" aria-label={say('saveCoins')}>
      <p>
        <b>{say('saveCoins')}</b>
        {say('onlyHere')}
      </p>
      <div>
        <Button onPress={() => onOpen('entry')}>{say('createAccount')}</Button>
        <Button kind="quiet" onPress={() => onOpen('recovery')}>
          {say('recoveryCode')}
        </Button>
      </div>
    </aside>
  )
}
