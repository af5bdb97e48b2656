import { useStore } from '@nanostores/react'
import { type CSSProperties, useEffect, useRef, useState } from 'react'
import {
  createPullRefresh,
  PULL_THRESHOLD_PX,
  type PullRefresh,
  type PullTouch
} from '../../../core/ui/pull-to-refresh.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { Icon } from '../icon/icon.js'
import pullCss from './pull-indicator.css'
import type { FirstTouch } from './pull-to-refresh.js'

export const css = pullCss

const MAX_OFFSET_PX = 110
const OVERPULL_RATIO = 0.4

interface Props {
  refresh(): Promise<unknown>
  firstTouch: FirstTouch | undefined
}

export function PullIndicator({ refresh, firstTouch }: Props) {
  const { app } = useScope()
  const { text } = useTranslation()
  const circle = useRef<HTMLDivElement>(null)
  const latestRefresh = useRef(refresh)
  latestRefresh.current = refresh
  const [pull] = useState(() =>
    createPullRefresh({
      clock: app.environment.clock,
      refresh: () => latestRefresh.current(),
      onFailed: error => app.showError(error)
    })
  )
  const { state, distance } = useStore(pull.$pull)
  useEffect(() => {
    const page = circle.current?.closest<HTMLElement>('.page')
    if (!page) return
    const listeners = new AbortController()
    listen(page, pull, firstTouch, listeners.signal)
    return () => listeners.abort()
  }, [pull, firstTouch])
  const isRefreshing = state === 'refreshing'
  const offset = Math.min(
    MAX_OFFSET_PX,
    distance <= PULL_THRESHOLD_PX ? distance : PULL_THRESHOLD_PX + (distance - PULL_THRESHOLD_PX) * OVERPULL_RATIO
  )
  return (
    <div
      className="pull-circle"
      ref={circle}
      data-state={state}
      data-ready={state === 'pulling' && distance >= PULL_THRESHOLD_PX ? '' : undefined}
      style={{ '--way': `${offset}px`, '--share': Math.min(1, distance / PULL_THRESHOLD_PX) } as CSSProperties}
      role="status"
    >
      {isRefreshing ? (
        <>
          <i className="spinner-ring" />
          <span className="visually-hidden">{text('loading')}</span>
        </>
      ) : (
        <Icon name="retry" />
      )}
    </div>
  )
}

function listen(page: HTMLElement, pull: PullRefresh, firstTouch: FirstTouch | undefined, signal: AbortSignal) {
  let moves = new AbortController()
  const describe = ({ touches }: TouchEvent): PullTouch => ({
    x: touches[0]?.clientX ?? 0,
    y: touches[0]?.clientY ?? 0,
    fingers: touches.length,
    scrollTop: page.scrollTop
  })
  const move = (event: TouchEvent) => {
    if (pull.move(describe(event)) && event.cancelable) event.preventDefault()
  }
  const end = () => {
    moves.abort()
    pull.end()
  }
  // A non-passive touchmove listener slows every scroll, so it exists only while a pull is possible.
  const listenToMoves = () => {
    moves.abort()
    moves = new AbortController()
    page.addEventListener('touchmove', move, { passive: false, signal: moves.signal })
  }
  const start = (touch: PullTouch) => {
    if (pull.start(touch)) listenToMoves()
    else moves.abort()
  }
  signal.addEventListener('abort', () => {
    moves.abort()
    pull.cancel()
  })
  if (firstTouch) start({ ...firstTouch, fingers: 1, scrollTop: page.scrollTop })
  page.addEventListener('touchstart', event => start(describe(event)), { passive: true, signal })
  page.addEventListener('touchend', end, { signal })
  page.addEventListener('touchcancel', () => pull.cancel(), { signal })
}
