import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { AutoUnlockReceipt } from '../../core/unlock/unlocker.js'
import { useScope } from '../app/scope.js'
import type { ControlProps } from '../player/control-props.js'
import { useReturnFocusOnUnmount } from '../player/use-focus-return.js'
import type { UnlockPart } from './use-unlock.js'

interface Props extends ControlProps {
  unlocking: UnlockPart
}

export function AutoUnlockReceiptBar(props: Props) {
  const { app } = useScope()
  const receipt = useStore(props.unlocking.purchase.$receipt)
  const shown = useStore(props.page.$play)
  const isNew = receipt && receipt.until > app.environment.clock.now()
  return isNew && shown.no === receipt.no ? <Bar key={receipt.until} receipt={receipt} {...props} /> : null
}

const UNDO_LIMIT_SECONDS = 5
const MIN_SEEK_SECONDS = 2

function Bar({ receipt, controller, unlocking: { purchase, unlockText } }: Props & { receipt: AutoUnlockReceipt }) {
  const { app } = useScope()
  const bar = useRef<HTMLDivElement>(null)
  const watched = useRef(0)
  const [canUndo, setCanUndo] = useState(true)
  const [isBusy, setBusy] = useState(false)
  useReturnFocusOnUnmount(bar)
  useEffect(() => {
    const { clock } = app.environment
    return clock.setTimer(Math.max(0, receipt.until - clock.now()), purchase.dismiss)
  }, [app, receipt, purchase])
  useEffect(
    () =>
      controller.$time.listen(({ position }, before) => {
        const passed = position - (before?.position ?? position)
        // A larger step is a seek or belongs to the previous episode.
        if (passed > 0 && passed < MIN_SEEK_SECONDS) watched.current += passed
        if (watched.current >= UNDO_LIMIT_SECONDS) setCanUndo(false)
      }),
    [controller]
  )
  const undo = async () => {
    if (isBusy) return
    setBusy(true)
    controller.videoPool.pause()
    const result = await purchase.undo(receipt)
    if (result !== 'unanswered')
      app.toasts.showText(unlockText(result === 'done' ? 'undone' : 'undoTooLate', { no: receipt.no }))
    if (result !== 'done') controller.videoPool.play()
    setBusy(false)
  }
  const turnOff = () => {
    const { account, spending } = purchase
    const loadable = account.info.$loadable.get()
    if (loadable.state !== 'ready') return
    void spending
      .setAutoUnlock(loadable.value.auto_unlock, false)
      .then(isSaved => isSaved && app.toasts.showText(unlockText('autoTurnedOff')))
    if (!canUndo) purchase.dismiss()
  }
  const { no, price, left } = receipt
  return (
    <div className="receipt" ref={bar}>
      <p role="status">{unlockText('receipt', { no, price, left })}</p>
      <span className="receipt-ways">
        {canUndo && (
          <button type="button" aria-disabled={isBusy} onClick={() => void undo()}>
            {unlockText('undo')}
          </button>
        )}
        <button type="button" aria-label={`${unlockText('turnOff')}: ${unlockText('autoUnlock')}`} onClick={turnOff}>
          {unlockText('turnOff')}
        </button>
      </span>
    </div>
  )
}
