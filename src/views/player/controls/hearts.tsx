import { useStore } from '@nanostores/react'
import { type CSSProperties, useRef } from 'react'
import type { PlayerDesk } from '../../../player/player-ui-state.js'
import { Icon } from '../../ui/icon/icon.js'

/** Hearts rise where the picture was tapped twice, and are gone. */
export function Hearts({ desk: { $hearts } }: { desk: PlayerDesk }) {
  const hearts = useStore($hearts)
  const layer = useRef<HTMLDivElement>(null)
  const { left = 0, top = 0 } = layer.current?.getBoundingClientRect() ?? {}
  return (
    <div className="hearts" ref={layer} aria-hidden="true">
      {hearts.map(({ id, x, y }) => (
        <span
          key={id}
          style={{ left: x - left, top: y - top, '--turn': `${((id * 37) % 5) * 8 - 16}deg` } as CSSProperties}
          onAnimationEnd={() => $hearts.set($hearts.get().filter(heart => heart.id !== id))}
        >
          <Icon name="heart" isFilled />
        </span>
      ))}
    </div>
  )
}
