import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { WalletRecord } from '../../../contract/wallet.js'
import type { WalletMessageKey } from '../../../locales/wallet/en.js'
import type { DatedRecord, RecordList } from '../../core/wallet/record-list.js'
import type { WalletPage, WalletTab } from '../../core/wallet/wallet-page.js'
import { walletTabs } from '../../core/wallet/wallet-page.js'
import { useScope } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import { SheetPortal, useSheets } from '../app/use-sheets.js'
import { SegmentedControl } from '../ui/controls/segmented-control.js'
import { ActionIcon } from '../ui/icon/action-icon.js'
import { Coin } from '../ui/icon/coin.js'
import { InfiniteListEnd } from '../ui/list/infinite-list-end.js'
import { VirtualGrid } from '../ui/list/virtual-grid.js'
import { EmptyState, FailureView } from '../ui/status/notice.js'
import { SkeletonLines } from '../ui/status/skeleton-lines.js'
import { WalletRecordLine } from './record-line.js'
import { WalletIcon } from './wallet-icon.js'

const names: Record<WalletTab, WalletMessageKey> = { topup: 'topups', unlock: 'unlocks', bonus: 'bonuses' }

const sheets = { record: () => import('./record-sheet.js') }

interface Props {
  page: WalletPage
  isPrinting: boolean
  onStatement(): void
}

export function WalletRecordList({ page, isPrinting, onStatement }: Props) {
  const text = usePartText(page.texts)
  const tab = useStore(page.$tab)
  const { shown: sheet, open, close } = useSheets(sheets)
  const [record, setRecord] = useState<WalletRecord>()
  const openRecord = (chosen: WalletRecord) => {
    setRecord(chosen)
    open('record')
  }
  return (
    <section className="wallet-movements" aria-label={text('movements')}>
      <div className="wallet-movements-head">
        <h2>{text('movements')}</h2>
        <button type="button" onClick={onStatement}>
          <WalletIcon name="paper" />
          {text('statement')}
        </button>
      </div>
      <div className="wallet-tabs">
        <SegmentedControl
          label={text('movements')}
          options={walletTabs.map(id => ({ id, text: text(names[id]) }))}
          current={tab}
          onChange={page.show}
        />
      </div>
      <h2 className="wallet-tab-name">{text(names[tab])}</h2>
      <List key={tab} page={page} list={page.records()} tab={tab} isPrinting={isPrinting} onOpen={openRecord} />
      {sheet && record && (
        <SheetPortal>
          <sheet.default page={page} record={record} onClose={close} />
        </SheetPortal>
      )}
    </section>
  )
}

interface ListProps extends Omit<Props, 'onStatement'> {
  list: RecordList
  tab: WalletTab
  onOpen(record: WalletRecord): void
}

function List({ page, list, tab, isPrinting, onOpen }: ListProps) {
  const text = usePartText(page.texts)
  const groups = useStore(list.$groups)
  const loadable = useStore(list.paged.list.$loadable)
  if (loadable.state === 'failed') return <FailureView failure={loadable.failure} onRetry={list.paged.reload} />
  if (loadable.state === 'loading') return <SkeletonLines />
  const isEmpty = groups.length === 0 && loadable.value.next_cursor === null
  return (
    <>
      {groups.map(({ title, entries }) => (
        <section className="wallet-group" key={title}>
          <h3>{text(title)}</h3>
          <Lines page={page} entries={entries} tab={tab} isPrinting={isPrinting} onOpen={onOpen} />
        </section>
      ))}
      <InfiniteListEnd paged={list.paged} />
      {isEmpty && <EmptyRecords page={page} tab={tab} />}
    </>
  )
}

interface LinesProps extends Omit<ListProps, 'list'> {
  entries: readonly DatedRecord[]
}

function Lines({ page, entries, tab, isPrinting, onOpen }: LinesProps) {
  const line = (record: DatedRecord) => <WalletRecordLine page={page} record={record} tab={tab} onOpen={onOpen} />
  if (!isPrinting) {
    return <VirtualGrid className="wallet-lines" entries={entries} keyOf={({ id }) => id} render={line} />
  }
  return (
    <ul className="wallet-lines">
      {entries.map(record => (
        <li key={record.id}>{line(record)}</li>
      ))}
    </ul>
  )
}

function EmptyRecords({ page, tab }: { page: WalletPage; tab: WalletTab }) {
  const { app } = useScope()
  const text = usePartText(page.texts)
  const goTo = (url: string) => () => void app.router.navigateTo({ url })
  switch (tab) {
    case 'topup':
      return (
        <EmptyState
          icon={<ActionIcon name="info" />}
          text={text('noTopups')}
          action={text('getCoins')}
          onAction={goTo('/pages/wallet/store?tab=coins')}
        />
      )
    case 'unlock':
      return (
        <EmptyState
          icon={<ActionIcon name="lock" />}
          text={text('noUnlocks')}
          action={text('seeDramas')}
          onAction={() => void app.router.switchTab({ url: '/pages/index/dramas' })}
        />
      )
    case 'bonus':
      return (
        <EmptyState
          icon={<Coin />}
          text={text('noBonuses')}
          action={text('earnBonus')}
          onAction={goTo('/pages/reward/reward')}
        />
      )
  }
}
