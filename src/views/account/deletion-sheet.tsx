import { coinsAtRisk } from '../../core/account/recovery-status.js'
import { deleteAccount } from '../../core/account/sign-out.js'
import { useScope } from '../app/scope.js'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'
import accountCss from './account.css'
import type { AccountSheetProps } from './use-account-sheets.js'
import { useExport } from './use-export.js'
import { useUserInfo } from './use-user-info.js'

export const css = sheetCss + accountCss

export default function DeletionSheet({ translate, onClose }: AccountSheetProps) {
  const { app } = useScope()
  const userInfo = useUserInfo()
  const exportData = useExport(translate)
  const coins = userInfo ? coinsAtRisk(userInfo) : 0
  const remove = async () => {
    if (await deleteAccount(app, translate)) onClose()
  }
  return (
    <Sheet label={translate('deleteAccount')} onClose={onClose}>
      <div className="account">
        <h2>{translate('deleteAccount')}</h2>
        <p>{translate('deleteLoses')}</p>
        <ul className="account-points">
          {coins > 0 && <li>{translate('deleteCoins', { count: coins })}</li>}
          <li>{translate('deleteEpisodes')}</li>
          <li>{translate('deleteLists')}</li>
          <li>{translate('deleteSessions')}</li>
        </ul>
        <p className="account-note">{translate('deleteKeeps')}</p>
        <div className="account-buttons account-last">
          <button type="button" className="button quiet" part="button" onClick={exportData}>
            {translate('exportData')}
          </button>
          <button type="button" className="button quiet account-danger" part="button" onClick={() => void remove()}>
            {translate('deleteAccount')}
          </button>
        </div>
      </div>
    </Sheet>
  )
}
