import type { ReactNode } from 'react'
import { useTranslation } from '../../app/scope.js'

export interface RowProps {
  title: string
  /** `top` numbers the cards. */
  kind?: 'top' | 'continue' | undefined
  onSeeAll?: (() => void) | undefined
  /** Buttons that scroll the row, for a mouse. */
  paging?: ReactNode
}

export function CardRow({ title, kind, onSeeAll, paging, children }: RowProps & { children: ReactNode }) {
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
      <ul className="row-track" data-kind={kind}>
        {children}
      </ul>
      {paging}
    </section>
  )
}
