import { useEffect, useState } from 'react'
import type { PlayPage } from '../../core/playback/player-page.js'
import { adoptStyles } from '../../dom/adopted-styles.js'
import type { Controller } from '../../player/player.js'
import type { Equipment } from '../../player/system-controls.js'
import { useScope } from '../app/scope.js'

/** Undefined until its code has arrived behind the first frame, which may be there already; where that fails, the next frame asks again. */
export function useEquipment(controller: Controller, page: PlayPage, pageId: number): Equipment | undefined {
  const { app, root } = useScope()
  const [equipment, setEquipment] = useState<Equipment>()
  useEffect(() => {
    let made: Equipment | undefined
    let isOver = false
    const leave = controller.$framed.subscribe(async framed => {
      if (framed.size === 0) return
      const part = await import('../../player/system-controls.js').catch(() => undefined)
      if (!part || made || isOver) return
      adoptStyles(root, part.css)
      made = part.createEquipment({ app, root, controller, page, pageId })
      setEquipment(made)
    })
    return () => {
      isOver = true
      leave()
      made?.destroy()
    }
  }, [app, root, controller, page, pageId])
  return equipment
}
