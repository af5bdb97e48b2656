// Entry of a chunk: what stands beside the picture on wide screens.
import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import type { UnlockPart } from '../../unlock/use-unlock.js'
import type { ControlProps } from '../control-props.js'
import { EpisodeList, css as episodeListCss } from './episode-list.js'
import panelCss from './side-panel.css'

export const css = episodeListCss + panelCss

interface Props extends ControlProps {
  unlockPart: UnlockPart | undefined
}

export function SidePanel({ page, drama, uiState, translate, unlockPart }: Props) {
  const current = useRef<HTMLButtonElement>(null)
  const { no } = useStore(page.$play)
  if (!drama) return null
  const facts = [
    drama.category,
    translate('episodeCount', { count: drama.episode_count }),
    drama.is_finished && translate('finished')
  ]
  return (
    <aside className="side-panel-content" aria-label={translate('episodes')}>
      <h2>{drama.title}</h2>
      <p className="side-panel-facts">{facts.filter(Boolean).join(' · ')}</p>
      <p>{drama.synopsis}</p>
      <h3>{translate('episodes')}</h3>
      <EpisodeList
        page={page}
        current={current}
        translate={translate}
        onPick={picked => picked !== no && void page.goTo(picked)}
      />
      {unlockPart && <unlockPart.UnlockAllCard page={page} uiState={uiState} unlockPart={unlockPart} />}
    </aside>
  )
}
