// Chunk: toasts, modals, image preview, drama sheet, and repeated requests for images. Loaded a second after the first page,
// because a toast must be able to say that the connection is lost.
import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { getOrCreateFavorites } from '../../core/library/favorites.js'
import { getOrCreateImagePreview } from '../../core/ui/image-preview.js'
import type { Modals } from '../../core/ui/modals.js'
import type { Toast, Toasts } from '../../core/ui/toasts.js'
import { shouldSaveData } from '../../dom/should-save-data.js'
import forcedColoursCss from '../styles/forced-colours.css'
import printCss from '../styles/print.css'
import { ActionIcon } from '../ui/icon/action-icon.js'
import toastCss from '../ui/overlay/toast.css'
import { useModalFocus } from '../ui/overlay/use-modal-focus.js'
import { pageChunks } from './page-modules.js'
import { retryFailedImages } from './retry-failed-images.js'
import { useScope, useTranslation } from './scope.js'
import pageTransitionsCss from './transition/page-transitions.css'
import { createPageTransitions } from './transition/page-transitions.js'
import { useLazyPart, useOverlay } from './use-lazy-part.js'

export const css = toastCss + pageTransitionsCss + printCss + forcedColoursCss

/** Behind the covers of the first page. */
const WARM_DELAY_MS = 1500
const WARM_PAGES = ['discover', 'library', 'profile', 'player'] as const

export function OverlayLayer() {
  const { app, root } = useScope()
  const { toasts, modals } = app
  useEffect(() => {
    const lifetime = new AbortController()
    retryFailedImages(root, app.environment, lifetime.signal)
    return () => lifetime.abort()
  }, [app, root])
  // Listens to other tabs from now on.
  useEffect(() => void getOrCreateFavorites(app), [app])
  usePageTransitions()
  useWarmPages()
  return (
    <>
      <CurrentDramaSheet toasts={toasts} />
      <CurrentPreview toasts={toasts} />
      <CurrentModal modals={modals} toasts={toasts} />
      <CurrentToast toasts={toasts} />
    </>
  )
}

function usePageTransitions(): void {
  const { app, root } = useScope()
  const { top } = useStore(app.router.$stack)
  const [onPageRendered] = useState(() => createPageTransitions(app, root))
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new page
  useLayoutEffect(onPageRendered, [top?.id])
}

/** Loads the code of the tabs and of the player with its controls, so that a tap shows them at once. */
function useWarmPages(): void {
  const { app, preloadPage } = useScope()
  const { language } = useTranslation()
  useEffect(() => {
    if (shouldSaveData()) return
    return app.environment.clock.setTimer(WARM_DELAY_MS, () => {
      for (const name of WARM_PAGES) preloadPage(name)
      pageChunks.player().then(
        player => player.preload?.(language.apiCode),
        () => undefined
      )
    })
  }, [app, preloadPage, language])
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

function CurrentPreview({ toasts }: { toasts: Toasts }) {
  const imagePreview = getOrCreateImagePreview(useScope().app)
  const preview = useStore(imagePreview.$preview)
  const part = useLazyPart(preview, loadPreview, toasts, imagePreview.close)
  useOverlay(preview, imagePreview.close)
  return preview && part ? <part.ImagePreviewView preview={preview} onClose={imagePreview.close} /> : null
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
  return <ActionIcon name={icon === 'success' ? 'done' : 'close'} />
}
