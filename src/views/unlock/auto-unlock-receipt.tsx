import { useStore } from '@nanostores/react'
import { useEffect, useRef, useState } from 'react'
import type { AutoUnlockReceipt } from '../../core/unlock/unlocker.js'
import { useScope } from '../app/scope.js'
import type { ControlProps } from '../player/control-props.js'
import { useReturnFocusOnUnmount } from '../player/use-focus-return.js'
import type { UnlockPart } from './use-unlock.js'

interface Props extends ControlProps {
  unlockPart: UnlockPart
}

export function AutoUnlockReceiptBar(props: Props) {
  const { app } = useScope()
  const receipt = useStore(props.unlockPart.unlocker.$receipt)
  const shown = useStore(props.page.$play)
  const isNew = receipt && receipt.until > app.environment.clock.now()
  return isNew && shown.no === receipt.no ? <Bar key={receipt.until} receipt={receipt} {...props} /> : null
}

const UNDO_LIMIT_S = 5
const MIN_SEEK_S = 2

function Bar({ receipt, player, unlockPart: { unlocker, unlockText } }: Props & { receipt: AutoUnlockReceipt }) {
  const { app } = useScope()
  const bar = useRef<HTMLDivElement>(null)
  const watched = useRef(0)
  const [canUndo, setCanUndo] = useState(true)
  const [isBusy, setBusy] = useState(false)
  useReturnFocusOnUnmount(bar)
  useEffect(() => {
    const { clock } = app.environment
    return clock.setTimer(Math.max(0, receipt.until - clock.now()), unlocker.dismissReceipt)
  }, [app, receipt, unlocker])
  useEffect(
    () =>
      player.$time.listen(({ position }, before) => {
        const passed = position - (before?.position ?? position)
        // A larger step is a seek or belongs to the previous episode.
        if (passed > 0 && passed < MIN_SEEK_S) watched.current += passed
        if (watched.current >= UNDO_LIMIT_S) setCanUndo(false)
      }),
    [player]
  )
  const undo = async () => {
    if (isBusy) return
    setBusy(true)
    player.videoPool.pause()
    const result = await unlocker.undo(receipt)
    if (result !== 'unanswered')
      app.toasts.showText(unlockText(result === 'done' ? 'undone' : 'undoTooLate', { no: receipt.no }))
    if (result !== 'done') player.videoPool.play()
    setBusy(false)
  }
  const turnOff = () => {
    const { account, spending } = unlocker
    const loadable = account.info.$loadable.get()
    if (loadable.state !== 'ready') return
    void spending
      .setAutoUnlock(loadable.value.auto_unlock, false)
      .then(isSaved => isSaved && app.toasts.showText(unlockText('autoTurnedOff')))
    if (!canUndo) unlocker.dismissReceipt()
  }
  const { no, price, left } = receipt
  return (
    <div className="unlock-receipt" ref={bar}>
      <p role="status">{unlockText('receipt', { no, price, left })}</p>
      <span className="unlock-receipt-actions">
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
