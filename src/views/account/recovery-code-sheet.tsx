import { useRef, useState } from 'react'
import { hasSystemShare } from '../../dom/browser-features/sharing.js'
import { saveFile } from '../../dom/save-file.js'
import { shareBySystem } from '../../dom/system-share.js'
import { useScope } from '../app/scope.js'
import { useCopyField } from '../ui/controls/use-copy-field.js'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'
import accountCss from './account.css'
import recoveryLinkCss from './recovery-link.css'
import { RecoveryLinkBox } from './recovery-link.js'
import type { AccountSheetProps } from './use-account-sheets.js'
import { useInitialFocus } from './use-initial-focus.js'
import { useUserInfo } from './use-user-info.js'

export const css = sheetCss + accountCss + recoveryLinkCss

export default function RecoveryCodeSheet({ translate, onClose }: AccountSheetProps) {
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
    <Sheet label={translate('recoveryCode')} onClose={onClose}>
      {code ? (
        <RecoveryCode translate={translate} code={code} onClose={onClose} />
      ) : (
        <div className="account">
          <h2>{translate('recoveryCode')}</h2>
          <p className="account-text">{translate('keepWhat')}</p>
          <p className="account-note">{translate('keepSecret')}</p>
          {hasCode && <p className="account-note">{translate('keepReplaces')}</p>}
          <button type="button" className="button primary account-last" part="button" onClick={() => void createCode()}>
            {translate(hasCode ? 'makeAnother' : 'makeCode')}
          </button>
        </div>
      )}
    </Sheet>
  )
}

function RecoveryCode({ translate, code, onClose }: AccountSheetProps & { code: string }) {
  const { app, root } = useScope()
  const { field, copy } = useCopyField(code)
  const copyCode = async () => {
    if (await copy()) app.toasts.show({ title: translate('copied') })
    else app.toasts.showText(translate('copyFailed'))
  }
  const first = useRef<HTMLButtonElement>(null)
  useInitialFocus(first)
  const share = { title: translate('recoveryCode'), text: `${translate('recoveryCode')}: ${code}` }
  const save = () => {
    const lines = [
      `Drama · ${translate('recoveryCode')}`,
      '',
      code,
      '',
      translate('keepWhat'),
      translate('keepSecret'),
      ''
    ]
    saveFile(root.ownerDocument, app.environment.clock.setTimer, {
      name: 'drama-code.txt',
      type: 'text/plain',
      text: lines.join('\r\n')
    })
  }
  return (
    <div className="account">
      <h2>{translate('recoveryCode')}</h2>
      <p className="account-note">{translate('keepOnce')}</p>
      <input {...field} className="account-shown" aria-label={translate('recoveryCode')} />
      <div className="account-buttons">
        <button type="button" className="button primary" part="button" ref={first} onClick={() => void copyCode()}>
          {translate('copy')}
        </button>
        {hasSystemShare() && (
          <button type="button" className="button quiet" part="button" onClick={() => void shareBySystem(share)}>
            {translate('share')}
          </button>
        )}
        <button type="button" className="button quiet" part="button" onClick={save}>
          {translate('saveAsFile')}
        </button>
      </div>
      <RecoveryLinkBox translate={translate} code={code} />
      <p className="account-note">{translate('keepSecretBoth')}</p>
      <button type="button" className="button quiet account-last" part="button" onClick={onClose}>
        {translate('iKeptIt')}
      </button>
    </div>
  )
}
