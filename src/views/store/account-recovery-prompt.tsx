import { useCallback } from 'react'
import type { StoreTranslate } from '../../core/store/messages.js'
import type { StorePage } from '../../core/store/store-page.js'
import { useAccountSheets } from '../account/use-account-sheets.js'
import { MenuIcon } from '../ui/icon/menu-icon.js'
import { CheckoutPanel } from './checkout-status.js'

export function AccountRecoveryPrompt({ page, text }: { page: StorePage; text: StoreTranslate }) {
  const later = useCallback(() => page.answerWarning('later'), [page])
  const account = useAccountSheets(later)
  return (
    <CheckoutPanel
      title={text('saveTitle')}
      sign={
        <span className="checkout-shield">
          <MenuIcon name="wallet" />
        </span>
      }
    >
      <p>{text('saveText')}</p>
      <button type="button" className="button primary" part="button" onClick={() => account.open('recovery')}>
        {text('saveByCode')}
      </button>
      <button type="button" className="button quiet" part="button" onClick={() => account.open('signIn')}>
        {text('saveByEmail')}
      </button>
      <button type="button" className="checkout-leave" onClick={() => page.answerWarning('anyway')}>
        {text('saveAnyway')}
      </button>
      <button type="button" className="checkout-leave" onClick={later}>
        {text('back')}
      </button>
      {account.sheet}
    </CheckoutPanel>
  )
}
