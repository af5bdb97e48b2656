import type { Disclosure } from '../../../contract/store.js'
import type { StoreMessageKey } from '../../../locales/store/en.js'
import type { StoreText } from '../../core/store/messages.js'

const words: Record<Disclosure, StoreMessageKey> = {
  no_renewal: 'tellNoRenewal',
  coins_do_not_end: 'tellCoinsStay',
  bonus_ends: 'tellBonusEnds',
  refund_unspent: 'tellRefund',
  test_payments: 'tellTest'
}

/** What a buyer must know before paying. */
export function Disclosures({ list, text }: { list: readonly Disclosure[]; text: StoreText }) {
  return (
    <section className="shop-facts">
      <h2>{text('goodToKnow')}</h2>
      <ul>
        {list.map(name => (
          <li key={name}>{text(words[name])}</li>
        ))}
      </ul>
    </section>
  )
}
