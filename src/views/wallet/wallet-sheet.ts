import { useStore } from '@nanostores/react'
import type { ComponentType } from 'react'
import type { WalletTranslate } from '../../core/wallet/messages.js'
import type { WalletPage } from '../../core/wallet/wallet-page.js'

export interface WalletSheetProps {
  page: WalletPage
  onClose(): void
}

export interface WalletSheetModule {
  default: ComponentType<WalletSheetProps>
  css: string
}

export function useWalletText({ texts }: WalletPage): WalletTranslate {
  const text = useStore(texts.$text)
  if (!text) throw new Error('the wallet was rendered before its texts')
  return text
}

export function formatSigned(amount: number, number: (value: number) => string): string {
  return `${amount < 0 ? '−' : '+'}${number(Math.abs(amount))}`
}
