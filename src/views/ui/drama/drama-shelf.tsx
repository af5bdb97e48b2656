import type { DramaCard } from '../../../../contract/drama.js'
import { CardRow } from '../list/card-row.js'
import { DramaCardView } from './drama-card.js'

interface Props {
  title: string
  dramas: readonly DramaCard[]
  onSeeAll?: () => void
}

export function DramaShelf({ title, dramas, onSeeAll }: Props) {
  return (
    <CardRow title={title} onSeeAll={onSeeAll}>
      {dramas.map(drama => (
        <li key={drama.id}>
          <DramaCardView drama={drama} />
        </li>
      ))}
    </CardRow>
  )
}
