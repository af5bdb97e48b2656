import type { AccountTranslate } from '../../core/account/messages.js'
import { fitsQrCode, recoveryLink } from '../../core/account/recovery-link.js'
import { hasSystemShare } from '../../dom/browser-features/sharing.js'
import { shareBySystem } from '../../dom/system-share.js'
import { useScope } from '../app/scope.js'
import { useCopyField } from '../ui/controls/use-copy-field.js'
import { QrCode } from './qr-code.js'

export function RecoveryLinkBox({ translate, code }: { translate: AccountTranslate; code: string }) {
  const { app, root } = useScope()
  const link = recoveryLink(root.host.ownerDocument.location.href, code, app.options.lpid)
  const { field, copy } = useCopyField(link ?? '')
  const copyLink = async () => {
    if (await copy()) app.toasts.show({ title: translate('copied') })
    else app.toasts.showText(translate('linkCopyFailed'))
  }
  if (!link) return null
  const hasPicture = fitsQrCode(link)
  return (
    <section className="recovery-link" aria-label={translate('carryTitle')}>
      <h3>{translate('carryTitle')}</h3>
      <p className="account-text">{translate(hasPicture ? 'carryScan' : 'carryOpen')}</p>
      {hasPicture && <QrCode text={link} label={translate('carryPicture')} />}
      <input {...field} className="account-link" aria-label={translate('carryLink')} />
      <div className="account-buttons">
        <button type="button" className="button quiet" part="button" onClick={() => void copyLink()}>
          {translate('copyLink')}
        </button>
        {hasSystemShare() && (
          <button
            type="button"
            className="button quiet"
            part="button"
            onClick={() => void shareBySystem({ title: translate('carryTitle'), url: link })}
          >
            {translate('sendLink')}
          </button>
        )}
      </div>
    </section>
  )
}
