import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import sheetCss from '../../ui/overlay/sheet.css'
import { Sheet } from '../../ui/overlay/sheet.js'
import { EpisodeList, css as episodeListCss } from '../episodes/episode-list.js'
import { UnlockAllPlaceholder } from '../episodes/unlock-all-placeholder.js'
import sheetListCss from './episode-list-sheet.css'
import type { PlayerSheetProps } from './open-sheet.js'

export const css = sheetCss + episodeListCss + sheetListCss

export default function EpisodeListSheet({ page, drama, uiState, translate, unlockPart, onClose }: PlayerSheetProps) {
  const current = useRef<HTMLButtonElement>(null)
  const hasHostOffer = useStore(uiState.$hasHostOffer)
  const { state } = useStore(page.episodes.$loadable)
  return (
    <Sheet label={translate('episodes')} first={state === 'ready' ? current : undefined} onClose={onClose}>
      <div className="episode-list">
        {drama && (
          <header>
            <h2>{drama.title}</h2>
            <p>
              {translate('episodeCount', { count: drama.episode_count })}
              {drama.is_finished && ` · ${translate('finished')}`}
            </p>
          </header>
        )}
        <EpisodeList
          page={page}
          current={current}
          translate={translate}
          onPick={no => {
            onClose()
            void page.goTo(no)
          }}
        />
        {unlockPart ? (
          <unlockPart.UnlockAllCard page={page} uiState={uiState} unlockPart={unlockPart} />
        ) : (
          !hasHostOffer && <UnlockAllPlaceholder page={page} />
        )}
      </div>
    </Sheet>
  )
}
