import { useStore } from '@nanostores/react'
import type { ReactNode } from 'react'
import type { Drama } from '../../../contract/drama.js'
import type { Quote } from '../../../contract/quote.js'
import { type LoadableStore, readyValue } from '../../core/loading/loadable.js'
import { useTranslation } from '../app/scope.js'

export function DramaFacts({ drama, quote }: { drama: Drama; quote: LoadableStore<Quote> }) {
  const { text } = useTranslation()
  const price = readyValue(useStore(quote.$loadable))
  const isBegun = price && price.minutes_left > 0 && price.minutes_left < price.total_minutes
  return (
    <dl className="drama-facts">
      <Fact name={text('length')}>
        {text('minutes', { count: drama.total_minutes })}
        {isBegun && <small>{text('minutesLeft', { count: price.minutes_left })}</small>}
      </Fact>
      {drama.cast.length > 0 && <Fact name={text('cast')}>{drama.cast.join(', ')}</Fact>}
      {drama.age_rating && <Fact name={text('ageRating')}>{drama.age_rating}</Fact>}
    </dl>
  )
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
