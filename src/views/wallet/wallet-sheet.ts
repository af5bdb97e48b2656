import { useStore } from '@nanostores/react'
import type { ComponentType } from 'react'
import type { WalletText } from '../../core/wallet/messages.js'
import type { WalletPage } from '../../core/wallet/wallet-page.js'

export interface WalletSheetProps {
  page: WalletPage
  onClose(): void
}

/** What opens over the wallet: its code comes when it is asked for. */
export interface WalletSheetModule {
  WalletSheet: ComponentType<WalletSheetProps>
  css: string
}

/** Texts of the wallet; it is drawn only once there are some. */
export function useWalletText({ texts }: WalletPage): WalletText {
  const text = useStore(texts.$text)
  if (!text) throw new Error('the wallet was rendered before its texts')
  return text
}

/** With its sign, which says what its colour says: `+50`, `−60`. */
export function formatSigned(amount: number, number: (value: number) => string): string {
  return `${amount < 0 ? '−' : '+'}${number(Math.abs(amount))}`
}
