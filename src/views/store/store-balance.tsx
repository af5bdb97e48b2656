import type { StoreIndex } from '../../../contract/store.js'
import type { StoreTranslate } from '../../core/store/messages.js'
import { useTranslation } from '../app/scope.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import { Coin } from '../ui/icon/coin.js'
import { MenuIcon } from '../ui/icon/menu-icon.js'

export function StoreBalance({ index, text }: { index: StoreIndex; text: StoreTranslate }) {
  const { number } = useTranslation()
  const { date } = usePriceAndDateFormat()
  const { balance, debt, vip } = index
  const isActive = vip.active && vip.until !== null
  return (
    <section className="store-balance" aria-label={text('balance')}>
      <h2>{text('balance')}</h2>
      <p className="store-total">
        <Coin />
        {number(balance.coins + balance.bonus)}
      </p>
      <p>{text('balanceParts', { coins: balance.coins, bonus: balance.bonus })}</p>
      <p className="store-vip" data-active={isActive ? '' : undefined}>
        <MenuIcon name="crown" />
        <b>VIP</b>
        {isActive ? text('vipUntil', { date: date(vip.until ?? 0) }) : text('vipInactive')}
      </p>
      {debt > 0 && (
        <p className="store-debt" role="note">
          {text('debtNote', { count: debt })}
        </p>
      )}
    </section>
  )
}
