import type { ReactNode } from 'react'

/** A titled row of covers that scrolls sideways. */
export function Row({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="row">
      <h2 className="row-title">{title}</h2>
      <ul className="row-track">{children}</ul>
    </section>
  )
}
