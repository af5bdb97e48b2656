import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import type { UserInfo } from '../../../contract/user.js'
import { languages } from '../../core/i18n.js'
import { createMyPage, type MyPage } from '../../core/pages/my.js'
import type { Page as PageEntry } from '../../core/router/router.js'
import { VERSION, VERSION_CODE } from '../../core/version.js'
import { useScope, useTranslation } from '../context.js'
import type { MySheetModule } from '../my-sheet.js'
import { useCover } from '../overlays.js'
import { adoptStyles } from '../styles/sheets.js'
import { Button } from '../ui/button.js'
import inputCss from '../ui/input.css'
import { MenuIcon } from '../ui/menu-icon.js'
import { MenuLine, MenuValue, css as menuLineCss } from '../ui/menu-line.js'
import { FailureView } from '../ui/notice.js'
import { PullToRefresh } from '../ui/pull-to-refresh.js'
import { css as switchCss } from '../ui/switch.js'
import { VipCard, css as vipCardCss } from '../ui/vip-card.js'
import { usePage } from '../use-page.js'
import myCss from './my.css'
import { Profile } from './my-profile.js'
import { SpendingLines } from './my-spending.js'

export const css = inputCss + menuLineCss + switchCss + vipCardCss + myCss

const sheets = {
  feedback: (): Promise<MySheetModule> => import('../feedback-sheet.js'),
  autoUnlock: (): Promise<MySheetModule> => import('../auto-unlock-sheet.js'),
  limits: (): Promise<MySheetModule> => import('../limits-sheet.js')
}
type SheetName = keyof typeof sheets

export function Page({ page: { id } }: { page: PageEntry }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const page = usePage(() => createMyPage(app))
  const { info } = page
  const loadable = useStore(info.$loadable)
  const isOnTop = useStore(app.router.$stack).top?.id === id
  const { sheet, open } = useSheet(page, id)
  useEffect(() => page.turn(isOnTop), [page, isOnTop])
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
      <Menu page={page} onOpen={name => void open(name)} />
      {sheet}
    </div>
  )
}

/** What is open over the page, and what opens it once its code and texts are there, if the page is on top by then. */
function useSheet(page: MyPage, id: number) {
  const { app, root } = useScope()
  const { text } = useTranslation()
  const [sheet, setSheet] = useState<MySheetModule>()
  const close = useCallback(() => setSheet(undefined), [])
  useCover(sheet, close)
  const open = async (name: SheetName) => {
    try {
      const [arrived] = await Promise.all([sheets[name](), page.texts.load()])
      adoptStyles(root, arrived.css)
      if (app.router.$stack.get().top?.id === id) setSheet(arrived)
    } catch {
      app.toasts.say(text('networkBad'))
    }
  }
  const place = root.querySelector('.overlays')
  return { open, sheet: sheet && place && createPortal(<sheet.MySheet page={page} onClose={close} />, place) }
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

function Menu({ page, onOpen }: { page: MyPage; onOpen(name: SheetName): void }) {
  const { app } = useScope()
  const { text, language } = useTranslation()
  const goTo = (url: string) => () => void app.router.navigateTo({ url })
  return (
    <ul className="settings">
      <MenuLine icon="gift" text={text('rewards')} onPress={goTo('/pages/reward/reward')} />
      <MenuLine icon="wallet" text={text('wallet')} onPress={goTo('/pages/wallet/wallet')} />
      <SpendingLines page={page} onAutoUnlock={() => onOpen('autoUnlock')} onLimits={() => onOpen('limits')} />
      <MenuValue icon="globe" text={text('language')}>
        <select value={language.tag} onChange={event => void app.chooseLanguage(event.currentTarget.value)}>
          {languages.map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </select>
      </MenuValue>
      <MenuLine icon="message" text={text('feedback')} onPress={() => onOpen('feedback')} />
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
