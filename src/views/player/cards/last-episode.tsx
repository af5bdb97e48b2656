import { useStore } from '@nanostores/react'
import { useRef } from 'react'
import { Button } from '../../ui/controls/button.js'
import { DramaCardView } from '../../ui/drama/drama-card.js'
import { Row } from '../../ui/list/row.js'
import type { PartProps } from '../control-props.js'
import { useFocusLanding } from '../use-focus-return.js'

/** After the last episode: from the beginning, or another drama. */
export function Finished({ controller, page, drama, say }: PartProps) {
  const card = useRef<HTMLElement>(null)
  useFocusLanding(card)
  const detail = useStore(page.detail.$loadable)
  const related = detail.state === 'ready' ? detail.value.related : []
  const again = () => {
    const { no } = page.$play.get()
    if (no > 1) return void page.goTo(1)
    controller.seek(0)
    controller.stage.play()
  }
  return (
    <section className="finished" ref={card} aria-label={say('lastEpisode')}>
      <p>{say('lastEpisode')}</p>
      <h2>{drama?.title}</h2>
      <Button onPress={again}>{say('watchAgain')}</Button>
      {related.length > 0 && (
        <Row title={say('searchProposals')}>
          {related.map(other => (
            <li key={other.id}>
              <DramaCardView drama={other} />
            </li>
          ))}
        </Row>
      )}
    </section>
  )
}
