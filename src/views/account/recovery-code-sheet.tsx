import { useRef, useState } from 'react'
import { saveFile } from '../../dom/save-file.js'
import { shareBySystem } from '../../dom/system-share.js'
import { useScope } from '../app/scope.js'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'
import accountCss from './account.css'
import recoveryLinkCss from './recovery-link.css'
import { RecoveryLinkBox } from './recovery-link.js'
import type { AccountSheetProps } from './use-account-sheets.js'
import { useCopyField } from './use-copy-field.js'
import { useInitialFocus } from './use-initial-focus.js'
import { useUserInfo } from './use-user-info.js'

export const css = sheetCss + accountCss + recoveryLinkCss

export function AccountSheet({ say, onClose }: AccountSheetProps) {
  const { app } = useScope()
  const userInfo = useUserInfo()
  const [code, setCode] = useState<string>()
  const isBusy = useRef(false)
  const createCode = async () => {
    if (isBusy.current) return
    isBusy.current = true
    try {
      setCode((await app.api.post('/user/recovery_code', {}, { isQuiet: true })).code)
    } catch (error) {
      app.showError(error)
    }
    isBusy.current = false
  }
  const hasCode = userInfo?.way_back.recovery_code === true
  return (
    <Sheet label={say('recoveryCode')} onClose={onClose}>
      {code ? (
        <RecoveryCode say={say} code={code} onClose={onClose} />
      ) : (
        <div className="account">
          <h2>{say('recoveryCode')}</h2>
          <p className="account-what">{say('keepWhat')}</p>
          <p className="account-note">{say('keepSecret')}</p>
          {hasCode && <p className="account-note">{say('keepReplaces')}</p>}
          <button type="button" className="button primary account-last" part="button" onClick={() => void createCode()}>
            {say(hasCode ? 'makeAnother' : 'makeCode')}
          </button>
        </div>
      )}
    </Sheet>
  )
}

function RecoveryCode({ say, code, onClose }: AccountSheetProps & { code: string }) {
  const { app, root } = useScope()
  const { field, copy } = useCopyField(say, code, 'copyFailed')
  const first = useRef<HTMLButtonElement>(null)
  useInitialFocus(first)
  const share = { title: say('recoveryCode'), text: `${say('recoveryCode')}: ${code}` }
  const save = () => {
    const lines = [`Drama · ${say('recoveryCode')}`, '', code, '', say('keepWhat'), say('keepSecret'), '']
    saveFile(root.ownerDocument, app.environment.clock.setTimer, {
      name: 'drama-code.txt',
      type: 'text/plain',
      text: lines.join('\r\n')
    })
  }
  return (
    <div className="account">
      <h2>{say('recoveryCode')}</h2>
      <p className="account-note">{say('keepOnce')}</p>
      <input {...field} className="account-shown" aria-label={say('recoveryCode')} />
      <div className="account-buttons">
        <button type="button" className="button primary" part="button" ref={first} onClick={() => void copy()}>
          {say('copy')}
        </button>
        {'share' in navigator && (
          <button type="button" className="button quiet" part="button" onClick={() => void shareBySystem(share)}>
            {say('share')}
          </button>
        )}
        <button type="button" className="button quiet" part="button" onClick={save}>
          {say('saveAsFile')}
        </button>
      </div>
      <RecoveryLinkBox say={say} code={code} />
      <p className="account-note">{say('keepSecretBoth')}</p>
      <button type="button" className="button quiet account-last" part="button" onClick={onClose}>
        {say('iKeptIt')}
      </button>
    </div>
  )
}
