import type { ReactNode } from 'react'
import type { WalletRecord } from '../../../contract/wallet.js'
import type { WalletPage } from '../../core/wallet/wallet-page.js'
import { copyText } from '../../dom/copy-text.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'
import { RecordPrice, statusTexts } from './record-line.js'
import recordCss from './record-sheet.css'
import { WalletIcon } from './wallet-icon.js'
import { formatSigned } from './wallet-sheet.js'

export const css = sheetCss + recordCss

export interface RecordSheetProps {
  page: WalletPage
  record: WalletRecord
  onClose(): void
}

export default function RecordSheet({ page, record, onClose }: RecordSheetProps) {
  const { number } = useTranslation()
  const { dateTime } = usePriceAndDateFormat()
  const text = usePartText(page.texts)
  const { title, status, created_at, coins, bonus, amount, order_no, pass_days: passDays } = record
  return (
    <Sheet label={title} onClose={onClose}>
      <div className="record">
        <h2>{title}</h2>
        {passDays !== undefined && <p className="record-pass">{text('vipDays', { count: passDays })}</p>}
        <dl>
          {coins !== 0 && <Fact name={text('coinsPart')}>{formatSigned(coins, number)}</Fact>}
          {bonus !== 0 && <Fact name={text('bonusPart')}>{formatSigned(bonus, number)}</Fact>}
          {amount !== null && (
            <Fact name={text('recordPaid')}>
              <RecordPrice record={record} />
            </Fact>
          )}
          <Fact name={text('recordStatus')}>{text(statusTexts[status])}</Fact>
          <Fact name={text('recordDate')}>{dateTime(created_at)}</Fact>
        </dl>
        {order_no !== null && <OrderNumber page={page} no={order_no} />}
      </div>
    </Sheet>
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

function OrderNumber({ page, no }: { page: WalletPage; no: string }) {
  const { app } = useScope()
  const text = usePartText(page.texts)
  const copy = async () => app.toasts.showText(text((await copyText(no)) ? 'copied' : 'copyRefused'))
  return (
    <button type="button" className="record-order" aria-label={text('copyOrder', { no })} onClick={() => void copy()}>
      <span>
        {text('recordOrder')}
        <b>{no}</b>
      </span>
      <WalletIcon name="copy" />
    </button>
  )
}
