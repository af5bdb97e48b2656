import type { HomePage } from '../../core/catalogue/home-page.js'
import { useTranslation } from '../app/scope.js'
import { Icon } from '../ui/icon/icon.js'
import { InfiniteListEnd } from '../ui/list/infinite-list-end.js'
import { EmptyState } from '../ui/status/notice.js'

export function HomeListEnd({ shelves, isEmpty }: { shelves: HomePage['shelves']; isEmpty: boolean }) {
  const { text } = useTranslation()
  return (
    <>
      {isEmpty && <EmptyState icon={<Icon name="discover" />} text={text('emptyCatalogue')} />}
      <InfiniteListEnd paged={shelves} />
    </>
  )
}
