import { useStore } from '@nanostores/react'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import type { FeedEntry } from '../../../contract/browse.js'
import type { DiscoverFeed } from '../../core/catalogue/discover-page.js'
import type { FeedPreview } from '../../core/catalogue/feed-preview.js'
import { readyValue } from '../../core/loading/loadable.js'
import { createPreviewPlayer, type PreviewPlayer } from '../../player/preview-player.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePageModel } from '../app/use-page-model.js'
import { useRetryWhenOnline } from '../app/use-retry-when-online.js'
import { FeedCard } from '../ui/drama/feed-card.js'
import { Icon } from '../ui/icon/icon.js'
import { EmptyState, FailureView } from '../ui/status/notice.js'
import type { SectionProps } from './discover-all.js'
import { useFeedVisible } from './use-feed-visible.js'

export function FeedSection({ page, isShown, label }: SectionProps) {
  const section = useRef<HTMLElement>(null)
  const feed = page.feed()
  const { root } = useScope()
  const previewPlayer = usePageModel(() => createPreviewPlayer(feed.preview, root.ownerDocument))
  const loadable = useStore(feed.paged.list.$loadable)
  const count = readyValue(loadable)?.list.length ?? 0
  const { slide, goTo } = useSlideKeys(section, isShown)
  useEffect(() => {
    if (isShown && count > 0) feed.select(slide)
  }, [feed, isShown, slide, count])
  useFeedVisible(section, isShown, feed.preview)
  useSettledSlide(section, feed.preview, readyValue(loadable)?.list[slide])
  const press = (event: KeyboardEvent) => {
    const target = slideAfter(event.key, slide, count)
    if (target === undefined) return
    event.preventDefault()
    // The focused button is in the slide that disappears.
    section.current?.focus({ preventScroll: true })
    goTo(target)
  }
  return (
    <section
      className="discover-feed"
      part="feed"
      role="tabpanel"
      aria-label={label}
      hidden={!isShown}
      ref={section}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the section must have the focus to receive arrow keys
      tabIndex={0}
      onKeyDown={press}
    >
      <FeedContent feed={feed} slide={slide} previewPlayer={previewPlayer} />
    </section>
  )
}

function FeedContent({
  feed,
  slide,
  previewPlayer
}: {
  feed: DiscoverFeed
  slide: number
  previewPlayer: PreviewPlayer
}) {
  const { text } = useTranslation()
  const loadable = useStore(feed.paged.list.$loadable)
  const picture = useStore(previewPlayer.$playback)
  if (loadable.state === 'failed') return <FailureView failure={loadable.failure} onRetry={feed.paged.reload} />
  if (loadable.state === 'loading')
    return (
      <div className="feed-slide skeleton" part="skeleton" role="status" aria-label={text('loading')}>
        <i className="feed-card" />
      </div>
    )
  const { list, next_cursor } = loadable.value
  if (list.length === 0) return <EmptyState icon={<Icon name="discover" />} text={text('emptyCatalogue')} />
  return (
    <>
      {list.map((entry, index) => (
        // Other slides are inert, so that Tab leaves the endless feed. Arrow keys change the slide.
        <div className="feed-slide" key={entry.drama.id} inert={index !== slide}>
          {Math.abs(index - slide) <= 1 && (
            <FeedCard
              entry={entry}
              isEager={index === slide}
              previewPlayer={previewPlayer}
              picture={picture?.episodeId === entry.episode.id ? picture : undefined}
            />
          )}
        </div>
      ))}
      {next_cursor !== null && <FeedEnd feed={feed} />}
    </>
  )
}

function FeedEnd({ feed: { paged } }: { feed: DiscoverFeed }) {
  const { text } = useTranslation()
  const next = useStore(paged.$next)
  const loadMore = () => void paged.loadMore()
  useRetryWhenOnline(next === 'failed', loadMore)
  return (
    <div className="feed-slide feed-end" role="status">
      {next === 'failed' ? (
        <button type="button" className="button quiet" part="button" onClick={loadMore}>
          {text('moreFailed')}
        </button>
      ) : (
        <>
          <i className="spinner-ring" />
          <span className="visually-hidden">{text('loading')}</span>
        </>
      )}
    </div>
  )
}

/** Selects again at each scroll, because this restarts the delay before the preview plays. */
function useSettledSlide(section: RefObject<HTMLElement | null>, preview: FeedPreview, entry: FeedEntry | undefined) {
  useEffect(() => {
    const page = section.current?.closest('.page')
    const listeners = new AbortController()
    const selectEntry = () => preview.select(entry)
    selectEntry()
    page?.addEventListener('scroll', selectEntry, { passive: true, signal: listeners.signal })
    return () => listeners.abort()
  }, [section, preview, entry])
}

function useSlideKeys(section: RefObject<HTMLElement | null>, isShown: boolean) {
  const [slide, setSlide] = useState(0)
  const targetSlide = useRef<number>(undefined)
  useEffect(() => {
    const page = section.current?.closest('.page')
    if (!page || !isShown) return
    const listeners = new AbortController()
    const passive = { passive: true, signal: listeners.signal }
    const updateSlide = () => {
      if (page.clientHeight === 0) return
      const current = Math.round(page.scrollTop / page.clientHeight)
      if (current === targetSlide.current) targetSlide.current = undefined
      setSlide(current)
    }
    const clearTarget = () => {
      targetSlide.current = undefined
    }
    page.addEventListener('scroll', updateSlide, passive)
    page.addEventListener('touchstart', clearTarget, passive)
    page.addEventListener('wheel', clearTarget, passive)
    const sizes = new ResizeObserver(updateSlide)
    sizes.observe(page)
    return () => {
      listeners.abort()
      sizes.disconnect()
    }
  }, [section, isShown])
  return {
    slide: targetSlide.current ?? slide,
    goTo(index: number) {
      const page = section.current?.closest('.page')
      targetSlide.current = index
      setSlide(index)
      page?.scrollTo({ top: index * page.clientHeight })
    }
  }
}

function slideAfter(key: string, slide: number, count: number): number | undefined {
  if (key === 'Home') return 0
  if (key === 'End') return count - 1
  const step = { ArrowDown: 1, PageDown: 1, ArrowUp: -1, PageUp: -1 }[key]
  return step === undefined ? undefined : Math.min(count - 1, Math.max(0, slide + step))
}
