import { createContext, type ReactNode, type RefObject, useContext, useRef } from 'react'
import { useTranslation } from '../../app/scope.js'
import { useDragToClose } from '../gesture/use-drag-to-close.js'
import { ActionIcon } from '../icon/action-icon.js'
import { handleDialogKeys } from './dialog-keys.js'
import { useHeightTransition } from './use-height-transition.js'
import { useLeave } from './use-leave.js'
import { useModalFocus } from './use-modal-focus.js'

interface Props {
  label: string
  children: ReactNode
  first?: RefObject<HTMLElement | null> | undefined
  /** As high as a sheet can be, whatever it shows: for what loads for long. */
  isTall?: boolean
  onClose(): void
}

const SheetLeave = createContext(() => {})

/** Returns a function that closes the sheet around the component, with its motion. */
export const useSheetLeave = () => useContext(SheetLeave)

export function Sheet({ label, children, first, isTall = false, onClose }: Props) {
  const { text } = useTranslation()
  const veil = useRef<HTMLDialogElement>(null)
  const sheet = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  // After a long press on a cover, the browser draws a focus ring around the button.
  useModalFocus(veil, first ?? (matchMedia('(hover: none)').matches ? veil : close))
  const leave = useLeave(veil, sheet, onClose)
  useHeightTransition(veil, sheet)
  useDragToClose(sheet, body, leave)
  return (
    <dialog
      className="sheet-veil"
      ref={veil}
      open
      data-blocks=""
      aria-modal="true"
      aria-label={label}
      tabIndex={-1}
      onKeyDown={event => handleDialogKeys(event, leave)}
      onClick={event => event.target === event.currentTarget && leave()}
    >
      <div className="sheet" part="sheet" ref={sheet} data-tall={isTall ? '' : undefined}>
        <button type="button" className="sheet-close" ref={close} aria-label={text('close')} onClick={leave}>
          <ActionIcon name="close" />
        </button>
        <div className="sheet-body" ref={body}>
          <SheetLeave value={leave}>{children}</SheetLeave>
        </div>
      </div>
    </dialog>
  )
}
