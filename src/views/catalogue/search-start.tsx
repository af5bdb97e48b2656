import { useStore } from '@nanostores/react'
import { useState } from 'react'
import type { SearchPage } from '../../core/catalogue/search-page.js'
import { readyValue } from '../../core/loading/loadable.js'
import { useTranslation } from '../app/scope.js'
import { DramaShelf } from '../ui/drama/drama-shelf.js'
import { ActionIcon } from '../ui/icon/action-icon.js'
import { Icon } from '../ui/icon/icon.js'
import { FailureView } from '../ui/status/notice.js'
import { Spinner } from '../ui/status/spinner.js'

export function SearchStart({ search }: { search: SearchPage }) {
  const keywords = useStore(search.history.$keywords)
  const hot = useStore(search.hot.$loadable)
  if (keywords.length === 0 && hot.state === 'loading') return <Spinner />
  if (keywords.length === 0 && hot.state === 'failed') {
    return <FailureView failure={hot.failure} onRetry={() => void search.hot.reload()} />
  }
  return (
    <>
      {keywords.length > 0 && <Recent keywords={keywords} search={search} />}
      <Hot search={search} />
    </>
  )
}

function Recent({ keywords, search }: { keywords: readonly string[]; search: SearchPage }) {
  const { text } = useTranslation()
  return (
    <section className="search-section">
      <header>
        <h2>{text('searchRecent')}</h2>
        <button type="button" className="search-clear" onClick={search.history.clear}>
          {text('clearAll')}
        </button>
      </header>
      <ul className="chips">
        {keywords.map(keyword => (
          <li key={keyword} className="chip">
            <button type="button" onClick={() => search.search(keyword)}>
              {keyword}
            </button>
            <button
              type="button"
              className="chip-remove"
              aria-label={text('removeKeyword', { keyword })}
              onClick={() => search.history.remove(keyword)}
            >
              <ActionIcon name="close" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Hot({ search }: { search: SearchPage }) {
  const { text } = useTranslation()
  const hot = useStore(search.hot.$loadable)
  if (hot.state !== 'ready' || hot.value.list.length === 0) return null
  return (
    <section className="search-section">
      <h2>{text('searchHot')}</h2>
      <ol className="search-hot">
        {hot.value.list.map((keyword, index) => (
          <li key={keyword}>
            <button type="button" onClick={() => search.search(keyword)}>
              <b aria-hidden="true">{index + 1}</b>
              <span>{keyword}</span>
            </button>
          </li>
        ))}
      </ol>
    </section>
  )
}

export function NoResults({ keyword, search }: { keyword: string; search: SearchPage }) {
  const { text } = useTranslation()
  const [proposalsLoader] = useState(search.proposals)
  const proposals = useStore(proposalsLoader.$loadable)
  const dramas = readyValue(proposals)?.list.slice(0, 12) ?? []
  return (
    <>
      <p className="search-nothing" role="status">
        <span className="notice-icon">
          <Icon name="search" />
        </span>
        {text('searchNothing', { keyword })}
      </p>
      {dramas.length > 0 && <DramaShelf title={text('searchProposals')} dramas={dramas} />}
      <Hot search={search} />
    </>
  )
}
