import { type KeyboardEvent, useRef, useState } from 'react'
import type { ImagePreviewState } from '../../../core/ui/image-preview.js'
import { useTranslation } from '../../app/scope.js'
import { usePinchZoom } from '../gesture/use-pinch-zoom.js'
import { ActionIcon } from '../icon/action-icon.js'
import swiperCss from '../list/swiper.css'
import { Swiper } from '../list/swiper.js'
import { handleDialogKeys } from './dialog-keys.js'
import previewCss from './image-preview.css'
import { useModalFocus } from './use-modal-focus.js'

export const css = swiperCss + previewCss

export function ImagePreviewView({ preview, onClose }: { preview: ImagePreviewState; onClose(): void }) {
  const { text } = useTranslation()
  const [shown, setShown] = useState({ id: preview.id, current: preview.current })
  const current = shown.id === preview.id ? shown.current : preview.current
  const show = (next: number) => setShown({ id: preview.id, current: next })
  const veil = useRef<HTMLDialogElement>(null)
  const close = useRef<HTMLButtonElement>(null)
  useModalFocus(veil, close)
  const count = preview.urls.length
  const name = (index: number) => text('imageOf', { no: index + 1, count })
  const press = (event: KeyboardEvent) => {
    handleDialogKeys(event, onClose)
    if (event.key === 'ArrowLeft') show(Math.max(0, current - 1))
    if (event.key === 'ArrowRight') show(Math.min(count - 1, current + 1))
  }
  return (
    <dialog
      className="preview"
      ref={veil}
      open
      data-blocks=""
      aria-modal="true"
      aria-label={name(current)}
      tabIndex={-1}
      onKeyDown={press}
    >
      <Swiper
        key={preview.id}
        labels={preview.urls.map((_, index) => name(index))}
        current={current}
        onChange={show}
        hasDots
      >
        {preview.urls.map((url, index) => (
          <Picture
            // biome-ignore lint/suspicious/noArrayIndexKey: the same picture may appear twice
            key={index}
            url={url}
            name={name(index)}
            isCurrent={index === current}
            onTap={onClose}
          />
        ))}
      </Swiper>
      <button type="button" className="preview-close" ref={close} aria-label={text('close')} onClick={onClose}>
        <ActionIcon name="close" />
      </button>
    </dialog>
  )
}

interface PictureProps {
  url: string
  name: string
  isCurrent: boolean
  onTap(): void
}

function Picture({ url, name, isCurrent, onTap }: PictureProps) {
  const { text } = useTranslation()
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  const slide = useRef<HTMLDivElement>(null)
  usePinchZoom(slide, isCurrent, onTap)
  return (
    <div className="preview-slide" ref={slide}>
      {state === 'loading' && <i className="spinner-ring" />}
      {state === 'failed' && <p>{text('imageFailed')}</p>}
      <img
        src={url}
        alt={name}
        draggable={false}
        hidden={state !== 'ready'}
        onLoad={() => setState('ready')}
        onError={() => setState('failed')}
      />
    </div>
  )
}
