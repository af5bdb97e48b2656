import { useEffect } from 'react'
import type { PlayPage } from '../../core/playback/player-page.js'
import { useScope } from '../app/scope.js'

/** Who comes back to a locked episode may have coins now, or a pass: it is asked for again, without a word. */
export function useBack(page: PlayPage): void {
  const { app } = useScope()
  useEffect(() => {
    const { $stack } = app.router
    const own = $stack.get().top?.id
    let isAway = false
    return $stack.listen(({ top }) => {
      const isBack = isAway && top?.id === own
      isAway = top?.id !== own
      if (isBack) void page.reopen()
    })
  }, [app, page])
}
