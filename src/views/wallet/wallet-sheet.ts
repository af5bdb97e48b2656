import type { WalletPage } from '../../core/wallet/wallet-page.js'
import type { SheetModule } from '../app/use-sheets.js'

export interface WalletSheetProps {
  page: WalletPage
  onClose(): void
}

export type WalletSheetModule = SheetModule<WalletSheetProps>

export function formatSigned(amount: number, number: (value: number) => string): string {
  return `${amount < 0 ? '−' : '+'}${number(Math.abs(amount))}`
}
