import { type UIEvent, useCallback, useEffect, useRef, useState } from 'react'
import type { Banner } from '../../../contract/drama.js'
import { playUrl } from '../../core/start.js'
import { useScope, useTranslation } from '../context.js'
import { Icon } from './icon.js'
import { Poster } from './poster.js'

const INTERVAL = 5000

/** The featured dramas: swiped by hand, moved on every five seconds until the viewer takes over. */
export function Hero({ banners }: { banners: readonly Banner[] }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const track = useRef<HTMLDivElement>(null)
  const [current, setCurrent] = useState(0)
  const [isTouched, setTouched] = useState(false)

  const show = useCallback((index: number) => {
    const element = track.current
    element?.scrollTo({ left: index * element.clientWidth, behavior: prefersStillness() ? 'auto' : 'smooth' })
  }, [])
  useEffect(() => {
    if (isTouched || prefersStillness() || banners.length < 2) return
    return app.environment.clock.after(
      INTERVAL,
      () => app.environment.visibility.isVisible() && show((current + 1) % banners.length)
    )
  }, [app, banners.length, current, isTouched, show])

  const onScroll = (event: UIEvent<HTMLDivElement>) => {
    const { scrollLeft, clientWidth } = event.currentTarget
    if (clientWidth > 0) setCurrent(Math.round(scrollLeft / clientWidth))
  }
  return (
    <section
      className="hero"
      aria-label={text('featured')}
      onPointerDown={() => setTouched(true)}
      onFocus={() => setTouched(true)}
    >
      <div className="hero-track" ref={track} onScroll={onScroll}>
        {banners.map((banner, index) => (
          <HeroSlide key={banner.id} banner={banner} isFirst={index === 0} />
        ))}
      </div>
      <div className="hero-dots">
        {banners.map((banner, index) => (
          <button
            key={banner.id}
            type="button"
            aria-label={text('goToSlide', { title: banner.title })}
            aria-current={index === current}
            onClick={() => show(index)}
          />
        ))}
      </div>
    </section>
  )
}

function HeroSlide({ banner, isFirst }: { banner: Banner; isFirst: boolean }) {
  const { app } = useScope()
  const { text, compact } = useTranslation()
  const count = text('episodeCount', { count: banner.episode_count })
  return (
    <article className="hero-slide">
      <Poster url={banner.banner_url} isEager={isFirst} />
      <div className="hero-text">
        <h2>{banner.title}</h2>
        <p>
          {[banner.category, count, banner.play_count > 0 && compact(banner.play_count)].filter(Boolean).join(' · ')}
        </p>
        <button
          type="button"
          className="button primary"
          onClick={() => void app.router.navigateTo({ url: playUrl(banner.id) })}
        >
          <Icon name="play" isFilled />
          {text('watchNow')}
        </button>
      </div>
    </article>
  )
}

function prefersStillness(): boolean {
  return globalThis.matchMedia?.('(prefers-reduced-motion: reduce)').matches ?? false
}
