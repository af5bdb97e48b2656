import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { Wallet } from '../../../contract/wallet.js'
import type { WalletPage } from '../../core/wallet/wallet-page.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import { Button } from '../ui/controls/button.js'
import { ActionIcon } from '../ui/icon/action-icon.js'
import { Coin } from '../ui/icon/coin.js'
import { WalletIcon } from './wallet-icon.js'

interface Props {
  page: WalletPage
  wallet: Wallet
}

/** Longer totals do not fit a small phone in large type. */
const MAX_LARGE_LENGTH = 10

export function BalanceCard({ page, wallet }: Props) {
  const { app } = useScope()
  const { number } = useTranslation()
  const text = usePartText(page.texts)
  const total = number(wallet.coins + wallet.bonus)
  return (
    <section className="wallet-balance" aria-label={text('balance')}>
      <div className="wallet-balance-card">
        <h2>{text('balance')}</h2>
        <p className="wallet-total" data-long={total.length > MAX_LARGE_LENGTH ? '' : undefined}>
          <Coin />
          {total}
        </p>
        <dl>
          <div>
            <dt>{text('coinsPart')}</dt>
            <dd>{number(wallet.coins)}</dd>
            <dd className="wallet-part-note">{text('coinsNeverEnd')}</dd>
          </div>
          <div>
            <dt>{text('bonusPart')}</dt>
            <dd>{number(wallet.bonus)}</dd>
            <dd className="wallet-part-note">{text('bonusFirst')}</dd>
          </div>
        </dl>
        <Button kind="quiet" onPress={() => void app.router.navigateTo({ url: '/pages/wallet/store?tab=coins' })}>
          {text('getCoins')}
        </Button>
      </div>
      <Notes page={page} wallet={wallet} />
      {wallet.lots.length > 0 && <Lots page={page} wallet={wallet} />}
    </section>
  )
}

function Notes({ page, wallet: { expiring_soon: soon, debt } }: Props) {
  const { dateTime } = usePriceAndDateFormat()
  const text = usePartText(page.texts)
  return (
    <>
      {soon && (
        <p className="wallet-note" role="note">
          <WalletIcon name="alarm" />
          <span>
            <strong>{text('expiringSoon', { count: soon.bonus, date: dateTime(soon.expires_at) })}</strong>
            {text('expiringHint')}
          </span>
        </p>
      )}
      {debt > 0 && (
        <p className="wallet-note" data-debt="" role="note">
          <WalletIcon name="warning" />
          <span>
            <strong>{text('debtOwed', { count: debt })}</strong>
            {text('debtWhy')}
          </span>
        </p>
      )}
    </>
  )
}

function Lots({ page, wallet: { lots } }: Props) {
  const { dateTime } = usePriceAndDateFormat()
  const text = usePartText(page.texts)
  const now = useStore(page.$now)
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="wallet-lots">
      <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {text('bonusDates')}
        <ActionIcon name={isOpen ? 'up' : 'down'} />
      </button>
      <ul hidden={!isOpen}>
        {sumLotsByEnd(lots).map(({ remaining, granted, expires_at }) => (
          <li key={expires_at} data-soon={expires_at - now < EXPIRING_SOON_MS ? '' : undefined}>
            <span>{text('lotAmount', { remaining, granted })}</span>
            <span>{text('lotEnds', { date: dateTime(expires_at) })}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

/** Same as the server's `expiring_soon`. */
const EXPIRING_SOON_MS = 3 * 86_400_000

type Lot = Wallet['lots'][number]

function sumLotsByEnd(lots: readonly Lot[]): Pick<Lot, 'remaining' | 'granted' | 'expires_at'>[] {
  const sums = new Map<number, Pick<Lot, 'remaining' | 'granted' | 'expires_at'>>()
  for (const { remaining, granted, expires_at } of lots) {
    const sum = sums.get(expires_at) ?? { remaining: 0, granted: 0, expires_at }
    sums.set(expires_at, { remaining: sum.remaining + remaining, granted: sum.granted + granted, expires_at })
  }
  return [...sums.values()]
}
