import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { readyValue } from '../../../core/loading/loadable.js'
import { Button } from '../../ui/controls/button.js'
import { DramaShelf } from '../../ui/drama/drama-shelf.js'
import type { ControlProps } from '../control-props.js'
import { useReturnFocusOnUnmount } from '../use-focus-return.js'

export function LastEpisodeCard({ player, page, drama, translate }: ControlProps) {
  const card = useRef<HTMLElement>(null)
  useReturnFocusOnUnmount(card)
  const detail = useStore(page.detail.$loadable)
  const related = readyValue(detail)?.related ?? []
  const replay = () => {
    const { no } = page.$play.get()
    if (no > 1) return void page.goTo(1)
    player.seek(0)
    player.videoPool.play()
  }
  return (
    <section className="last-episode" ref={card} aria-label={translate('lastEpisode')}>
      <p>{translate('lastEpisode')}</p>
      <h2>{drama?.title}</h2>
      <Button onPress={replay}>{translate('watchAgain')}</Button>
      {related.length > 0 && <DramaShelf title={translate('searchProposals')} dramas={related} />}
    </section>
  )
}
