import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { UserInfo } from '../../../contract/user.js'
import { languageNames } from '../../core/i18n/language-names.js'
import { VERSION, VERSION_CODE } from '../../core/lib/version.js'
import { readyValue } from '../../core/loading/loadable.js'
import { createProfilePage, type ProfilePage } from '../../core/profile/profile-page.js'
import type { StackPage } from '../../core/router/router.js'
import { AccountMenu } from '../account/account-menu.js'
import accountRecoveryReminderCss from '../account/account-recovery-reminder.css'
import { AccountRecoveryReminder } from '../account/account-recovery-reminder.js'
import { useAccountSheets } from '../account/use-account-sheets.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePageModel } from '../app/use-page-model.js'
import { SheetPortal, useSheets } from '../app/use-sheets.js'
import { Button } from '../ui/controls/button.js'
import inputCss from '../ui/controls/input.css'
import { MenuLine, css as menuLineCss } from '../ui/controls/menu-line.js'
import { css as switchCss } from '../ui/controls/switch.js'
import { Coin } from '../ui/icon/coin.js'
import { MenuIcon } from '../ui/icon/menu-icon.js'
import { PullToRefresh } from '../ui/list/pull-to-refresh.js'
import { FailureView } from '../ui/status/notice.js'
import { VipCard, css as vipCardCss } from '../ui/status/vip-card.js'
import { ProfileHeader } from './profile-header.js'
import profileCss from './profile-page.css'
import type { ProfileSheetModule } from './profile-sheet.js'
import { ReturnedNotice } from './returned-notice.js'
import { SiteLines } from './site-lines.js'
import { SpendingLines } from './spending-lines.js'

export const css = inputCss + menuLineCss + switchCss + vipCardCss + accountRecoveryReminderCss + profileCss

const sheets = {
  feedback: (): Promise<ProfileSheetModule> => import('./feedback-sheet.js'),
  autoUnlock: (): Promise<ProfileSheetModule> => import('../spending/auto-unlock-settings-sheet.js'),
  limits: (): Promise<ProfileSheetModule> => import('../spending/spending-limits-sheet.js'),
  language: (): Promise<ProfileSheetModule> => import('./language-sheet.js')
}
type SheetName = keyof typeof sheets

export default function ProfilePageView({ page: { id } }: { page: StackPage }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const page = usePageModel(() => createProfilePage(app))
  const { info } = page
  const loadable = useStore(info.$loadable)
  const profileText = useStore(page.texts.$text)
  const isOnTop = useStore(app.router.$stack).top?.id === id
  const { shown: sheet, open, close } = useSheets(sheets, { prepare: page.texts.load })
  const account = useAccountSheets(page.refreshQuietly)
  useEffect(() => page.setOnTop(isOnTop), [page, isOnTop])
  if (loadable.state === 'failed') return <FailureView failure={loadable.failure} onRetry={() => void info.reload()} />
  const userInfo = readyValue(loadable)
  return (
    <div className="profile" aria-busy={userInfo === undefined}>
      <PullToRefresh refresh={info.refresh} />
      <h1 className="visually-hidden">{text('profile')}</h1>
      <ProfileHeader page={page} user={userInfo?.user} onSignIn={() => account.open('signIn')} />
      {profileText && !app.environment.storage.isPersistent() && (
        <p className="profile-warning" role="note">
          {profileText('storageBlocked')}
        </p>
      )}
      <ReturnedNotice page={page} />
      {userInfo && account.translate && (
        <AccountRecoveryReminder translate={account.translate} userInfo={userInfo} onOpen={account.open} />
      )}
      <div className="profile-cards">
        <BalanceCard balance={userInfo?.balance} />
        <VipCard vip={userInfo?.vip} />
      </div>
      <Menu page={page} onOpen={open} />
      {account.translate && <AccountMenu translate={account.translate} userInfo={userInfo} onOpen={account.open} />}
      {sheet && (
        <SheetPortal>
          <sheet.default page={page} onClose={close} />
        </SheetPortal>
      )}
      {account.sheet}
    </div>
  )
}

function BalanceCard({ balance }: { balance: UserInfo['balance'] | undefined }) {
  const { app } = useScope()
  const { text, number } = useTranslation()
  return (
    <section className="profile-balance" aria-label={text('balance')}>
      <button
        type="button"
        className="profile-balance-open"
        onClick={() => void app.router.navigateTo({ url: '/pages/wallet/wallet' })}
      >
        {text('balance')}
        <span className="profile-total">
          <Coin />
          {balance ? number(balance.coins + balance.bonus) : '\u00a0'}
        </span>
        {balance ? text('balanceParts', { coins: balance.coins, bonus: balance.bonus }) : '\u00a0'}
      </button>
      <Button kind="quiet" onPress={() => void app.router.navigateTo({ url: '/pages/wallet/store?tab=coins&from=my' })}>
        {text('getCoins')}
      </Button>
    </section>
  )
}

function Menu({ page, onOpen }: { page: ProfilePage; onOpen(name: SheetName): void }) {
  const { app } = useScope()
  const { text, language } = useTranslation()
  const profileText = useStore(page.texts.$text)
  const goTo = (url: string) => () => void app.router.navigateTo({ url })
  return (
    <ul className="settings">
      <MenuLine icon="gift" text={text('reward')} onPress={goTo('/pages/reward/reward')} />
      <MenuLine icon="wallet" text={text('wallet')} onPress={goTo('/pages/wallet/wallet')} />
      <SpendingLines page={page} onAutoUnlock={() => onOpen('autoUnlock')} onLimits={() => onOpen('limits')} />
      <MenuLine
        icon="globe"
        text={text('language')}
        value={languageNames[language.apiCode]}
        onPress={() => onOpen('language')}
      />
      <FeedbackLine page={page} onPress={() => onOpen('feedback')} />
      {app.environment.site() && <SiteLines />}
      <li className="menu-line">
        <span className="menu-label">
          <MenuIcon name="about" />
          {profileText?.('version')}
        </span>
        <span className="settings-value">
          {VERSION} ({VERSION_CODE})
        </span>
      </li>
    </ul>
  )
}

function FeedbackLine({ page, onPress }: { page: ProfilePage; onPress(): void }) {
  const { text } = useTranslation()
  const profileText = useStore(page.texts.$text)
  const count = readyValue(useStore(page.info.$loadable))?.unread_answers ?? 0
  const news = count > 0 && profileText ? { value: profileText('newAnswers', { count }), isNew: true } : {}
  return <MenuLine icon="message" text={text('feedback')} {...news} onPress={onPress} />
}
