import type { LockedQuote } from '../../../contract/episode.js'
import { useScope, useTranslation } from '../context.js'
import { Button } from '../ui/button.js'
import { Icon } from '../ui/icon.js'

interface Props {
  quote: LockedQuote
  isOutOfOrder: boolean
  onGoTo(no: number): void
}

/** Over the blurred poster: what the episode costs and where to go on watching. */
export function Locked({ quote, isOutOfOrder, onGoTo }: Props) {
  const { app } = useScope()
  const { text } = useTranslation()
  const lastOpen = Math.max(1, quote.first_locked_no - 1)
  return (
    <div className="locked">
      <span className="notice-icon">
        <Icon name="lock" />
      </span>
      <h2>{text('lockedTitle', { no: quote.episode_no })}</h2>
      {isOutOfOrder ? (
        <p>{text('lockedEarlier')}</p>
      ) : (
        <p className="locked-price">{text('lockedPrice', { price: quote.price })}</p>
      )}
      <p className="locked-balance">{text('lockedBalance', { coins: quote.coins + quote.bonus })}</p>
      {quote.first_locked_no > 1 && (
        <Button onPress={() => onGoTo(lastOpen)}>{text('lockedBack', { no: lastOpen })}</Button>
      )}
      <Button kind="quiet" onPress={() => void app.router.switchTab({ url: '/pages/index/dramas' })}>
        {text('lockedOthers')}
      </Button>
    </div>
  )
}
