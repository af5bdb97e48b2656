import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { DramaCard } from '../../../contract/drama.js'
import type { MessageKey } from '../../../locales/app/en.js'
import { type DiscoverPage, type DramaFilter, type DramaSort, sorts } from '../../core/catalogue/discover-page.js'
import { readyValue } from '../../core/loading/loadable.js'
import type { PagedList } from '../../core/loading/paged-list.js'
import { useTranslation } from '../app/scope.js'
import { Chips } from '../ui/controls/chips.js'
import { DramaCardView } from '../ui/drama/drama-card.js'
import { Icon } from '../ui/icon/icon.js'
import { InfiniteListEnd } from '../ui/list/infinite-list-end.js'
import { VirtualGrid } from '../ui/list/virtual-grid.js'
import { EmptyState, FailureView } from '../ui/status/notice.js'

export interface SectionProps {
  page: DiscoverPage
  isShown: boolean
  label: string
}

const sortNames: Record<DramaSort, MessageKey> = { hot: 'sortHot', new: 'sortNew', finish: 'sortFinish' }

export function AllSection({ page, isShown, label }: SectionProps) {
  const { text } = useTranslation()
  const filter = useStore(page.$filter)
  const paged = useStore(page.$dramas)
  const tags = useStore(page.tags.$loadable)
  const section = useRef<HTMLElement>(null)
  const tagList = readyValue(tags)?.list ?? []
  const applyFilter = (changes: Partial<DramaFilter>) => {
    page.filterBy(changes)
    section.current?.closest('.page')?.scrollTo({ top: 0, behavior: 'instant' })
  }
  return (
    <section className="discover-panel" role="tabpanel" aria-label={label} hidden={!isShown} ref={section}>
      <div className="discover-filter">
        <Chips
          label={text('tags')}
          options={[{ id: '', text: text('allDramas') }, ...tagList.map(({ id, name }) => ({ id, text: name }))]}
          current={filter.tagId ?? ''}
          onChange={id => applyFilter({ tagId: id || undefined })}
        />
        <Chips
          label={text('sortBy')}
          options={sorts.map(id => ({ id, text: text(sortNames[id]) }))}
          current={filter.sort}
          onChange={sort => applyFilter({ sort })}
          kind="plain"
        />
      </div>
      <Dramas
        key={`${filter.sort} ${filter.tagId}`}
        paged={paged}
        isShown={isShown}
        onShowAll={filter.tagId === undefined ? undefined : () => applyFilter({ tagId: undefined, sort: 'hot' })}
      />
    </section>
  )
}

interface DramasProps {
  paged: PagedList<DramaCard>
  isShown: boolean
  onShowAll: (() => void) | undefined
}

function Dramas({ paged, isShown, onShowAll }: DramasProps) {
  const { text } = useTranslation()
  const loadable = useStore(paged.list.$loadable)
  if (loadable.state === 'failed') return <FailureView failure={loadable.failure} onRetry={paged.reload} />
  if (loadable.state === 'loading') return <GridSkeleton />
  const { list } = loadable.value
  if (list.length === 0)
    return onShowAll ? (
      <EmptyState
        icon={<Icon name="discover" />}
        text={text('emptyFilter')}
        action={text('seeDramas')}
        onAction={onShowAll}
      />
    ) : (
      <EmptyState icon={<Icon name="discover" />} text={text('emptyCatalogue')} />
    )
  return (
    <div className="discover-grid">
      <VirtualGrid
        entries={list}
        keyOf={({ id }) => id}
        render={(drama, isPassing) => <DramaCardView drama={drama} isScrolling={isPassing} />}
      />
      {isShown && <InfiniteListEnd paged={paged} />}
    </div>
  )
}

function GridSkeleton() {
  const { text } = useTranslation()
  return (
    <div className="discover-grid skeleton" part="skeleton" role="status" aria-label={text('loading')}>
      <div className="grid">
        {[...Array(9)].map((_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the items are identical
          <i key={index} />
        ))}
      </div>
    </div>
  )
}
