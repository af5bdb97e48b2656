import type { RouteName } from '../../core/router/routes.js'
import { SkeletonLines } from '../ui/status/skeleton-lines.js'
import { Spinner, useShowDelay } from '../ui/status/spinner.js'
import { useTranslation } from './scope.js'

/** Placeholder while the code of a page loads: a spinner for the player, an outline for other pages. */
export function PageSkeleton({ name }: { name: RouteName }) {
  const isShown = useShowDelay()
  if (name === 'player') return <Spinner />
  return (
    <div className="page-skeleton" hidden={!isShown}>
      {name === 'home' && <div className="skeleton-bar" />}
      {name === 'home' ? <HomeSkeleton /> : <SkeletonLines />}
    </div>
  )
}

export function HomeSkeleton() {
  const { text } = useTranslation()
  return (
    <div className="skeleton" part="skeleton" role="status" aria-label={text('loading')}>
      <i className="skeleton-hero" />
      <i className="skeleton-line" />
      <div className="skeleton-row" part="skeleton">
        <i />
        <i />
        <i />
        <i />
      </div>
    </div>
  )
}
