import { useStore } from '@nanostores/react'
import { type ComponentType, useEffect, useRef } from 'react'
import type { App } from '../../core/app.js'
import { createHomePage, type HomeShelfList, shelfUrl } from '../../core/catalogue/home-page.js'
import { readyValue } from '../../core/loading/loadable.js'
import type { StackPage } from '../../core/router/router.js'
import type { Brand } from '../../core/ui/brand.js'
import { HomeSkeleton } from '../app/page-skeleton.js'
import { useScope, useTranslation } from '../app/scope.js'
import { useLazyPart } from '../app/use-lazy-part.js'
import { usePageModel } from '../app/use-page-model.js'
import cardCss from '../ui/drama/drama-card.css'
import { DramaShelf } from '../ui/drama/drama-shelf.js'
import { Hero, css as heroCss } from '../ui/drama/hero.js'
import topCss from '../ui/drama/top-shelf.css'
import { Icon } from '../ui/icon/icon.js'
import rowCss from '../ui/list/card-row.css'
import { FailureView } from '../ui/status/notice.js'
import homeCss from './home-page.css'

export const css = heroCss + cardCss + rowCss + topCss + homeCss

const loadDeferred = () => import('./home-deferred.js')

export default function HomePageView({ page }: { page: StackPage }) {
  const { app, root } = useScope()
  const { home, shelves, refreshContinue } = usePageModel(() => createHomePage(app))
  const loadable = useStore(home.$loadable)
  const isOnTop = useStore(app.router.$stack).top?.id === page.id
  useEffect(() => {
    // The continue row changes while the player is open.
    if (isOnTop) refreshContinue().catch(() => undefined)
  }, [refreshContinue, isOnTop])
  const content = readyValue(loadable)
  const isDrawn = isOnTop && content !== undefined
  const deferred = useLazyPart(content && home, loadDeferred)
  useEffect(() => (isDrawn ? deferred?.onHomeShown(app, root) : undefined), [app, root, isDrawn, deferred])
  const stop = isDrawn ? content.continue[0] : undefined
  useEffect(() => stop && deferred?.prepareContinueLater(app, stop), [app, stop, deferred])

  const retry = async () => {
    const { state } = app.session.$session.get()
    if (state === 'failed' || state === 'looping') await app.session.start('home')
    await home.reload()
  }
  if (loadable.state === 'failed')
    return (
      <div className="home">
        <HomeBar />
        <FailureView failure={loadable.failure} onRetry={() => void retry()} />
      </div>
    )
  return (
    <div className="home">
      {deferred && <deferred.PullToRefresh refresh={home.refresh} />}
      <HomeBar />
      {content ? <HomeContent home={content} isOnTop={isOnTop} deferred={deferred} /> : <HomeSkeleton />}
      {deferred && <deferred.HomeListEnd shelves={shelves} isEmpty={content?.list.length === 0} />}
    </div>
  )
}

function HomeBar() {
  const { app, preloadPage } = useScope()
  const { text } = useTranslation()
  const brand = useStore(app.$brand)
  const Mark = (brand.Mark ?? BrandMark) as ComponentType<Brand>
  return (
    <search className="home-bar" part="header">
      <h1>
        <Mark {...brand} />
      </h1>
      <button
        type="button"
        className="search-field"
        onClick={() => void app.router.navigateTo({ url: '/pages/index/search' })}
        onPointerEnter={() => preloadPage('search')}
      >
        <Icon name="search" />
        <span>{text('searchPlaceholder')}</span>
      </button>
    </search>
  )
}

interface ContentProps {
  home: HomeShelfList
  isOnTop: boolean
  deferred: Awaited<ReturnType<typeof loadDeferred>> | undefined
}

function HomeContent({ home, isOnTop, deferred }: ContentProps) {
  const { app } = useScope()
  const continueRow = useRef<HTMLDivElement>(null)
  const paging = deferred && <deferred.RowPaging />
  return (
    <>
      {deferred && <deferred.ScrollAnchor part={continueRow} isPresent={home.continue.length > 0} isOnTop={isOnTop} />}
      {home.banners.length > 0 && <Hero banners={home.banners} />}
      <div ref={continueRow}>
        {home.continue.length > 0 && (
          <div className="continue-row">
            {deferred && <deferred.ContinueRow list={home.continue} paging={paging} />}
          </div>
        )}
      </div>
      {home.list.map(shelf => (
        <DramaShelf
          key={shelf.id}
          title={shelf.title}
          kind={shelf.id === 'hot' ? 'top' : undefined}
          dramas={shelf.list}
          onSeeAll={openShelf(app, shelf.id)}
          paging={paging}
        />
      ))}
    </>
  )
}

/** Not switchTab, which would drop the query. */
function openShelf({ router }: App, shelfId: string): (() => void) | undefined {
  const url = shelfUrl(shelfId)
  return url === undefined ? undefined : () => void router.reLaunch({ url })
}

function BrandMark() {
  return (
    <svg width="32" height="32" viewBox="0 0 28 28" role="img" aria-label="Drama">
      <rect className="brand-tile" width="28" height="28" rx="8" />
      <path className="brand-play" d="M10.5 8v12l10-6z" />
    </svg>
  )
}
