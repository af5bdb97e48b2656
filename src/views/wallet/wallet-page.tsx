import { useStore } from '@nanostores/react'
import { useEffect, useLayoutEffect, useRef } from 'react'
import type { Wallet } from '../../../contract/wallet.js'
import type { StackPage } from '../../core/router/router.js'
import { createWalletPage, type WalletPage } from '../../core/wallet/wallet-page.js'
import { PageBar } from '../app/page-bar.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePageModel } from '../app/use-page-model.js'
import { usePartText } from '../app/use-part-text.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import { SheetPortal, useSheets } from '../app/use-sheets.js'
import segmentsCss from '../ui/controls/segmented-control.css'
import coinCss from '../ui/icon/coin.css'
import { MenuIcon } from '../ui/icon/menu-icon.js'
import { PullToRefresh } from '../ui/list/pull-to-refresh.js'
import { FailureView } from '../ui/status/notice.js'
import { SkeletonLines } from '../ui/status/skeleton-lines.js'
import { VipCard, css as vipCardCss } from '../ui/status/vip-card.js'
import balanceCss from './balance-card.css'
import { BalanceCard } from './balance-card.js'
import printCss from './print.css'
import recordsCss from './record-list.css'
import { WalletRecordList } from './record-list.js'
import { usePrinting } from './use-printing.js'
import { WalletIcon } from './wallet-icon.js'
import walletCss from './wallet-page.css'
import type { WalletSheetModule } from './wallet-sheet.js'

export const css = segmentsCss + vipCardCss + coinCss + walletCss + balanceCss + recordsCss

const sheets = {
  statement: (): Promise<WalletSheetModule> => import('./statement-sheet.js'),
  check: (): Promise<WalletSheetModule> => import('./ledger-check-sheet.js')
}

export default function WalletPageView({ page: stackPage }: { page: StackPage }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const page = usePageModel(() => createWalletPage(app, stackPage))
  const loadable = useStore(page.wallet.$loadable)
  const isOnTop = useStore(app.router.$stack).top?.id === stackPage.id
  useEffect(() => page.setOnTop(isOnTop), [page, isOnTop])
  return (
    <div className="bar-page wallet">
      <PullToRefresh refresh={page.refresh} />
      <PageBar title={text('wallet')} />
      {loadable.state === 'failed' && <FailureView failure={loadable.failure} onRetry={page.reload} />}
      {loadable.state === 'loading' && <Skeleton />}
      {loadable.state === 'ready' && <Content page={page} wallet={loadable.value} isOnTop={isOnTop} />}
    </div>
  )
}

function Skeleton() {
  return (
    <div className="skeleton wallet-skeleton" part="skeleton">
      <i />
      <i />
      <i />
      <i />
      <i />
      <SkeletonLines />
    </div>
  )
}

interface ContentProps {
  page: WalletPage
  wallet: Wallet
  isOnTop: boolean
}

function Content({ page, wallet, isOnTop }: ContentProps) {
  const text = usePartText(page.texts)
  const { dateTime } = usePriceAndDateFormat()
  const { shown: sheet, open, close } = useSheets(sheets)
  const isPrinting = usePrinting(printCss, isOnTop)
  const tab = useStore(page.$tab)
  const frame = useRef<HTMLDivElement>(null)
  const shown = useRef(tab)
  useLayoutEffect(() => {
    if (shown.current === tab) return
    shown.current = tab
    // Another list starts at its top, and the tabs stay in place.
    const scroller = frame.current?.closest('.page')
    const bar = scroller?.querySelector('.page-bar')?.clientHeight ?? 0
    const top = (frame.current?.querySelector<HTMLElement>('.wallet-movements')?.offsetTop ?? 0) - bar
    if (scroller && scroller.scrollTop > top) scroller.scrollTo({ top, behavior: 'instant' })
  }, [tab])
  return (
    <div className="wallet-content" ref={frame}>
      {isPrinting && <p className="wallet-printed">{text('printedOn', { date: dateTime(page.$now.get()) })}</p>}
      <div className="wallet-cards">
        <BalanceCard page={page} wallet={wallet} />
        <VipCard vip={wallet.vip} />
      </div>
      <button type="button" className="wallet-check" onClick={() => open('check')}>
        <WalletIcon name="shield" />
        {text('checkLedger')}
        <MenuIcon name="forward" />
      </button>
      <WalletRecordList page={page} isPrinting={isPrinting} onStatement={() => open('statement')} />
      {sheet && (
        <SheetPortal>
          <sheet.default page={page} onClose={close} />
        </SheetPortal>
      )}
    </div>
  )
}
