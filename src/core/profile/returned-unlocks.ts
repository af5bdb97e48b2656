import { atom, type ReadableAtom } from 'nanostores'
import type { ReturnedUnlock } from '../../../contract/guarantee.js'
import type { App } from '../app.js'

/** Unlocks that were given back by themselves, until the viewer knows. */
export interface ReturnedUnlocks {
  $list: ReadableAtom<readonly ReturnedUnlock[]>
  /** Asks the server without a word; what is shown stays where there is no answer. */
  ask(): Promise<void>
  /** The viewer has read it. */
  dismiss(): Promise<void>
}

export function createReturnedUnlocks({ api }: Pick<App, 'api'>): ReturnedUnlocks {
  const $list = atom<readonly ReturnedUnlock[]>([])
  return {
    $list,
    async ask() {
      const answer = await api.get('/wallet/returned', {}, { isQuiet: true }).catch(() => undefined)
      if (answer) $list.set(answer.list)
    },
    async dismiss() {
      const until = Math.max(0, ...$list.get().map(({ returned_at }) => returned_at))
      $list.set([])
      await api.post('/wallet/returned_seen', { until }, { isQuiet: true }).catch(() => undefined)
    }
  }
}
