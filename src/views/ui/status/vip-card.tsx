import type { UserInfo } from '../../../../contract/user.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { usePriceAndDateFormat } from '../../app/use-price-and-date-format.js'
import { Button } from '../controls/button.js'
import { MenuIcon } from '../icon/menu-icon.js'
import vipCardCss from './vip-card.css'

export const css = vipCardCss

const ENDS_SOON_MS = 3 * 86_400_000

export function VipCard({ vip }: { vip: UserInfo['vip'] | undefined }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const { date } = usePriceAndDateFormat()
  const until = vip?.active ? vip.until : null
  const isActive = until !== null
  const isEndingSoon = isActive && until - app.environment.clock.now() < ENDS_SOON_MS
  return (
    <section className="vip" data-active={isActive ? '' : undefined} aria-label="VIP">
      <MenuIcon name="crown" />
      <div className="vip-text">
        <p className="vip-state">
          <strong>VIP</strong>
          <span>{vip && (isActive ? text('vipUntil', { date: date(until) }) : text('vipInactive'))}</span>
        </p>
        <p>{text(isActive ? 'renewHint' : 'vipPromise')}</p>
      </div>
      <Button
        kind={isEndingSoon ? 'primary' : 'quiet'}
        onPress={() => void app.router.navigateTo({ url: '/pages/wallet/store?tab=pass&from=my' })}
      >
        {text(isActive ? 'renewPass' : 'seePasses')}
      </Button>
    </section>
  )
}
