import { type MouseEvent, useRef } from 'react'
import type { Modal, Modals } from '../../../core/ui/modals.js'
import { useTranslation } from '../../app/scope.js'
import { handleDialogKeys } from './dialog-keys.js'
import modalCss from './modal.css'
import { useModalFocus } from './use-modal-focus.js'

export const css = modalCss

/** Not showModal(), which would make the host page inert. */
export function ModalView({ modal, onAnswer }: { modal: Modal; onAnswer: Modals['answer'] }) {
  const { text } = useTranslation()
  const veil = useRef<HTMLDialogElement>(null)
  const confirm = useRef<HTMLButtonElement>(null)
  useModalFocus(veil, confirm)
  // The second tap of a double tap belongs to the previous question.
  const answer = (choice: 'confirm' | 'cancel') => (event: MouseEvent) => event.detail < 2 && onAnswer(choice)
  return (
    <dialog
      className="modal-veil"
      ref={veil}
      open
      data-blocks=""
      aria-modal="true"
      aria-labelledby={modal.title ? 'modal-title' : 'modal-content'}
      aria-describedby="modal-content"
      tabIndex={-1}
      onKeyDown={event => handleDialogKeys(event, () => onAnswer('cancel'))}
    >
      <div className="modal" part="dialog">
        {modal.title && <h2 id="modal-title">{modal.title}</h2>}
        <p id="modal-content">{modal.content}</p>
        <div className="modal-buttons">
          {modal.showCancel && (
            <button type="button" className="button quiet" part="button" onClick={answer('cancel')}>
              {modal.cancelText ?? text('cancel')}
            </button>
          )}
          <button type="button" className="button primary" part="button" ref={confirm} onClick={answer('confirm')}>
            {modal.confirmText ?? text('confirm')}
          </button>
        </div>
      </div>
    </dialog>
  )
}
