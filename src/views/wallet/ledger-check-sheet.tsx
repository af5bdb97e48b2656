import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useRef, useState } from 'react'
import type { LedgerCheck, LedgerFault } from '../../core/wallet/ledger-check.js'
import { copyText } from '../../dom/copy-text.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePartText } from '../app/use-part-text.js'
import { usePriceAndDateFormat } from '../app/use-price-and-date-format.js'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'
import checkCss from './ledger-check-sheet.css'
import { WalletIcon } from './wallet-icon.js'
import { formatSigned, type WalletSheetProps } from './wallet-sheet.js'

export const css = sheetCss + checkCss

export default function LedgerCheckSheet({ page, onClose }: WalletSheetProps) {
  const text = usePartText(page.texts)
  const check = useStore(page.ledgerChecker.$check)
  const current = useRef<AbortController>(undefined)
  const startCheck = useCallback(() => {
    current.current?.abort()
    current.current = new AbortController()
    void page.ledgerChecker.check(current.current.signal)
  }, [page])
  useEffect(() => {
    startCheck()
    return () => current.current?.abort()
  }, [startCheck])
  const isDone = check.state !== 'checking' && check.state !== 'idle'
  return (
    <Sheet label={text('checkLedger')} onClose={onClose}>
      <div className="ledger-check">
        <h2>{text('checkLedger')}</h2>
        <div className="ledger-verdict" data-state={check.state} role="status">
          <LedgerCheckResult page={page} check={check} />
        </div>
        {check.state === 'sound' && check.count > 0 && <LedgerHash page={page} hash={check.hash} />}
        {isDone && (
          <button type="button" className="button quiet" part="button" onClick={startCheck}>
            {text('checkAgain')}
          </button>
        )}
      </div>
    </Sheet>
  )
}

type Page = WalletSheetProps['page']

function LedgerCheckResult({ page, check }: { page: Page; check: LedgerCheck }) {
  const text = usePartText(page.texts)
  switch (check.state) {
    case 'idle':
    case 'checking':
      return (
        <>
          <i className="spinner-ring" />
          <strong>{text('checking')}</strong>
          <p>{check.state === 'checking' && text('checkedSoFar', { count: check.count })}</p>
        </>
      )
    case 'sound':
      return (
        <>
          <WalletIcon name="shield" />
          <strong>{text('ledgerSound')}</strong>
          <p>
            {check.count === 0
              ? text('ledgerEmpty')
              : text(check.isOwn ? 'soundOwn' : 'soundServer', { count: check.count })}
          </p>
        </>
      )
    case 'broken':
      return (
        <>
          <WalletIcon name="warning" />
          <strong>{text('ledgerBroken')}</strong>
          <Fault page={page} fault={check.fault} />
          <p>{text('brokenNext', { my: text('profile'), feedback: text('feedback') })}</p>
        </>
      )
    case 'failed':
      return (
        <>
          <WalletIcon name="warning" />
          <strong>{text('checkFailed')}</strong>
          <p>{check.text && text(check.text)}</p>
        </>
      )
  }
}

function Fault({ page, fault }: { page: Page; fault: LedgerFault }) {
  const text = usePartText(page.texts)
  const { number } = useTranslation()
  const { dateTime } = usePriceAndDateFormat()
  if (fault.kind === 'balance') return <p>{text('brokenBalance')}</p>
  if (fault.kind === 'history') return <p>{text('brokenHistory')}</p>
  const { id, txn } = fault
  if (!txn) return <p>{text('brokenTransaction', { no: id })}</p>
  const amount = formatSigned(txn.coins + txn.bonus, number)
  return <p>{text('brokenTransactionAt', { no: id, date: dateTime(txn.created_at), amount })}</p>
}

function LedgerHash({ page, hash }: { page: Page; hash: string }) {
  const { app } = useScope()
  const text = usePartText(page.texts)
  const [isWhole, setWhole] = useState(false)
  const copy = async () => app.toasts.showText(text((await copyText(hash)) ? 'copied' : 'copyRefused'))
  return (
    <section className="ledger-seal">
      <h3>{text('seal')}</h3>
      <p>
        <code>{isWhole ? hash : `${hash.slice(0, 8)}…${hash.slice(-8)}`}</code>
      </p>
      <p>{text('sealWhat')}</p>
      <div>
        <button
          type="button"
          className="button quiet"
          part="button"
          aria-expanded={isWhole}
          onClick={() => setWhole(!isWhole)}
        >
          {text(isWhole ? 'hideSeal' : 'showSeal')}
        </button>
        <button type="button" className="button quiet" part="button" onClick={() => void copy()}>
          <WalletIcon name="copy" />
          {text('copySeal')}
        </button>
      </div>
    </section>
  )
}
