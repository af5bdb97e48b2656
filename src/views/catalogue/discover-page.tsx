import { useStore } from '@nanostores/react'
import { useLayoutEffect, useRef, useState } from 'react'
import type { MessageKey } from '../../../locales/app/en.js'
import { createDiscoverPage, type DiscoverTab, discoverTabs } from '../../core/catalogue/discover-page.js'
import type { StackPage } from '../../core/router/router.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePageModel } from '../app/use-page-model.js'
import chipsCss from '../ui/controls/chips.css'
import segmentsCss from '../ui/controls/segmented-control.css'
import { SegmentedControl } from '../ui/controls/segmented-control.js'
import soundCss from '../ui/controls/sound-button.css'
import cardCss from '../ui/drama/drama-card.css'
import lineCss from '../ui/drama/drama-line.css'
import { css as factsCss } from '../ui/drama/facts-line.js'
import feedCardCss from '../ui/drama/feed-card.css'
import rankedCss from '../ui/drama/ranked-line.css'
import gridCss from '../ui/list/grid.css'
import { PullToRefresh } from '../ui/list/pull-to-refresh.js'
import { AllSection } from './discover-all.js'
import { FeedSection } from './discover-feed.js'
import dramasCss from './discover-page.css'
import { RankSection } from './discover-ranking.js'

export const css =
  cardCss + lineCss + gridCss + chipsCss + segmentsCss + factsCss + feedCardCss + soundCss + rankedCss + dramasCss

const names: Record<DiscoverTab, MessageKey> = { feed: 'forYou', all: 'allDramas', rank: 'ranking' }
const views = { feed: FeedSection, all: AllSection, rank: RankSection }

export default function DiscoverPageView({ page: { query } }: { page: StackPage }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const page = usePageModel(() => createDiscoverPage(app, query))
  const tab = useStore(page.$tab)
  const [opened, setOpened] = useState<readonly DiscoverTab[]>([tab])
  const bar = useRef<HTMLElement>(null)
  const scrollPositions = useRef<Partial<Record<DiscoverTab, number>>>({})
  const show = (next: DiscoverTab) => {
    scrollPositions.current[tab] = bar.current?.closest('.page')?.scrollTop ?? 0
    setOpened(before => [...new Set([...before, next])])
    page.show(next)
  }
  useLayoutEffect(() => {
    bar.current?.closest('.page')?.scrollTo({ top: scrollPositions.current[tab] ?? 0, behavior: 'instant' })
  }, [tab])
  return (
    <>
      <PullToRefresh refresh={page.refresh} />
      <header className="discover-bar" part="header" ref={bar} data-section={tab}>
        <h1 className="visually-hidden">{text('discover')}</h1>
        <SegmentedControl
          label={text('discover')}
          options={discoverTabs.map(id => ({ id, text: text(names[id]) }))}
          current={tab}
          onChange={show}
        />
      </header>
      {discoverTabs.map(id => {
        const View = views[id]
        return opened.includes(id) && <View key={id} page={page} isShown={id === tab} label={text(names[id])} />
      })}
    </>
  )
}
