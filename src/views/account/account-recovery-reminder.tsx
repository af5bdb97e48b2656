import type { UserInfo } from '../../../contract/user.js'
import type { AccountTranslate } from '../../core/account/messages.js'
import { coinsAtRisk, isUnrecoverable } from '../../core/account/recovery-status.js'
import { Button } from '../ui/controls/button.js'
import type { AccountSheetName } from './use-account-sheets.js'

interface Props {
  translate: AccountTranslate
  userInfo: UserInfo
  onOpen(name: AccountSheetName): void
}

export function AccountRecoveryReminder({ translate, userInfo, onOpen }: Props) {
  const isAtStake = coinsAtRisk(userInfo) > 0 || userInfo.has_unlocks
  if (!isAtStake || !isUnrecoverable(userInfo)) return null
  return (
    <aside className="recovery-reminder" aria-label={translate('saveCoins')}>
      <p>
        <b>{translate('saveCoins')}</b>
        {translate('onlyHere')}
      </p>
      <div>
        <Button onPress={() => onOpen('signIn')}>{translate('createAccount')}</Button>
        <Button kind="quiet" onPress={() => onOpen('recovery')}>
          {translate('recoveryCode')}
        </Button>
      </div>
    </aside>
  )
}
