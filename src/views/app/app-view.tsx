import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { App } from '../../core/app.js'
import type { StackPage } from '../../core/router/router.js'
import { Icon } from '../ui/icon/icon.js'
import { isHostPageUnfocused } from '../ui/overlay/is-host-page-unfocused.js'
import { EmptyState, FailureView } from '../ui/status/notice.js'
import { ErrorBoundary } from './error-boundary.js'
import { LazyOverlays } from './lazy-overlays.js'
import { LazyPage } from './lazy-page.js'
import { preloadPage } from './page-modules.js'
import { type Scope, ScopeContext, useScope, useTranslation } from './scope.js'
import { TabBar } from './tab-bar.js'
import { useIsWide } from './use-is-wide.js'

export function AppView({ app, root, startRequest }: Pick<Scope, 'app' | 'root' | 'startRequest'>) {
  const translation = useStore(app.i18n.$translation)
  const loadCoverMenu = useCoverMenu(app, root)
  const scope = useMemo(
    () => ({ app, root, translation, startRequest, preloadPage, loadCoverMenu }),
    [app, root, translation, startRequest, loadCoverMenu]
  )
  const isReady = translation !== undefined
  useEffect(() => {
    // React flushes this effect on unmount too, if the app is removed right after its first render.
    if (isReady && root.isConnected) app.emit('drama-ready', {})
  }, [app, root, isReady])
  return (
    <ScopeContext value={scope}>
      <div className="app" part="app" lang={translation?.language.tag}>
        {translation && <PageStackView />}
        {translation && <LazyOverlays />}
      </div>
    </ScopeContext>
  )
}

function PageStackView() {
  const { app } = useScope()
  const { pages, top } = useStore(app.router.$stack)
  const isTab = top?.route.tab !== undefined
  const isPlayer = top?.route.name === 'player'
  const isWide = useIsWide(!isTab && !isPlayer)
  // In the order of creation, because a page that moves in the DOM loses its scroll position and stops its video.
  const sortedPages = [...pages].sort((one, other) => one.id - other.id)
  return (
    <>
      <div className="pages">
        {sortedPages.map(page => (
          <PageFrame key={page.id} page={page} isShown={page.id === top?.id} />
        ))}
        {!top && <NotFound />}
      </div>
      {(!top || isTab || (isWide && !isPlayer)) && (
        <TabBar top={top} below={[...pages].reverse().find(({ route }) => route.tab !== undefined)} />
      )}
    </>
  )
}

/** Restores the scroll position and the focus, because a hidden element forgets both. */
function PageFrame({ page, isShown }: { page: StackPage; isShown: boolean }) {
  const { app, root } = useScope()
  const frame = useRef<HTMLDivElement>(null)
  const scrollTop = useRef(0)
  const lastFocused = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    if (!isShown) return
    frame.current?.scrollTo({ top: scrollTop.current, behavior: 'instant' })
    const isHidden = Boolean(root.activeElement?.closest('.page[hidden]'))
    if ((root.activeElement && !isHidden) || !isHostPageUnfocused(root)) return
    const known = lastFocused.current?.isConnected ? lastFocused.current : undefined
    // A new page takes the focus of the button that led to it, so that Tab continues there.
    const target = known ?? (isHidden ? frame.current : undefined)
    target?.focus({ preventScroll: true })
  }, [root, isShown])
  useEffect(() => {
    const listeners = new AbortController()
    const rememberFocus = ({ target }: Event) => {
      lastFocused.current = target instanceof HTMLElement && target !== frame.current ? target : null
    }
    frame.current?.addEventListener('focusin', rememberFocus, { signal: listeners.signal })
    return () => listeners.abort()
  }, [])
  const rememberScroll = () => {
    if (isShown && frame.current) scrollTop.current = frame.current.scrollTop
  }
  return (
    <div className="page" hidden={!isShown} tabIndex={-1} ref={frame} onScroll={rememberScroll}>
      <ErrorBoundary
        onError={error => {
          app.environment.log.error('a page could not be drawn', error)
          app.emit('drama-error', { kind: 'view', path: page.url })
        }}
        fallback={retry => <FailureView failure="server" onRetry={retry} />}
      >
        <LazyPage page={page} />
      </ErrorBoundary>
    </div>
  )
}

function NotFound() {
  const { app } = useScope()
  const { text } = useTranslation()
  return (
    <EmptyState
      icon={<Icon name="discover" />}
      text={text('notFound')}
      action={text('goHome')}
      onAction={() => void app.router.reLaunch({ url: '/' })}
    />
  )
}

/** One listener serves all covers, of which there may be hundreds. The next cover repeats a failed load. */
function useCoverMenu(app: App, root: ShadowRoot): () => void {
  const isLoading = useRef(false)
  return useCallback(() => {
    if (isLoading.current) return
    isLoading.current = true
    import('../ui/drama/cover-menu.js').then(
      ({ listenForCoverPress }) => listenForCoverPress(app, root),
      () => {
        isLoading.current = false
      }
    )
  }, [app, root])
}
