import type { DramaCard } from '../../../../contract/drama.js'
import { CardRow, type RowProps } from '../list/card-row.js'
import { DramaCardView } from './drama-card.js'

export function DramaShelf({ dramas, ...row }: RowProps & { dramas: readonly DramaCard[] }) {
  return (
    <CardRow {...row}>
      {dramas.map(drama => (
        <li key={drama.id}>
          <DramaCardView drama={drama} />
        </li>
      ))}
    </CardRow>
  )
}
