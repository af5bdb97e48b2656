import { useEffect, useState } from 'react'
import type { PlayerPage } from '../../core/playback/player-page.js'
import { adoptStyles } from '../../dom/adopted-styles.js'
import type { Player } from '../../player/player.js'
import type { SystemControls } from '../../player/system-controls.js'
import { useScope } from '../app/scope.js'

export interface LoadedToolbar extends Pick<typeof import('./controls/toolbar.js'), 'Captions' | 'Toolbar'> {
  systemControls: SystemControls
}

/** Undefined until the chunk has loaded, which starts with the first frame. The next frame repeats a failed load. */
export function useSystemControls(player: Player, page: PlayerPage, pageId: number): LoadedToolbar | undefined {
  const { app, root } = useScope()
  const [toolbar, setToolbar] = useState<LoadedToolbar>()
  useEffect(() => {
    let systemControls: SystemControls | undefined
    let isDisposed = false
    const unsubscribe = player.$firstFrame.subscribe(async shownFrames => {
      if (shownFrames.size === 0) return
      const chunk = await import('./controls/toolbar.js').catch(() => undefined)
      if (!chunk || systemControls || isDisposed) return
      adoptStyles(root, chunk.css)
      systemControls = chunk.createSystemControls({ app, root, player, page, pageId })
      setToolbar({ systemControls, Captions: chunk.Captions, Toolbar: chunk.Toolbar })
    })
    return () => {
      isDisposed = true
      unsubscribe()
      systemControls?.destroy()
    }
  }, [app, root, player, page, pageId])
  return toolbar
}
