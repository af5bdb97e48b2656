import type { ReactNode } from 'react'
import { useTranslation } from '../../app/scope.js'

interface Props {
  title: string
  onSeeAll?: (() => void) | undefined
  children: ReactNode
}

export function CardRow({ title, onSeeAll, children }: Props) {
  const { text } = useTranslation()
  return (
    <section className="row">
      <header className="row-header">
        <h2 className="row-title">{title}</h2>
        {onSeeAll && (
          <button type="button" className="row-all" aria-label={`${text('seeAll')}: ${title}`} onClick={onSeeAll}>
            {text('seeAll')} <span aria-hidden="true">›</span>
          </button>
        )}
      </header>
      <ul className="row-track">{children}</ul>
    </section>
  )
}
