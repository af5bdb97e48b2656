import type { UserInfo } from '../../../../contract/user.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { usePriceAndDateFormat } from '../../app/use-price-and-date-format.js'
import { Button } from '../controls/button.js'
import { MenuIcon } from '../icon/menu-icon.js'
import vipCardCss from './vip-card.css'

export const css = vipCardCss

export function VipCard({ vip }: { vip: UserInfo['vip'] | undefined }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const { date } = usePriceAndDateFormat()
  const isActive = vip?.active === true && vip.until !== null
  return (
    <section className="vip" data-active={isActive ? '' : undefined} aria-label="VIP">
      <MenuIcon name="crown" />
      <div className="vip-text">
        <p className="vip-state">
          <strong>VIP</strong>
          <span>{vip && (isActive ? text('vipUntil', { date: date(vip.until ?? 0) }) : text('vipInactive'))}</span>
        </p>
        <p>{text('vipPromise')}</p>
      </div>
      <Button kind="quiet" onPress={() => void app.router.navigateTo({ url: '/pages/wallet/store?tab=pass&from=my' })}>
        {text('seePasses')}
      </Button>
    </section>
  )
}
