import { type ReactNode, useLayoutEffect, useState } from 'react'
import type { StackPage } from '../../core/router/router.js'
import { adoptStyles } from '../../dom/adopted-styles.js'
import { FailureView } from '../ui/status/notice.js'
import { PageBar } from './page-bar.js'
import { type PageModule, pageChunks } from './page-modules.js'
import { PageSkeleton } from './page-skeleton.js'
import { useScope, useTranslation } from './scope.js'

const LOAD_TIMEOUT_MS = 60_000

export function LazyPage({ page }: { page: StackPage }) {
  const { app, root } = useScope()
  const [module, setModule] = useState<PageModule | 'timeout' | 'offline' | undefined>()
  const [attempt, setAttempt] = useState(0)
  // Before paint, so that loading starts a frame earlier.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new attempt loads again
  useLayoutEffect(() => {
    let isCurrent = true
    const finish = (result: PageModule | 'timeout' | 'offline') => {
      if (!isCurrent) return
      isCurrent = false
      cancel()
      if (typeof result !== 'string') adoptStyles(root, result.css)
      setModule(result)
      app.router.markRendered(page.id)
    }
    const cancel = app.environment.clock.setTimer(LOAD_TIMEOUT_MS, () => finish('timeout'))
    const texts = page.route.name === 'home' ? undefined : app.i18n.loadPageMessages()
    Promise.all([pageChunks[page.route.name](), texts]).then(
      ([loaded]) => finish(loaded),
      () => finish('offline')
    )
    return () => {
      isCurrent = false
      cancel()
    }
  }, [app, root, page.id, page.route.name, attempt])
  if (module === undefined)
    return (
      <PageLoading page={page}>
        <PageSkeleton name={page.route.name} />
      </PageLoading>
    )
  if (typeof module !== 'string') return <module.default page={page} />
  const retry = () => {
    setModule(undefined)
    setAttempt(attempt + 1)
  }
  return (
    <PageLoading page={page}>
      <FailureView failure={module} onRetry={retry} />
    </PageLoading>
  )
}

function PageLoading({ page, children }: { page: StackPage; children: ReactNode }) {
  const { text } = useTranslation()
  if (page.route.tab !== undefined) return children
  return (
    <div className="bar-page">
      <PageBar title={page.route.name === 'player' ? '' : text(page.route.name)} />
      {children}
    </div>
  )
}
