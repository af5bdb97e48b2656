import type { ListItem } from '../api/action-types.js'
import { useText } from '../i18n/use-text.js'
import { useSigned } from './use-signed.js'

export type Adjustment = ListItem<'/operator/coins_request_list'>

/** Such as `+500 bonus`. */
export function useAdjustmentText(): (adjustment: Pick<Adjustment, 'kind' | 'coins'>) => string {
  const text = useText('console-support')
  const signed = useSigned()
  return ({ kind, coins }) => text(kind === 'coins' ? 'coinsSigned' : 'bonusSigned', { coins: signed(coins) })
}
