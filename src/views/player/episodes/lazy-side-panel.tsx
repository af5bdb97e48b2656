import { type RefObject, useCallback, useEffect, useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { useScope } from '../../app/scope.js'
import { useLazyPart } from '../../app/use-lazy-part.js'
import type { UnlockPart } from '../../unlock/use-unlock.js'
import type { ControlProps } from '../control-props.js'

/** As in player.css. */
const MIN_WIDTH_PX = 1000

const load = () => import('./side-panel.js')

interface Props extends ControlProps {
  unlockPart: UnlockPart | undefined
  /** The column that player.css keeps free for it. */
  column: RefObject<HTMLElement | null>
}

export function LazySidePanel({ column, ...parts }: Props) {
  const isWide = useIsWide()
  const wanted = useMemo(() => (isWide ? {} : undefined), [isWide])
  const onFailed = useCallback(() => column.current?.setAttribute('data-failed', ''), [column])
  const part = useLazyPart(wanted, load, undefined, onFailed)
  useEffect(() => {
    if (part) column.current?.removeAttribute('data-failed')
  }, [part, column])
  return isWide && part && column.current && createPortal(<part.SidePanel {...parts} />, column.current)
}

function useIsWide(): boolean {
  const { root } = useScope()
  const [isWide, setWide] = useState(false)
  useEffect(() => {
    const app = root.querySelector('.app')
    if (!app) return
    const observer = new ResizeObserver(([entry]) => setWide((entry?.contentRect.width ?? 0) >= MIN_WIDTH_PX))
    observer.observe(app)
    return () => observer.disconnect()
  }, [root])
  return isWide
}
