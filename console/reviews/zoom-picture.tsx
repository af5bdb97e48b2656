import { Box, Center, Text } from '@mantine/core'
import { useElementSize, useMergedRef } from '@mantine/hooks'
import { type PointerEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useText } from '../i18n/use-text.js'

export const MAX_ZOOM = 6
const WHEEL_STEP = 1.15

interface ZoomPictureProps {
  src: string
  alt: string
  /** 1 shows the whole picture. */
  zoom: number
  onZoom(zoom: number): void
  caption?: ReactNode
}

/** A picture that the wheel enlarges around the pointer, and that is dragged or scrolled while it is larger than its place. */
export function ZoomPicture({ src, alt, zoom, onZoom, caption }: ZoomPictureProps) {
  const text = useText('console-reviews')
  const [isFailed, setIsFailed] = useState(false)
  const [natural, setNatural] = useState({ width: 1, height: 2 })
  const { ref: sizeRef, width, height } = useElementSize()
  const frame = useRef<HTMLDivElement>(null)
  const ref = useMergedRef(sizeRef, frame)
  const scale = Math.min(width / natural.width, height / natural.height)
  const shown = { width: natural.width * scale * zoom, height: natural.height * scale * zoom }
  useKeptCenter(frame, zoom)
  useWheelZoom(frame, zoom, onZoom)
  const drag = useDrag(frame)
  const isLarge = zoom > 1
  return (
    <Box
      style={{
        display: 'flex',
        flexDirection: 'column',
        minWidth: 0,
        minHeight: 0,
        flex: 1,
        gap: 'var(--mantine-spacing-xs)'
      }}
    >
      {caption}
      <Box
        ref={ref}
        {...(isLarge && { ...drag, tabIndex: 0, role: 'group', 'aria-label': alt })}
        style={{
          flex: 1,
          minHeight: 0,
          overflow: isLarge ? 'auto' : 'hidden',
          display: 'grid',
          placeItems: 'safe center',
          cursor: isLarge ? 'grab' : 'zoom-in',
          userSelect: 'none'
        }}
        onDoubleClick={() => onZoom(isLarge ? 1 : 2)}
      >
        {isFailed ? (
          <Center h="100%">
            <Text c="dimmed">{text('pictureFailed')}</Text>
          </Center>
        ) : (
          <img
            src={src}
            alt={alt}
            draggable={false}
            onLoad={event => {
              const { naturalWidth, naturalHeight } = event.currentTarget
              setNatural({ width: naturalWidth || 1, height: naturalHeight || 1 })
            }}
            onError={() => setIsFailed(true)}
            style={{ display: 'block', maxWidth: 'none', width: shown.width, height: shown.height }}
          />
        )}
      </Box>
    </Box>
  )
}

/** Keeps the point in the middle, or under the pointer, where it is when the picture changes its size. */
function useKeptCenter(frame: { readonly current: HTMLDivElement | null }, zoom: number): void {
  const before = useRef(zoom)
  useLayoutEffect(() => {
    const element = frame.current
    const factor = zoom / before.current
    before.current = zoom
    if (element === null || factor === 1) return
    const [x, y] = [Number(element.dataset.x ?? 0.5), Number(element.dataset.y ?? 0.5)]
    delete element.dataset.x
    delete element.dataset.y
    const [dx, dy] = [x * element.clientWidth, y * element.clientHeight]
    element.scrollLeft = (element.scrollLeft + dx) * factor - dx
    element.scrollTop = (element.scrollTop + dy) * factor - dy
  }, [frame, zoom])
}

/** Not as a property, because React's listener cannot keep the page from scrolling. */
function useWheelZoom(
  frame: { readonly current: HTMLDivElement | null },
  zoom: number,
  onZoom: (zoom: number) => void
): void {
  useEffect(() => {
    const element = frame.current
    if (element === null) return
    const onWheel = (event: WheelEvent) => {
      event.preventDefault()
      const { left, top, width, height } = element.getBoundingClientRect()
      element.dataset.x = String((event.clientX - left) / width)
      element.dataset.y = String((event.clientY - top) / height)
      onZoom(clampZoom(event.deltaY < 0 ? zoom * WHEEL_STEP : zoom / WHEEL_STEP))
    }
    element.addEventListener('wheel', onWheel, { passive: false })
    return () => element.removeEventListener('wheel', onWheel)
  }, [frame, zoom, onZoom])
}

export const clampZoom = (zoom: number) => Math.min(MAX_ZOOM, Math.max(1, zoom))

/** For a mouse; fingers scroll. */
function useDrag(frame: { readonly current: HTMLDivElement | null }) {
  return {
    onPointerDown(event: PointerEvent) {
      if (event.pointerType !== 'mouse' || event.button !== 0) return
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove(event: PointerEvent) {
      const element = frame.current
      if (element === null || !event.currentTarget.hasPointerCapture(event.pointerId)) return
      element.scrollLeft -= event.movementX
      element.scrollTop -= event.movementY
    }
  }
}
