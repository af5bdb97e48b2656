import { useStore } from '@nanostores/react'
import { useEffect } from 'react'
import { createRecordPage } from '../../core/pages/record.js'
import type { Page as PageEntry } from '../../core/router/router.js'
import { useScope, useTranslation } from '../context.js'
import cardCss from '../ui/drama-card.css'
import { DramaCardView } from '../ui/drama-card.js'
import gridCss from '../ui/grid.css'
import { GrowingGrid } from '../ui/growing-list.js'
import { FailureView, Notice } from '../ui/notice.js'
import { PullToRefresh } from '../ui/pull-to-refresh.js'
import { Spinner } from '../ui/spinner.js'
import { usePage } from '../use-page.js'

export const css = cardCss + gridCss

export function Page({ page }: { page: PageEntry }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const paged = usePage(() => createRecordPage(app))
  const { list } = paged
  const loadable = useStore(list.$loadable)
  const isOnTop = useStore(app.router.$stack).top?.id === page.id
  useEffect(() => {
    if (isOnTop && list.$loadable.get().state === 'ready') list.refresh().catch(() => undefined)
  }, [list, isOnTop])
  if (loadable.state === 'failed') return <FailureView failure={loadable.failure} onRetry={() => void list.reload()} />
  if (loadable.state === 'loading') return <Spinner />
  return (
    <div className="tab-page">
      <PullToRefresh refresh={list.refresh} />
      <h1>{text('history')}</h1>
      <GrowingGrid paged={paged}>
        {loadable.value.list.map(stop => (
          <li key={stop.drama.id}>
            <DramaCardView drama={stop.drama} stop={stop} />
          </li>
        ))}
      </GrowingGrid>
      {loadable.value.list.length === 0 && (
        <Notice
          icon="record"
          text={text('emptyHistory')}
          action={text('seeDramas')}
          onAction={() => void app.router.switchTab({ url: '/pages/index/dramas' })}
        />
      )}
    </div>
  )
}
