import { useTranslation } from '../../app/scope.js'
import skeletonCss from './skeleton.css'
import linesCss from './skeleton-lines.css'

export const css = skeletonCss + linesCss

export function SkeletonLines() {
  const { text } = useTranslation()
  return (
    <div className="skeleton skeleton-lines" part="skeleton" role="status" aria-label={text('loading')}>
      {[...Array(6)].map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical
        <i key={index} />
      ))}
    </div>
  )
}
