import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Drama } from '../../../contract/drama.js'
import type { Quote } from '../../../contract/quote.js'
import type { LoadableStore } from '../../core/loading/loadable.js'
import { readyValue } from '../../core/loading/loadable.js'
import { useTranslation } from '../app/scope.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'

export function DramaFacts({ drama, quote }: { drama: Drama; quote: LoadableStore<Quote> }) {
  const { text } = useTranslation()
  const loadable = useStore(quote.$loadable)
  const price = readyValue(loadable)
  return (
    <dl className="drama-facts">
      <Fact name={text('length')}>
        {text('minutes', { count: drama.total_minutes })}
        {price && price.minutes_left > 0 && price.minutes_left < price.total_minutes && (
          <small>{text('minutesLeft', { count: price.minutes_left })}</small>
        )}
      </Fact>
      {loadable.state !== 'failed' && (
        <Fact name={text('wholeDrama')} note={price && <Discount quote={price} />}>
          {price ? <Price quote={price} /> : <i className="drama-waiting" />}
        </Fact>
      )}
      {drama.cast.length > 0 && <Fact name={text('cast')}>{drama.cast.join(', ')}</Fact>}
      {drama.age_rating && <Fact name={text('ageRating')}>{drama.age_rating}</Fact>}
    </dl>
  )
}

function Fact({ name, note, children }: { name: string; note?: ReactNode; children: ReactNode }) {
  return (
    <div>
      <dt>
        {name}
        {note}
      </dt>
      <dd>{children}</dd>
    </div>
  )
}

function Price({ quote }: { quote: Quote }) {
  const { text, number } = useTranslation()
  const { price } = usePriceAndDateFormat()
  if (quote.paid_total === 0) return text('allFree')
  if (quote.remaining === 0) return text('allUnlocked')
  return (
    <>
      <span>
        {isReduced(quote) && (
          <>
            <s aria-hidden="true">{number(quote.coins_full)}</s>{' '}
            <span className="visually-hidden">{text('priceBefore', { count: quote.coins_full })}</span>
          </>
        )}
        <b>{text('coinCount', { count: quote.coins_needed })}</b>
        {quote.money.amount > 0 && (
          <>
            <span className="visually-hidden"> · </span>
            <span className="drama-money">≈&nbsp;{price(quote.money)}</span>
          </>
        )}
      </span>
      <small>{text('episodesToUnlock', { count: quote.remaining })}</small>
    </>
  )
}

function Discount({ quote }: { quote: Quote }) {
  const { text } = useTranslation()
  return isReduced(quote) ? <small>{text('discountOff', { percent: quote.discount_percent })}</small> : null
}

const isReduced = ({ coins_full, coins_needed, remaining }: Quote) => remaining > 0 && coins_full > coins_needed
