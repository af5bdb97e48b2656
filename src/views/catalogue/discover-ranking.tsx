import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { RankedDrama } from '../../../contract/browse.js'
import type { MessageKey } from '../../../locales/app/en.js'
import { type Ranking, rankings } from '../../core/catalogue/discover-page.js'
import type { LoadableStore } from '../../core/loading/loadable.js'
import { useTranslation } from '../app/scope.js'
import { Chips } from '../ui/controls/chips.js'
import { DramaLine } from '../ui/drama/drama-line.js'
import { Icon } from '../ui/icon/icon.js'
import { EmptyState, FailureView } from '../ui/status/notice.js'
import { SkeletonLines } from '../ui/status/skeleton-lines.js'
import type { SectionProps } from './discover-all.js'

const names: Record<Ranking, MessageKey> = { hot: 'sortHot', new: 'sortNew', fav: 'favorites' }

export function RankSection({ page, isShown, label }: SectionProps) {
  const { text } = useTranslation()
  const ranking = useStore(page.$ranking)
  const section = useRef<HTMLElement>(null)
  const change = (next: Ranking) => {
    page.rankBy(next)
    section.current?.closest('.page')?.scrollTo({ top: 0, behavior: 'instant' })
  }
  return (
    <section className="discover-panel" role="tabpanel" aria-label={label} hidden={!isShown} ref={section}>
      <div className="discover-filter">
        <Chips
          label={text('sortBy')}
          options={rankings.map(id => ({ id, text: text(names[id]) }))}
          current={ranking}
          onChange={change}
        />
      </div>
      <Ranked ranked={page.ranked(ranking)} />
    </section>
  )
}

function Ranked({ ranked }: { ranked: LoadableStore<{ list: RankedDrama[] }> }) {
  const { text } = useTranslation()
  const loadable = useStore(ranked.$loadable)
  if (loadable.state === 'failed')
    return <FailureView failure={loadable.failure} onRetry={() => void ranked.reload()} />
  if (loadable.state === 'loading') return <SkeletonLines />
  const { list } = loadable.value
  if (list.length === 0) return <EmptyState icon={<Icon name="discover" />} text={text('emptyCatalogue')} />
  return (
    <ol className="drama-lines">
      {list.map(drama => (
        <li key={drama.id}>
          <RankedLine drama={drama} />
        </li>
      ))}
    </ol>
  )
}

function RankedLine({ drama }: { drama: RankedDrama }) {
  return (
    <div className="ranked-line" data-rank={drama.rank}>
      <span className="ranked-no">{drama.rank}</span>
      <DramaLine drama={drama} />
    </div>
  )
}
