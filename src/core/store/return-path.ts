import { playerUrl } from '../campaign/deep-link.js'
import type { Router } from '../router/router.js'

/** `play:<drama>:<episode>` is a locked episode, `play` the player, anything else the previous page. */
export type ReturnPath = { type: 'episode'; url: string } | { type: 'player' } | { type: 'page' }

export function parseReturnPath(from: string | undefined): ReturnPath {
  const [, drama, no] = /^play:([\w-]{1,100}):(\d{1,6})$/.exec(from ?? '') ?? []
  if (drama && no) return { type: 'episode', url: playerUrl(drama, Number(no)) }
  return from === 'play' ? { type: 'player' } : { type: 'page' }
}

export function followReturnPath(origin: ReturnPath, router: Router): void {
  const { pages, top } = router.$stack.get()
  const isBeneath = pages.some(({ route, step }) => route.name === 'player' && step + 1 === top?.step)
  if (origin.type === 'episode' && !isBeneath) void router.redirectTo({ url: origin.url })
  else void router.navigateBack()
}
