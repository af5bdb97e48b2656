import { useEffect, useRef } from 'react'
import type { Product, ProviderId, StoreIndex } from '../../../contract/store.js'
import type { StoreTranslate } from '../../core/store/messages.js'
import { isPass } from '../../core/store/offers.js'
import { useScope } from '../app/scope.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import { RadioGroup } from '../ui/controls/radio-group.js'
import { isHostPageUnfocused } from '../ui/overlay/is-host-page-unfocused.js'

interface Props {
  index: StoreIndex
  chosen: Product
  provider: ProviderId | undefined
  isBusy: boolean
  /** The viewer has returned from the checkout or the account recovery prompt. */
  isBack: boolean
  problem: string | undefined
  text: StoreTranslate
  onProvider(id: ProviderId): void
  onPay(): void
}

export function PayBar({ index, chosen, provider, isBusy, isBack, problem, text, onProvider, onPay }: Props) {
  const { root } = useScope()
  const { price } = usePriceAndDateFormat()
  const pay = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isBack && isHostPageUnfocused(root)) pay.current?.focus({ preventScroll: true })
  }, [root, isBack])
  const { providers } = index
  const selectedProvider = providers.find(({ id }) => id === provider) ?? providers[0]
  return (
    <div className="pay-bar">
      {providers.length > 1 && (
        <RadioGroup
          legend={text('payWith')}
          options={providers.map(({ id }) => ({
            text: text(id === 'sandbox' ? 'providerSandbox' : 'providerStripe'),
            isChosen: id === selectedProvider?.id,
            onChoose: () => onProvider(id)
          }))}
        />
      )}
      <p className="pay-problem" role="alert">
        {problem}
      </p>
      <button
        type="button"
        className="button primary pay-button"
        part="button"
        ref={pay}
        aria-disabled={isBusy}
        onClick={onPay}
      >
        {isBusy ? text('openingPayment') : text('payPrice', { price: price(chosen) })}
      </button>
      <p className="pay-note">
        {isPass(chosen) ? text('noRenewal') : gainOf(chosen, index, text)}
        {selectedProvider?.is_test && <b>{text('tellTest')}</b>}
      </p>
    </div>
  )
}

function gainOf({ coins, bonus }: Product, { first_gift }: StoreIndex, text: StoreTranslate): string {
  const all = bonus + (first_gift?.bonus ?? 0)
  return all > 0 ? text('youGetWithBonus', { coins, bonus: all }) : text('youGet', { count: coins })
}
