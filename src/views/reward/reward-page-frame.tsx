import { useStore } from '@nanostores/react'
import { type ReactNode, useEffect } from 'react'
import type { RewardIndex } from '../../../contract/reward.js'
import type { Rewards } from '../../core/reward/rewards.js'
import type { StackPage } from '../../core/router/router.js'
import { PageBar } from '../app/page-bar.js'
import { useScope, useTranslation } from '../app/scope.js'
import coinCss from '../ui/icon/coin.css'
import { PullToRefresh } from '../ui/list/pull-to-refresh.js'
import { FailureView } from '../ui/status/notice.js'
import { SkeletonLines } from '../ui/status/skeleton-lines.js'
import rewardCss from './reward.css'

export const css = coinCss + rewardCss

interface Props {
  page: Rewards
  stackPage: StackPage
  children(index: RewardIndex): ReactNode
}

export function RewardPageFrame({ page, stackPage, children }: Props) {
  const { app } = useScope()
  const { text } = useTranslation()
  const loadable = useStore(page.index.$loadable)
  const isOnTop = useStore(app.router.$stack).top?.id === stackPage.id
  useEffect(() => page.setOnTop(isOnTop), [page, isOnTop])
  return (
    <div className="bar-page reward">
      <PullToRefresh refresh={page.index.refresh} />
      <PageBar title={text(stackPage.route.name)} />
      {loadable.state === 'failed' && <FailureView failure={loadable.failure} onRetry={page.reload} />}
      {loadable.state === 'loading' && (
        <>
          <div className="skeleton reward-skeleton" part="skeleton">
            <i />
          </div>
          <SkeletonLines />
        </>
      )}
      {loadable.state === 'ready' && <div className="reward-content">{children(loadable.value)}</div>}
    </div>
  )
}
