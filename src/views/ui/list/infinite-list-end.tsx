import { useStore } from '@nanostores/react'
import { type RefObject, useEffect, useRef } from 'react'
import type { PagedList } from '../../../core/loading/paged-list.js'
import { createInfiniteScroll, type InfiniteScroll } from '../../../core/ui/infinite-scroll.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { useRetryWhenOnline } from '../../app/use-retry-when-online.js'
import gridCss from './grid.css'

export const css = gridCss

export function InfiniteListEnd({ paged }: { paged: PagedList<unknown> }) {
  const { text } = useTranslation()
  const end = useRef<HTMLDivElement>(null)
  const next = useStore(paged.$next)
  const loadable = useStore(paged.list.$loadable)
  useReachBottom(end, paged, loadable.state === 'ready' ? loadable.value.list.length : 0)
  const loadMore = () => void paged.loadMore()
  useRetryWhenOnline(next === 'failed', loadMore)
  const hasMore = loadable.state === 'ready' && loadable.value.next_cursor !== null
  return (
    <div className="infinite-list-end" ref={end} role="status" hidden={!hasMore}>
      {next === 'loading' && (
        <>
          <i className="spinner-ring" />
          <span className="visually-hidden">{text('loading')}</span>
        </>
      )}
      {next === 'failed' && (
        <button type="button" className="button quiet" part="button" onClick={loadMore}>
          {text('moreFailed')}
        </button>
      )}
    </div>
  )
}

function useReachBottom(end: RefObject<HTMLElement | null>, paged: PagedList<unknown>, count: number) {
  const { app } = useScope()
  const reach = useRef<InfiniteScroll>(undefined)
  useEffect(() => {
    const page = end.current?.closest<HTMLElement>('.page')
    if (!page) return
    const { clock } = app.environment
    const current = createInfiniteScroll({ clock, measure: () => page, onReach: () => void paged.loadMore() })
    reach.current = current
    const listeners = new AbortController()
    let frame = 0
    const check = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(current.check)
    }
    page.addEventListener('scroll', check, { passive: true, signal: listeners.signal })
    const sizes = new ResizeObserver(check)
    sizes.observe(page)
    return () => {
      listeners.abort()
      sizes.disconnect()
      cancelAnimationFrame(frame)
      current.stop()
    }
  }, [app, end, paged])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each loaded page moves the end
  useEffect(() => reach.current?.reset(), [paged, count])
}
