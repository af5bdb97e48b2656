import { useStore } from '@nanostores/react'
import { useRef, useState } from 'react'
import type { UnlockGoal } from '../../core/store/unlock-goal.js'
import { createUnlockAll } from '../../core/unlock/unlock-all.js'
import { useScope } from '../app/scope.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import type { ControlProps } from '../player/control-props.js'
import { UnlockAllPlaceholder } from '../player/episodes/unlock-all-placeholder.js'
import { UnlockNoticeText } from './unlock-notice.js'
import { openStoreFromPlayer, useStoreVisitEnd } from './use-store-visit.js'
import type { UnlockPart } from './use-unlock.js'

type Props = Pick<ControlProps, 'page' | 'uiState'> & { unlockPart: UnlockPart }

export function UnlockAllCard({ page, uiState, unlockPart: { unlocker, unlockText } }: Props) {
  const { app } = useScope()
  const { price } = usePriceAndDateFormat()
  const onMissingCoins = (goal: UnlockGoal) => openStoreFromPlayer(uiState, goal, 'episodes')
  const [rest] = useState(() => createUnlockAll(app, page, unlocker, onMissingCoins))
  const hasHostOffer = useStore(uiState.$hasHostOffer)
  const button = useRef<HTMLButtonElement>(null)
  const quote = useStore(rest.$quote)
  const notice = useStore(rest.$notice)
  const isBusy = useStore(rest.$isBusy)
  const isLoading = useStore(rest.$isLoading)
  useStoreVisitEnd(uiState, 'episodes', ({ price: goalPrice }) => {
    const { coins = 0, bonus = 0 } = quote?.balance ?? {}
    return coins + bonus >= goalPrice ? button.current : undefined
  })
  if (isLoading && !hasHostOffer) return <UnlockAllPlaceholder page={page} />
  if (!quote || quote.remaining === 0 || hasHostOffer) return null
  const { coins_needed: coins, discount_percent: percent, money } = quote
  return (
    <div className="unlock-all">
      <UnlockNoticeText notice={notice} unlockText={unlockText} />
      <button
        type="button"
        className="button primary"
        part="button"
        ref={button}
        aria-busy={isBusy}
        aria-disabled={isBusy}
        onClick={() => void rest.unlock()}
      >
        {isBusy
          ? unlockText('unlocking')
          : [unlockText('unlockAll'), ...(percent > 0 ? [unlockText('discountOff', { percent })] : [])].join(' · ')}
        <small>{`${unlockText('coinCount', { count: coins })}${money.amount > 0 ? ` · ≈\u00a0${price(money)}` : ''}`}</small>
      </button>
    </div>
  )
}
