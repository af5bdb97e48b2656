import { useStore } from '@nanostores/react'
import type { Quote } from '../../../contract/quote.js'
import { type LoadableStore, readyValue } from '../../core/loading/loadable.js'
import { useTranslation } from '../app/scope.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'

/** What the rest of the drama costs, in one line, whose place is kept while it loads. */
export function DramaPrice({ quote }: { quote: LoadableStore<Quote> }) {
  const loadable = useStore(quote.$loadable)
  const price = readyValue(loadable)
  if (loadable.state === 'failed') return null
  return <p className="drama-price">{price && <Price quote={price} />}</p>
}

function Price({ quote }: { quote: Quote }) {
  const { text } = useTranslation()
  const { price } = usePriceAndDateFormat()
  if (quote.paid_total === 0) return text('allFree')
  if (quote.remaining === 0) return text('allUnlocked')
  const isReduced = quote.coins_full > quote.coins_needed
  return (
    <>
      {text('wholeDrama')}: <b>{text('coinCount', { count: quote.coins_needed })}</b>
      {quote.money.amount > 0 && ` · ≈ ${price(quote.money)}`}
      {isReduced && (
        <>
          {' · '}
          {text('discountOff', { percent: quote.discount_percent })}
          <span className="visually-hidden"> {text('priceBefore', { count: quote.coins_full })}</span>
        </>
      )}
    </>
  )
}
