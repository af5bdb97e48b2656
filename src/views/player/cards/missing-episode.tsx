import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { useScope } from '../../app/scope.js'
import { Notice } from '../../ui/status/notice.js'
import { Spinner } from '../../ui/status/spinner.js'
import type { PartProps } from '../control-props.js'
import { useFocusLanding } from '../use-focus-return.js'
import { useSwipe } from '../use-swipe.js'

/** In place of an episode that there is not, with the way to the drama's first one, or of a drama. */
export function Missing({ controller, page, say }: Pick<PartProps, 'controller' | 'page' | 'say'>) {
  const { app } = useScope()
  const { no } = useStore(page.$play)
  const detail = useStore(page.detail.$loadable)
  const episodes = useStore(page.episodes.$loadable)
  const place = useRef<HTMLDivElement>(null)
  useFocusLanding(place)
  useSwipe(place, { onTurn: controller.turn })
  const isDrama = detail.state === 'ready'
  const first = episodes.state === 'ready' ? (episodes.value.list[0]?.no ?? no) : 1
  const [action, go] =
    isDrama && first !== no
      ? [say('goToEpisode', { no: first }), () => page.goTo(first)]
      : [say('goHome'), () => app.router.switchTab({ url: '/' })]
  return (
    <div className="player-failure" ref={place}>
      {detail.state === 'loading' ? (
        <Spinner />
      ) : (
        <Notice
          icon="discover"
          text={say(isDrama ? 'episodeMissing' : 'unavailable')}
          action={action}
          onAction={() => void go()}
        />
      )}
    </div>
  )
}
