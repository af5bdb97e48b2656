import type { RouteName } from '../../core/router/routes.js'
import { SkeletonLines } from '../ui/status/skeleton-lines.js'
import { Spinner, useIsDelayOver } from '../ui/status/spinner.js'
import { useTranslation } from './scope.js'

/** Placeholder while the code of a page loads: a spinner for the player, an outline for other pages. */
export function PageSkeleton({ name }: { name: RouteName }) {
  return name === 'player' ? <Spinner /> : <PageOutline isHome={name === 'home'} />
}

function PageOutline({ isHome }: { isHome: boolean }) {
  const isShown = useIsDelayOver()
  return (
    <div className="page-skeleton" hidden={!isShown}>
      {isHome && <div className="skeleton-bar" />}
      {isHome ? <HomeSkeleton /> : <SkeletonLines />}
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
