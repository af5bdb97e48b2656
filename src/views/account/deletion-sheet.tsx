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

export function AccountSheet({ say, onClose }: AccountSheetProps) {
  const { app } = useScope()
  const userInfo = useUserInfo()
  const exportData = useExport(say)
  const coins = userInfo ? coinsAtRisk(userInfo) : 0
  const remove = async () => {
    if (await deleteAccount(app, say)) onClose()
  }
  return (
    <Sheet label={say('deleteAccount')} onClose={onClose}>
      <div className="account">
        <h2>{say('deleteAccount')}</h2>
        <p>{say('deleteLoses')}</p>
        <ul className="account-points">
          {coins > 0 && <li>{say('deleteCoins', { count: coins })}</li>}
          <li>{say('deleteEpisodes')}</li>
          <li>{say('deleteLists')}</li>
          <li>{say('deleteSessions')}</li>
        </ul>
        <p className="account-note">{say('deleteKeeps')}</p>
        <div className="account-buttons account-last">
          <button type="button" className="button quiet" part="button" onClick={exportData}>
            {say('exportData')}
          </button>
          <button type="button" className="button quiet account-danger" part="button" onClick={() => void remove()}>
            {say('deleteAccount')}
          </button>
        </div>
      </div>
    </Sheet>
  )
}
