import { useStore } from '@nanostores/react'
import { useEffect, useRef } from 'react'
import type { Drama, DramaDetail } from '../../../contract/drama.js'
import { playerUrl } from '../../core/campaign/deep-link.js'
import type { ShownDrama } from '../../core/catalogue/drama-sheet.js'
import { tagPageUrl } from '../../core/catalogue/page-urls.js'
import { getOrCreateImagePreview } from '../../core/ui/image-preview.js'
import { useScope, useTranslation } from '../app/scope.js'
import { useLazyPart } from '../app/use-lazy-part.js'
import favoriteCss from '../ui/controls/favorite-button.css'
import { FavoriteButton } from '../ui/controls/favorite-button.js'
import cardCss from '../ui/drama/drama-card.css'
import { DramaShelf } from '../ui/drama/drama-shelf.js'
import { Poster } from '../ui/drama/poster.js'
import { Icon } from '../ui/icon/icon.js'
import rowCss from '../ui/list/card-row.css'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'
import { EmptyState, FailureView } from '../ui/status/notice.js'
import { DramaFacts } from './drama-facts.js'
import { DramaPrice } from './drama-price.js'
import dramaSheetCss from './drama-sheet.css'

export const css = cardCss + rowCss + sheetCss + favoriteCss + dramaSheetCss

const loadOtherDramas = () => import('./other-dramas.js')
const loadExtras = () => import('./trailer-and-episodes.js')

export function DramaSheetView({ shown, onClose }: { shown: ShownDrama; onClose(): void }) {
  const { text, language } = useTranslation()
  const detail = useStore(shown.detail.$loadable)
  const isGone = detail.state === 'failed' && detail.failure === 'unavailable'
  const others = useLazyPart(isGone ? detail : undefined, loadOtherDramas)
  const loadedLanguage = useRef(language)
  useEffect(() => {
    if (loadedLanguage.current === language) return
    loadedLanguage.current = language
    shown.reload()
  }, [shown, language])
  return (
    <Sheet label={detail.state === 'ready' ? detail.value.drama.title : text('aboutDrama')} isTall onClose={onClose}>
      {detail.state === 'loading' && <SheetSkeleton />}
      {detail.state === 'failed' && !isGone && <FailureView failure={detail.failure} onRetry={shown.reload} />}
      {isGone && <EmptyState icon={<Icon name="discover" />} text={text('unavailable')} />}
      {others && isGone && <others.OtherDramas />}
      {detail.state === 'ready' && <Content detail={detail.value} shown={shown} onClose={onClose} />}
    </Sheet>
  )
}

interface ContentProps {
  detail: DramaDetail
  shown: ShownDrama
  onClose(): void
}

function Content({ detail, shown, onClose }: ContentProps) {
  const { app, preloadPage } = useScope()
  const { text } = useTranslation()
  const { drama, progress, related } = detail
  const media = useRef<HTMLDivElement>(null)
  const extras = useLazyPart(shown, loadExtras)
  const watch = (no = progress?.episode_no) => {
    onClose()
    void app.router.navigateTo({ url: playerUrl(drama.id, no) })
  }
  return (
    <>
      <div className="drama-media" style={{ backgroundColor: drama.colour }} ref={media}>
        <Poster url={drama.banner_url} isEager />
      </div>
      <Heading drama={drama} />
      <div className="drama-actions">
        <button
          type="button"
          className="button primary"
          part="button"
          onClick={() => watch()}
          onPointerEnter={() => preloadPage('player')}
        >
          <Icon name="play" isFilled />
          {progress ? text('continueAt', { no: progress.episode_no }) : text('watchNow')}
        </button>
        <FavoriteButton dramaId={drama.id} isFavorite={detail.is_favorite} />
      </div>
      <DramaPrice quote={shown.quote} />
      {drama.synopsis && <p className="drama-synopsis">{drama.synopsis}</p>}
      <section className="drama-episodes" style={{ minHeight: episodesHeight(drama.episode_count) }}>
        {extras && <extras.TrailerAndEpisodes detail={detail} media={media} onPick={watch} />}
      </section>
      <DramaFacts drama={drama} quote={shown.quote} />
      <Tags names={[...new Set(drama.tags)]} onClose={onClose} />
      {related.length > 0 && <DramaShelf title={text('searchProposals')} dramas={related} />}
    </>
  )
}

/** In px, so that nothing below moves when the episodes come: rows of six, at most 30, and a bar of ranges. */
function episodesHeight(count: number): number {
  return 44 + Math.ceil(Math.min(count, 30) / 6) * 60 + (count > 30 ? 60 : 0)
}

function SheetSkeleton() {
  const { text } = useTranslation()
  return (
    <div className="skeleton drama-skeleton" part="skeleton" role="status" aria-label={text('loading')}>
      <i className="drama-media" />
      <div className="drama-heading">
        <i className="drama-cover" />
        <div>
          <i />
          <i />
        </div>
      </div>
      <div className="drama-actions">
        <i />
        <i />
      </div>
      <i className="drama-lines-skeleton" />
    </div>
  )
}

function Heading({ drama }: { drama: Drama }) {
  const { app } = useScope()
  const { text, compact } = useTranslation()
  const facts = [
    drama.category,
    text('episodeCount', { count: drama.episode_count }),
    drama.is_finished ? text('finished') : '',
    drama.play_count > 0 ? text('playCount', { views: compact(drama.play_count) }) : ''
  ].filter(Boolean)
  return (
    <header className="drama-heading">
      <button
        type="button"
        className="drama-cover"
        style={{ backgroundColor: drama.colour }}
        aria-label={text('enlargeCover')}
        onClick={() => void getOrCreateImagePreview(app).show({ urls: [drama.cover_url] })}
      >
        <Poster url={drama.cover_url} isEager />
      </button>
      <div>
        <h2>{drama.title}</h2>
        <p className="drama-heading-facts">
          {facts.map(fact => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
    </header>
  )
}

function Tags({ names, onClose }: { names: readonly string[]; onClose(): void }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const open = async (name: string) => {
    const { url, isTab } = await tagPageUrl(app.api, name)
    onClose()
    // Not switchTab, which would drop the query.
    void (isTab ? app.router.reLaunch({ url }) : app.router.navigateTo({ url }))
  }
  if (names.length === 0) return null
  return (
    <ul className="drama-tags" aria-label={text('tags')}>
      {names.map(name => (
        <li key={name}>
          <button type="button" onClick={() => void open(name)}>
            {name}
          </button>
        </li>
      ))}
    </ul>
  )
}
