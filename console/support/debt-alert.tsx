import { Alert } from '@mantine/core'
import { useText } from '../i18n/use-text.js'

/** What a viewer owes, and what becomes of coins or bonus that are given. */
export function DebtAlert({ debt, kind }: { debt: number; kind: 'coins' | 'bonus' }) {
  const text = useText('console-support')
  if (debt === 0) return null
  return (
    <Alert color="yellow" role="status">
      {text('viewerOwes', { count: debt })} {text(kind === 'coins' ? 'coinsSettleDebt' : 'bonusKeepsDebt')}
    </Alert>
  )
}
