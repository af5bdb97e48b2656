import type { AccountText } from '../../core/account/messages.js'
import { fitsQrCode, recoveryLink } from '../../core/account/recovery-link.js'
import { shareBySystem } from '../../dom/system-share.js'
import { useScope } from '../app/scope.js'
import { QrCode } from './qr-code.js'
import { useCopyField } from './use-copy-field.js'

export function RecoveryLinkBox({ say, code }: { say: AccountText; code: string }) {
  const { app, root } = useScope()
  const link = recoveryLink(root.host.ownerDocument.location.href, code, app.options.lpid)
  const { field, copy } = useCopyField(say, link ?? '', 'linkCopyFailed')
  if (!link) return null
  const hasPicture = fitsQrCode(link)
  return (
    <section className="account-carry" aria-label={say('carryTitle')}>
      <h3>{say('carryTitle')}</h3>
      <p className="account-what">{say(hasPicture ? 'carryScan' : 'carryOpen')}</p>
      {hasPicture && <QrCode text={link} label={say('carryPicture')} />}
      <input {...field} className="account-link" aria-label={say('carryLink')} />
      <div className="account-buttons">
        <button type="button" className="button quiet" part="button" onClick={() => void copy()}>
          {say('copyLink')}
        </button>
        {'share' in navigator && (
          <button
            type="button"
            className="button quiet"
            part="button"
            onClick={() => void shareBySystem({ title: say('carryTitle'), url: link })}
          >
            {say('sendLink')}
          </button>
        )}
      </div>
    </section>
  )
}
