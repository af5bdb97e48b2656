import coinCss from '../ui/icon/coin.css'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'
import { CheckoutStatus, type CheckoutStatusProps, css as statusCss } from './checkout-status.js'

export const css = sheetCss + coinCss + statusCss

export interface PaymentSheetProps extends CheckoutStatusProps {
  onClose(): void
}

export default function PaymentSheet({ onClose, ...status }: PaymentSheetProps) {
  return (
    <Sheet label={status.text('paymentTitle')} onClose={onClose}>
      <CheckoutStatus {...status} />
    </Sheet>
  )
}
