import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { useScope } from '../../app/scope.js'
import { useLazyPart } from '../../app/use-lazy-part.js'
import { Icon } from '../../ui/icon/icon.js'
import { EmptyState } from '../../ui/status/notice.js'
import { Spinner } from '../../ui/status/spinner.js'
import type { ControlProps } from '../control-props.js'
import { useReturnFocusOnUnmount } from '../use-focus-return.js'
import { useSwipe } from '../use-swipe.js'

const loadOtherDramas = () => import('../../catalogue/other-dramas.js')

export function MissingEpisode({ player, page, translate }: Pick<ControlProps, 'player' | 'page' | 'translate'>) {
  const { app } = useScope()
  const { no } = useStore(page.$play)
  const detail = useStore(page.detail.$loadable)
  const episodes = useStore(page.episodes.$loadable)
  const container = useRef<HTMLDivElement>(null)
  useReturnFocusOnUnmount(container)
  // A drama that is gone has no episodes to turn to, and its page scrolls.
  const nothing = useRef<HTMLDivElement>(null)
  useSwipe(detail.state === 'failed' ? nothing : container, { onEpisodeChange: player.goToEpisode })
  const isDrama = detail.state === 'ready'
  const others = useLazyPart(detail.state === 'failed' ? detail : undefined, loadOtherDramas)
  const first = episodes.state === 'ready' ? (episodes.value.list[0]?.no ?? no) : 1
  const [action, runAction] =
    isDrama && first !== no
      ? [translate('goToEpisode', { no: first }), () => page.goTo(first)]
      : [translate('goHome'), () => app.router.switchTab({ url: '/' })]
  return (
    <div className="player-failure" ref={container}>
      {detail.state === 'loading' ? (
        <Spinner />
      ) : (
        <EmptyState
          icon={<Icon name="discover" />}
          text={translate(isDrama ? 'episodeMissing' : 'unavailable')}
          action={action}
          onAction={() => void runAction()}
        />
      )}
      {others && detail.state === 'failed' && <others.OtherDramas />}
    </div>
  )
}
