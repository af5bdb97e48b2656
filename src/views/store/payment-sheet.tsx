import type { ReactNode } from 'react'
import type { Checkout } from '../../core/store/checkout.js'
import type { StoreTranslate } from '../../core/store/messages.js'
import coinCss from '../ui/icon/coin.css'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'
import { CheckoutStatus, type ShownCheckout, css as statusCss } from './checkout-status.js'

export const css = sheetCss + coinCss + statusCss

export interface PaymentSheetProps {
  shown: ShownCheckout
  checkout: Checkout
  title: string
  text: StoreTranslate
  ending: string
  protection: ReactNode
  onEnd(): void
  onRetry(): void
  onClose(): void
}

export default function PaymentSheet({ onClose, ...status }: PaymentSheetProps) {
  return (
    <Sheet label={status.text('paymentTitle')} onClose={onClose}>
      <CheckoutStatus {...status} />
    </Sheet>
  )
}
