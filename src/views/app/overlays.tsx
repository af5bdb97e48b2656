// Toasts are in the entry chunk: without a connection their code could not be loaded to report it.
import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { ImagePreview } from '../../core/ui/image-preview.js'
import type { Modals } from '../../core/ui/modals.js'
import type { Toast, Toasts } from '../../core/ui/toasts.js'
import { adoptStyles } from '../../dom/adopted-styles.js'
import { Icon } from '../ui/icon/icon.js'
import toastCss from '../ui/overlay/toast.css'
import { useModalFocus } from '../ui/overlay/use-modal-focus.js'
import { useScope, useTranslation } from './scope.js'

interface Props {
  toasts: Toasts
  modals: Modals
  imagePreview: ImagePreview
}

export function OverlayLayer({ toasts, modals, imagePreview }: Props) {
  const { root } = useScope()
  useEffect(() => adoptStyles(root, toastCss), [root])
  return (
    <div className="overlays">
      <CurrentDramaSheet toasts={toasts} />
      <CurrentPreview imagePreview={imagePreview} toasts={toasts} />
      <CurrentModal modals={modals} toasts={toasts} />
      <CurrentToast toasts={toasts} />
    </div>
  )
}

const loadModal = () => import('../ui/overlay/modal.js')
const loadPreview = () => import('../ui/overlay/image-preview.js')
const loadDramaSheet = () => import('../catalogue/drama-sheet.js')

function CurrentDramaSheet({ toasts }: { toasts: Toasts }) {
  const { app } = useScope()
  const { $shown, close } = app.dramaSheet
  const shown = useStore($shown)
  const part = useLazyPart(shown, loadDramaSheet, toasts, close)
  useOverlay(shown, close)
  return shown && part ? <part.DramaSheetView key={shown.id} shown={shown} onClose={close} /> : null
}

function CurrentModal({ modals, toasts }: { modals: Modals; toasts: Toasts }) {
  const modal = useStore(modals.$modal)
  const cancel = useCallback(() => modals.answer('cancel'), [modals])
  const part = useLazyPart(modal, loadModal, toasts, cancel)
  useOverlay(modal, cancel)
  return modal && part ? <part.ModalView key={modal.id} modal={modal} onAnswer={modals.answer} /> : null
}

function CurrentPreview({ imagePreview, toasts }: { imagePreview: ImagePreview; toasts: Toasts }) {
  const preview = useStore(imagePreview.$preview)
  const part = useLazyPart(preview, loadPreview, toasts, imagePreview.close)
  useOverlay(preview, imagePreview.close)
  return preview && part ? <part.ImagePreviewView preview={preview} onClose={imagePreview.close} /> : null
}

/** While `wanted` is set, the Back button and a change of page call `close`. */
export function useOverlay(wanted: object | undefined, close: () => void): void {
  const { app } = useScope()
  useLayoutEffect(() => (wanted ? app.router.pushOverlay(close) : undefined), [app, wanted, close])
}

/** Loads the code once `wanted` is set. On failure it shows a toast and calls `onFailed`. */
export function useLazyPart<Part extends { css: string }>(
  wanted: object | undefined,
  load: () => Promise<Part>,
  toasts: Toasts,
  onFailed: () => void
): Part | undefined {
  const { root } = useScope()
  const { text } = useTranslation()
  const [part, setPart] = useState<Part>()
  useEffect(() => {
    if (!wanted || part) return
    let isCurrent = true
    const onLoaded = (loaded: Part) => {
      if (!isCurrent) return
      adoptStyles(root, loaded.css)
      setPart(loaded)
    }
    const onError = () => {
      if (!isCurrent) return
      toasts.showText(text('networkBad'))
      onFailed()
    }
    load().then(onLoaded, onError)
    return () => {
      isCurrent = false
    }
  }, [root, text, wanted, part, load, toasts, onFailed])
  return part
}

function CurrentToast({ toasts }: { toasts: Toasts }) {
  const toast = useStore(toasts.$toast)
  return (
    <>
      {toast?.mask && <ToastMask />}
      <div className="toasts" role="status">
        {toast && <ToastView key={toast.id} toast={toast} />}
      </div>
    </>
  )
}

function ToastMask() {
  const mask = useRef<HTMLDivElement>(null)
  useModalFocus(mask)
  return <div className="toast-mask" ref={mask} data-blocks="" />
}

function ToastView({ toast: { title, icon, image } }: { toast: Toast }) {
  const { text } = useTranslation()
  const isText = icon === 'none' && !image
  if (isText && !title) return null
  return (
    <div className="toast" part="toast" data-icon={isText ? undefined : icon}>
      {image ? <img src={image} alt="" /> : <ToastIcon icon={icon} />}
      {title ? <p>{title}</p> : icon === 'loading' && <span className="visually-hidden">{text('pleaseWait')}</span>}
    </div>
  )
}

function ToastIcon({ icon }: { icon: Toast['icon'] }) {
  if (icon === 'none') return null
  if (icon === 'loading') return <i className="spinner-ring" />
  return <Icon name={icon === 'success' ? 'done' : 'close'} />
}
