import type { RankedDrama } from '../../../contract/browse.js'
import { DramaLine } from '../ui/drama/drama-line.js'

/** A drama with its place in a ranking; the first three stand out. */
export function RankedLine({ drama }: { drama: RankedDrama }) {
  return (
    <div className="ranked-line" data-rank={drama.rank}>
      <span className="ranked-no">{drama.rank}</span>
      <DramaLine drama={drama} />
    </div>
  )
}
