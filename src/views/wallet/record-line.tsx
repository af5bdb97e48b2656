import type { WalletRecord } from '../../../contract/wallet.js'
import type { WalletMessageKey } from '../../../locales/wallet/en.js'
import { playerUrl } from '../../core/campaign/deep-link.js'
import { formatPriceInChineseNumerals } from '../../core/format/chinese-numerals.js'
import type { WalletPage, WalletTab } from '../../core/wallet/wallet-page.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import { Coin } from '../ui/icon/coin.js'
import { formatSigned } from './wallet-sheet.js'

export const statusTexts: Record<WalletRecord['status'], WalletMessageKey> = {
  paid: 'statusPaid',
  refunded: 'statusRefunded',
  spent: 'statusSpent',
  granted: 'statusGranted',
  expired: 'statusExpired'
}

interface Props {
  page: WalletPage
  record: WalletRecord
  tab: WalletTab
  onOpen(record: WalletRecord): void
}

export function WalletRecordLine({ page, record, tab, onOpen }: Props) {
  const { app } = useScope()
  const { dateTime } = usePriceAndDateFormat()
  const text = usePartText(page.texts)
  const { title, status, created_at, drama_id, episode_no, order_no } = record
  const openDrama =
    drama_id !== null && tab !== 'bonus'
      ? () => void app.router.navigateTo({ url: playerUrl(drama_id, episode_no ?? undefined) })
      : undefined
  const open = openDrama ?? (order_no === null ? undefined : () => onOpen(record))
  return (
    <article className="wallet-record">
      <div className="wallet-record-text">
        {open ? (
          <button type="button" className="wallet-record-drama" onClick={open}>
            {title}
          </button>
        ) : (
          <strong>{title}</strong>
        )}
        <span className="wallet-record-when">
          <b data-status={status}>{text(statusTexts[status])}</b> {dateTime(created_at, page.$now.get())}
        </span>
        {order_no !== null && <span className="wallet-order">{text('orderNumber', { no: order_no })}</span>}
      </div>
      <Amount page={page} record={record} tab={tab} />
    </article>
  )
}

function Amount({ page, record, tab }: Omit<Props, 'onOpen'>) {
  const { number } = useTranslation()
  const text = usePartText(page.texts)
  const { coins, bonus, pass_days: passDays } = record
  const total = tab === 'bonus' ? bonus : coins + bonus
  const parts = tab !== 'bonus' && coins !== 0 && bonus !== 0
  return (
    <div className="wallet-amount" data-in={total > 0 ? '' : undefined}>
      {passDays === undefined ? (
        <p>
          <Coin />
          {formatSigned(total, number)}
        </p>
      ) : (
        <p className="wallet-pass">{text('vipDays', { count: passDays })}</p>
      )}
      {parts && (
        <small>{text('balanceParts', { coins: number(Math.abs(coins)), bonus: number(Math.abs(bonus)) })}</small>
      )}
      <RecordPrice record={record} />
    </div>
  )
}

/** What was paid, in Chinese also in numerals. */
export function RecordPrice({ record: { amount, currency } }: { record: WalletRecord }) {
  const { language } = useTranslation()
  const { price } = usePriceAndDateFormat()
  if (amount === null || currency === null) return null
  const numerals = formatPriceInChineseNumerals({ amount, currency }, language.tag)
  return (
    <>
      <small>{price({ amount, currency })}</small>
      {numerals && <small>{numerals}</small>}
    </>
  )
}
