import type { WalletRecord } from '../../../contract/wallet.js'
import type { WalletMessageKey } from '../../../locales/wallet/en.js'
import { playerUrl } from '../../core/campaign/deep-link.js'
import { formatPriceInChineseNumerals } from '../../core/format/chinese-numerals.js'
import type { WalletPage, WalletTab } from '../../core/wallet/wallet-page.js'
import { copyText } from '../../dom/copy-text.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import { Coin } from '../ui/icon/coin.js'
import { WalletIcon } from './wallet-icon.js'
import { formatSigned } from './wallet-sheet.js'

const statuses: Record<WalletRecord['status'], WalletMessageKey> = {
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
}

export function WalletRecordLine({ page, record, tab }: Props) {
  const { app } = useScope()
  const { dateTime } = usePriceAndDateFormat()
  const text = usePartText(page.texts)
  const { title, status, created_at, drama_id, episode_no, order_no } = record
  return (
    <article className="wallet-record">
      <div className="wallet-record-text">
        {drama_id && tab !== 'bonus' ? (
          <button
            type="button"
            className="wallet-record-drama"
            onClick={() => void app.router.navigateTo({ url: playerUrl(drama_id, episode_no ?? undefined) })}
          >
            {title}
          </button>
        ) : (
          <strong>{title}</strong>
        )}
        <span className="wallet-record-when">
          <b data-status={status}>{text(statuses[status])}</b> {dateTime(created_at)}
        </span>
        {order_no !== null && <OrderNumber page={page} no={order_no} />}
      </div>
      <Amount page={page} record={record} tab={tab} />
    </article>
  )
}

function Amount({ page, record: { coins, bonus, amount, currency }, tab }: Props) {
  const { number, language } = useTranslation()
  const { price } = usePriceAndDateFormat()
  const text = usePartText(page.texts)
  const total = tab === 'bonus' ? bonus : coins + bonus
  const paid = amount !== null && currency !== null ? { amount, currency } : undefined
  const numerals = paid && formatPriceInChineseNumerals(paid, language.tag)
  const parts = tab !== 'bonus' && coins !== 0 && bonus !== 0
  return (
    <div className="wallet-amount" data-in={total > 0 ? '' : undefined}>
      <p>
        <Coin />
        {formatSigned(total, number)}
      </p>
      {parts && (
        <small>{text('balanceParts', { coins: number(Math.abs(coins)), bonus: number(Math.abs(bonus)) })}</small>
      )}
      {paid && <small>{price(paid)}</small>}
      {numerals && <small>{numerals}</small>}
    </div>
  )
}

function OrderNumber({ page, no }: { page: WalletPage; no: string }) {
  const { app } = useScope()
  const text = usePartText(page.texts)
  const copy = async () => app.toasts.showText(text((await copyText(no)) ? 'copied' : 'copyRefused'))
  return (
    <button type="button" className="wallet-order" aria-label={text('copyOrder', { no })} onClick={() => void copy()}>
      <span>{text('orderNumber', { no })}</span>
      <WalletIcon name="copy" />
    </button>
  )
}
