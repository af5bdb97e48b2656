import { useState } from 'react'
import type { Banner } from '../../../../contract/drama.js'
import { playerUrl } from '../../../core/campaign/deep-link.js'
import { useScope, useTranslation } from '../../app/scope.js'
import { Icon } from '../icon/icon.js'
import swiperCss from '../list/swiper.css'
import { Swiper } from '../list/swiper.js'
import { FactsLine, css as factsCss } from './facts-line.js'
import heroCss from './hero.css'
import { Poster } from './poster.js'

export const css = swiperCss + factsCss + heroCss

export function Hero({ banners }: { banners: readonly Banner[] }) {
  const { text } = useTranslation()
  const [current, setCurrent] = useState(0)
  return (
    <section className="hero" aria-label={text('featured')}>
      <Swiper
        labels={banners.map(({ title }) => text('goToSlide', { title }))}
        current={Math.min(current, banners.length - 1)}
        onChange={setCurrent}
        isAutoplay
        hasDots
      >
        {banners.map((banner, index) => (
          <HeroSlide key={banner.id} banner={banner} isFirst={index === 0} />
        ))}
      </Swiper>
    </section>
  )
}

function HeroSlide({ banner, isFirst }: { banner: Banner; isFirst: boolean }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const facts = [banner.category, text('episodeCount', { count: banner.episode_count })]
  return (
    <article className="hero-slide" style={{ backgroundColor: banner.colour }}>
      <Poster url={banner.banner_url} isEager={isFirst} />
      <div className="hero-text">
        <h2>{banner.title}</h2>
        <FactsLine facts={facts} plays={banner.play_count} />
        <p className="hero-synopsis">{banner.synopsis}</p>
        <button
          type="button"
          className="button primary"
          part="button"
          onClick={() => void app.router.navigateTo({ url: playerUrl(banner.id) })}
        >
          <Icon name="play" isFilled />
          {text('watchNow')}
        </button>
      </div>
    </article>
  )
}
