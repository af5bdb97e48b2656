import type { RouteName } from '../../core/router/routes.js'
import { SkeletonLines } from '../ui/status/skeleton-lines.js'
import { Spinner } from '../ui/status/spinner.js'
import { useTranslation } from './scope.js'

/** While the code of a page loads. A film has no outline. */
export function PageSkeleton({ name }: { name: RouteName }) {
  if (name === 'player') return <Spinner />
  return (
    <Spinner>
      {name === 'home' && <div className="skeleton-bar" />}
      {name === 'home' ? <HomeSkeleton /> : <SkeletonLines />}
    </Spinner>
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
