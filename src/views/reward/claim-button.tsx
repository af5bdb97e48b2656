import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Claimable, Claims } from '../../core/reward/claims.js'
import type { Rewards } from '../../core/reward/rewards.js'
import { vibrate } from '../../dom/vibrate.js'
import { useScope } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import { Coin } from '../ui/icon/coin.js'

interface Props {
  page: Rewards & Claims
  claimable: Claimable
  /** What the coins are for: part of the button's accessible name. */
  title: string
  /** `waiting`: claimed, and paid later. */
  state: 'open' | 'waiting' | 'claimed'
}

/** The button stays after the claim, so that it keeps the focus. */
const buttonTexts = { open: 'claim', waiting: 'waiting', claimed: 'claimed' } as const

export function ClaimButton({ page, claimable, title, state }: Props) {
  const text = usePartText(page.texts)
  const isBusy = useStore(page.$busy) === claimable
  const claimed = useStore(page.$claimed)
  const isFresh = claimed?.claimable === claimable
  const name = text(buttonTexts[state])
  const isClaimed = state !== 'open'
  return (
    <span className="reward-claim">
      <button
        type="button"
        className={isClaimed ? 'reward-pill' : 'button primary reward-action'}
        aria-disabled={isClaimed || isBusy}
        aria-label={`${name}: ${title}`}
        onClick={() => isClaimed || void page.claim(claimable)}
      >
        {isBusy ? <i className="spinner-ring" /> : name}
      </button>
      {isFresh && <CoinAnimation key={claimed.count} />}
    </span>
  )
}

/** Coins that fly to the total of the day. */
export function CoinAnimation() {
  const coins = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    const { current } = coins
    if (!current) return
    const total = current.closest('.page')?.querySelector('.reward-total .coin')
    if (total) {
      const from = current.getBoundingClientRect()
      const to = total.getBoundingClientRect()
      current.style.setProperty('--to-x', `${to.x + to.width / 2 - (from.x + from.width / 2)}px`)
      current.style.setProperty('--to-y', `${to.y + to.height / 2 - (from.y + 20)}px`)
    }
    // Measuring starts animations, and those with a delay would keep the way that they have by then.
    current.dataset.flying = ''
  }, [])
  return (
    <span className="reward-coins" aria-hidden="true" ref={coins}>
      <Coin />
      <Coin />
      <Coin />
      <Coin />
      <Coin />
    </span>
  )
}

/** When the first coin is there. */
export const COINS_ARRIVE_MS = 700

export function useClaimToast(page: Rewards & Claims) {
  const { app } = useScope()
  const text = usePartText(page.texts)
  const claimed = useStore(page.$claimed)
  const announced = useRef(claimed)
  useEffect(() => {
    if (!claimed || announced.current === claimed) return
    announced.current = claimed
    vibrate()
    app.toasts.showText(text('plusCoins', { count: claimed.bonus }))
  }, [app, text, claimed])
}
