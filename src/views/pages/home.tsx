import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import type { HomeAnswer } from '../../../contract/drama.js'
import { createHomePage } from '../../core/pages/home.js'
import type { Page as PageEntry } from '../../core/router/router.js'
import { useScope, useTranslation } from '../context.js'
import cardCss from '../ui/drama-card.css'
import { DramaCardView } from '../ui/drama-card.js'
import { Hero, css as heroCss } from '../ui/hero.js'
import { Icon } from '../ui/icon.js'
import { FailureView, Notice } from '../ui/notice.js'
import { PullToRefresh } from '../ui/pull-to-refresh.js'
import rowCss from '../ui/row.css'
import { Row } from '../ui/row.js'
import { usePage } from '../use-page.js'
import homeCss from './home.css'

export const css = heroCss + cardCss + rowCss + homeCss

export function Page({ page }: { page: PageEntry }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const { home } = usePage(() => createHomePage(app))
  const loadable = useStore(home.$loadable)
  const session = useStore(app.session.$session)
  const { top } = useStore(app.router.$stack)
  const isOnTop = top?.id === page.id
  useEffect(() => {
    // Coming back from the player: the continue row has moved on.
    if (isOnTop && home.$loadable.get().state === 'ready') home.refresh().catch(() => undefined)
  }, [home, isOnTop])

  const retry = async () => {
    if (session.state === 'failed' || session.state === 'looping') await app.session.start('home')
    await home.reload()
  }
  if (loadable.state === 'failed') return <FailureView failure={loadable.failure} onRetry={() => void retry()} />
  return (
    <div className="home">
      <PullToRefresh refresh={home.refresh} />
      <header className="brand">
        <BrandMark />
        <h1 className="visually-hidden">Drama</h1>
        <button
          type="button"
          className="search-box"
          onClick={() => void app.router.navigateTo({ url: '/pages/index/search' })}
        >
          <Icon name="search" />
          <span>{text('searchPlaceholder')}</span>
        </button>
      </header>
      {loadable.state === 'loading' ? <HomeSkeleton /> : <HomeContent home={loadable.value} />}
      {loadable.state === 'ready' && loadable.value.shelves.length === 0 && (
        <Notice icon="dramas" text={text('emptyCatalogue')} />
      )}
    </div>
  )
}

function HomeContent({ home }: { home: HomeAnswer }) {
  const { text } = useTranslation()
  return (
    <>
      {home.banners.length > 0 && <Hero banners={home.banners} />}
      {home.continue.length > 0 && (
        <Row title={text('continuePlaying')}>
          {home.continue.map(stop => (
            <li key={stop.drama.id}>
              <DramaCardView drama={stop.drama} stop={stop} />
            </li>
          ))}
        </Row>
      )}
      {home.shelves.map(shelf => (
        <Row key={shelf.id} title={shelf.title}>
          {shelf.list.map(drama => (
            <li key={drama.id}>
              <DramaCardView drama={drama} />
            </li>
          ))}
        </Row>
      ))}
    </>
  )
}

function HomeSkeleton() {
  const { text } = useTranslation()
  return (
    <div className="skeleton" role="status" aria-label={text('loading')}>
      <i className="skeleton-hero" />
      <i className="skeleton-line" />
      <div className="skeleton-row">
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  )
}

function BrandMark() {
  return (
    <svg width="28" height="28" viewBox="0 0 28 28" aria-hidden="true">
      <rect className="brand-tile" width="28" height="28" rx="8" />
      <path className="brand-play" d="M10.5 8v12l10-6z" />
    </svg>
  )
}
