import { useStore } from '@nanostores/react'
import { useEffect, useMemo, useRef } from 'react'
import type { App } from '../core/app.js'
import { ScopeContext, useScope, useTranslation } from './context.js'
import { LazyPage, warmPage } from './lazy-page.js'
import { TabBar } from './tab-bar.js'
import { Icon } from './ui/icon.js'
import { Notice } from './ui/notice.js'

/** The whole app inside one shadow root. */
export function AppView({ app, root }: { app: App; root: ShadowRoot }) {
  const scope = useMemo(() => ({ app, root, warmPage }), [app, root])
  const translation = useStore(app.i18n.$translation)
  const isFailed = useStore(app.i18n.$isFailed)
  const isReady = translation !== undefined
  useEffect(() => {
    if (isReady) app.emit('drama-ready', {})
  }, [app, isReady])
  return (
    <ScopeContext value={scope}>
      <div className="app" part="app" lang={translation?.language.tag}>
        {translation ? <Shell /> : isFailed && <Wordless onRetry={app.i18n.retry} />}
      </div>
    </ScopeContext>
  )
}

/** Before any language has arrived: a way to try again that needs no words. */
function Wordless({ onRetry }: { onRetry(): void }) {
  return (
    <button type="button" className="failure" aria-label="↻" onClick={onRetry}>
      <span className="notice-icon">
        <Icon name="retry" />
      </span>
    </button>
  )
}

function Shell() {
  const { app } = useScope()
  const { pages, top } = useStore(app.router.$stack)
  const container = useRef<HTMLDivElement>(null)
  const scrollToTop = () =>
    container.current?.querySelector('.page:not([hidden])')?.scrollTo({ top: 0, behavior: 'smooth' })
  return (
    <>
      <div className="pages" ref={container}>
        {pages.map(page => (
          <div className="page" key={page.id} hidden={page.id !== top?.id}>
            <LazyPage page={page} />
          </div>
        ))}
        {!top && <NotFound />}
      </div>
      {top?.route.tab !== undefined && <TabBar top={top} onTap={scrollToTop} />}
    </>
  )
}

function NotFound() {
  const { app } = useScope()
  const { text } = useTranslation()
  return (
    <Notice
      icon="dramas"
      text={text('notFound')}
      action={text('goHome')}
      onAction={() => void app.router.reLaunch({ url: '/' })}
    />
  )
}
