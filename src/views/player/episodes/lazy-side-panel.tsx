import { type RefObject, useCallback, useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import { useIsWide } from '../../app/use-is-wide.js'
import { useLazyPart } from '../../app/use-lazy-part.js'
import type { UnlockPart } from '../../unlock/use-unlock.js'
import type { ControlProps } from '../control-props.js'

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
