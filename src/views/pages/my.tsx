import { useStore } from '@nanostores/react'
import { useEffect, useState } from 'react'
import type { UserInfo } from '../../../contract/user.js'
import { languages } from '../../core/i18n.js'
import { createMyPage } from '../../core/pages/my.js'
import type { Page as PageEntry } from '../../core/router/router.js'
import { VERSION, VERSION_CODE } from '../../core/version.js'
import { useScope, useTranslation } from '../context.js'
import type * as FeedbackSheet from '../feedback-sheet.js'
import { adoptStyles } from '../styles/sheets.js'
import { Button } from '../ui/button.js'
import inputCss from '../ui/input.css'
import { MenuIcon } from '../ui/menu-icon.js'
import { MenuLine, MenuValue, css as menuLineCss } from '../ui/menu-line.js'
import { FailureView } from '../ui/notice.js'
import { PullToRefresh } from '../ui/pull-to-refresh.js'
import { VipCard, css as vipCardCss } from '../ui/vip-card.js'
import { usePage } from '../use-page.js'
import myCss from './my.css'
import { Profile } from './my-profile.js'

export const css = inputCss + menuLineCss + vipCardCss + myCss

export function Page({ page: { id } }: { page: PageEntry }) {
  const { app, root } = useScope()
  const { text } = useTranslation()
  const page = usePage(() => createMyPage(app))
  const { info } = page
  const loadable = useStore(info.$loadable)
  const isOnTop = useStore(app.router.$stack).top?.id === id
  const [sheet, setSheet] = useState<typeof FeedbackSheet>()
  useEffect(() => {
    page.turn(isOnTop)
    if (!isOnTop) setSheet(undefined)
  }, [page, isOnTop])
  const openFeedback = () => {
    const arrive = (part: typeof FeedbackSheet) => {
      adoptStyles(root, part.css)
      if (app.router.$stack.get().top?.id === id) setSheet(part)
    }
    import('../feedback-sheet.js').then(arrive, () => app.toasts.say(text('networkBad')))
  }
  if (loadable.state === 'failed') return <FailureView failure={loadable.failure} onRetry={() => void info.reload()} />
  const known = loadable.state === 'ready' ? loadable.value : undefined
  return (
    <div className="my" aria-busy={known === undefined}>
      <PullToRefresh refresh={info.refresh} />
      <h1 className="visually-hidden">{text('my')}</h1>
      <Profile page={page} user={known?.user} />
      {!app.environment.storage.isKept() && (
        <p className="my-warning" role="note">
          {text('storageBlocked')}
        </p>
      )}
      <div className="my-cards">
        <BalanceCard balance={known?.balance} />
        <VipCard vip={known?.vip} />
      </div>
      <Menu onFeedback={openFeedback} />
      {sheet && <sheet.FeedbackSheet feedback={page.feedback} onClose={() => setSheet(undefined)} />}
    </div>
  )
}

function BalanceCard({ balance }: { balance: UserInfo['balance'] | undefined }) {
  const { app } = useScope()
  const { text, number } = useTranslation()
  return (
    <section className="my-balance" aria-label={text('balance')}>
      <div>
        <h2>{text('balance')}</h2>
        <p className="my-total">
          <MenuIcon name="coin" />
          {balance ? number(balance.coins + balance.bonus) : ' '}
        </p>
        <p>{balance ? text('balanceParts', { coins: balance.coins, bonus: balance.bonus }) : ' '}</p>
      </div>
      <Button kind="quiet" onPress={() => void app.router.navigateTo({ url: '/pages/wallet/store' })}>
        {text('getCoins')}
      </Button>
    </section>
  )
}

function Menu({ onFeedback }: { onFeedback(): void }) {
  const { app } = useScope()
  const { text, language } = useTranslation()
  const goTo = (url: string) => () => void app.router.navigateTo({ url })
  return (
    <ul className="settings">
      <MenuLine icon="gift" text={text('rewards')} onPress={goTo('/pages/reward/reward')} />
      <MenuLine icon="wallet" text={text('wallet')} onPress={goTo('/pages/wallet/wallet')} />
      <MenuValue icon="globe" text={text('language')}>
        <select value={language.tag} onChange={event => void app.chooseLanguage(event.currentTarget.value)}>
          {languages.map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </select>
      </MenuValue>
      <MenuLine icon="message" text={text('feedback')} onPress={onFeedback} />
      <li className="menu-line">
        <span className="menu-label">
          <MenuIcon name="about" />
          {text('version')}
        </span>
        <span className="settings-value">
          {VERSION} ({VERSION_CODE})
        </span>
      </li>
    </ul>
  )
}
