import { useStore } from '@nanostores/react'
import { useCallback } from 'react'
import type { StoreTranslate } from '../../core/store/messages.js'
import type { StorePage } from '../../core/store/store-page.js'
import { useAccountSheets } from '../account/use-account-sheets.js'
import { MenuIcon } from '../ui/icon/menu-icon.js'

/** Proposes a recovery code or an e-mail address after the first payment. */
export function AccountRecoveryPrompt({ page, text }: { page: StorePage; text: StoreTranslate }) {
  const isUnprotected = useStore(page.$isUnprotected)
  return isUnprotected ? <Proposal page={page} text={text} /> : null
}

function Proposal({ page, text }: { page: StorePage; text: StoreTranslate }) {
  const check = useCallback(() => void page.checkProtection(), [page])
  const account = useAccountSheets(check)
  return (
    <section className="checkout-protect" aria-label={text('saveTitle')}>
      <h3>
        <MenuIcon name="key" />
        {text('saveTitle')}
      </h3>
      <p>{text('saveText')}</p>
      <button type="button" className="button quiet" part="button" onClick={() => account.open('recovery')}>
        {text('saveByCode')}
      </button>
      <button type="button" className="checkout-leave" onClick={() => account.open('signIn')}>
        {text('saveByEmail')}
      </button>
      {account.sheet}
    </section>
  )
}
