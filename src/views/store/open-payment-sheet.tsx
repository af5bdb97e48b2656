import { useMemo } from 'react'
import { useScope } from '../app/scope.js'
import { useLazyPart, useOverlay } from '../app/use-lazy-part.js'
import { SheetPortal } from '../app/use-sheets.js'
import type { PaymentSheetProps } from './payment-sheet.js'

export const loadPaymentSheet = () => import('./payment-sheet.js')

interface Props extends Omit<PaymentSheetProps, 'shown'> {
  /** Undefined while the sheet is closed. */
  shown: PaymentSheetProps['shown'] | undefined
}

export function OpenPaymentSheet({ shown, ...props }: Props) {
  const { app } = useScope()
  const isOpen = shown !== undefined
  const wanted = useMemo(() => (isOpen ? {} : undefined), [isOpen])
  const part = useLazyPart(wanted, loadPaymentSheet, app.toasts, props.onClose)
  useOverlay(wanted, props.onClose)
  return (
    shown &&
    part && (
      <SheetPortal>
        <part.default shown={shown} {...props} />
      </SheetPortal>
    )
  )
}
