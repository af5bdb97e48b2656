import { useStore } from '@nanostores/react'
import { createDramasPage } from '../../core/pages/dramas.js'
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

export function Page() {
  const { app } = useScope()
  const { text } = useTranslation()
  const paged = usePage(() => createDramasPage(app))
  const { list } = paged
  const loadable = useStore(list.$loadable)
  if (loadable.state === 'failed') return <FailureView failure={loadable.failure} onRetry={() => void list.reload()} />
  if (loadable.state === 'loading') return <Spinner />
  return (
    <div className="tab-page">
      <PullToRefresh refresh={list.refresh} />
      <h1>{text('discover')}</h1>
      <GrowingGrid paged={paged}>
        {loadable.value.list.map(drama => (
          <li key={drama.id}>
            <DramaCardView drama={drama} />
          </li>
        ))}
      </GrowingGrid>
      {loadable.value.list.length === 0 && <Notice icon="dramas" text={text('emptyCatalogue')} />}
    </div>
  )
}
