import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { Claimable, Claims } from '../../core/reward/claims.js'
import type { Rewards } from '../../core/reward/rewards.js'
import { useScope } from '../app/scope.js'
import { Coin } from '../ui/icon/coin.js'
import { useRewardText } from './use-reward-text.js'

interface Props {
  page: Rewards & Claims
  what: Claimable
  /** Of what the coins are for, for who hears the button alone. */
  title: string
  isClaimed: boolean
}

/** Takes what was earned; afterwards the same button says so, and keeps the focus. */
export function ClaimButton({ page, what, title, isClaimed }: Props) {
  const text = useRewardText(page)
  const isBusy = useStore(page.$busy) === what
  const claimed = useStore(page.$claimed)
  const isFresh = claimed?.what === what
  const name = text(isClaimed ? 'claimed' : 'claim')
  return (
    <span className="reward-claim">
      <button
        type="button"
        className={isClaimed ? 'reward-pill' : 'button primary reward-action'}
        aria-disabled={isClaimed || isBusy}
        aria-label={`${name}: ${title}`}
        onClick={() => isClaimed || void page.claim(what)}
      >
        {isBusy ? <i className="turning" /> : name}
      </button>
      {isFresh && <CoinShower key={claimed.count} />}
    </span>
  )
}

/** Coins that rise from what was claimed; not for who wants things to stay still. */
function CoinShower() {
  return (
    <span className="reward-shower" aria-hidden="true">
      <Coin />
      <Coin />
      <Coin />
      <Coin />
      <Coin />
    </span>
  )
}

/** Says what has arrived, each time something has. */
export function useClaimNews(page: Rewards & Claims) {
  const { app } = useScope()
  const text = useRewardText(page)
  const claimed = useStore(page.$claimed)
  const told = useRef(claimed)
  useEffect(() => {
    if (!claimed || told.current === claimed) return
    told.current = claimed
    app.toasts.show({ title: text('plusCoins', { count: claimed.bonus }), icon: 'success' })
  }, [app, text, claimed])
}
