import type { ReactNode } from 'react'
import type { ContinueCard } from '../../../contract/drama.js'
import { useScope, useTranslation } from '../app/scope.js'
import continueCss from '../ui/drama/continue-card.css'
import { ContinueCardView } from '../ui/drama/continue-card.js'
import { CardRow } from '../ui/list/card-row.js'

export const css = continueCss

export function ContinueRow({ list, paging }: { list: readonly ContinueCard[]; paging: ReactNode }) {
  const { app } = useScope()
  const { text } = useTranslation()
  return (
    <CardRow
      title={text('continuePlaying')}
      kind="continue"
      onSeeAll={() => void app.router.switchTab({ url: '/pages/index/record' })}
      paging={paging}
    >
      {list.map(stop => (
        <li key={stop.drama.id}>
          <ContinueCardView stop={stop} />
        </li>
      ))}
    </CardRow>
  )
}
