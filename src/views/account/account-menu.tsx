import type { UserInfo } from '../../../contract/user.js'
import type { AccountTranslate } from '../../core/account/messages.js'
import { logOut } from '../../core/account/sign-out.js'
import { useScope } from '../app/scope.js'
import { MenuLine } from '../ui/controls/menu-line.js'
import type { AccountSheetName } from './use-account-sheets.js'
import { useExport } from './use-export.js'

interface Props {
  translate: AccountTranslate
  userInfo: UserInfo | undefined
  onOpen(name: AccountSheetName): void
}

export function AccountMenu({ translate, userInfo, onOpen }: Props) {
  const { app } = useScope()
  const exportData = useExport(translate)
  const isAccount = userInfo?.user.kind === 'user'
  const hasCode = userInfo?.way_back.recovery_code
  return (
    <section>
      <h2 className="profile-account-title">{translate('account')}</h2>
      <ul className="profile-account">
        <MenuLine
          icon="key"
          text={translate(isAccount ? 'recoveryCode' : 'saveMyCoins')}
          value={userInfo ? translate(hasCode ? 'recoveryMade' : 'recoveryNone') : ''}
          onPress={() => onOpen('recovery')}
        />
        <MenuLine icon="save" text={translate('exportData')} onPress={exportData} />
        <MenuLine icon="leave" text={translate('logOut')} onPress={() => void logOut(app, translate, userInfo)} />
        {isAccount && <MenuLine icon="bin" text={translate('deleteAccount')} onPress={() => onOpen('deletion')} />}
      </ul>
    </section>
  )
}
