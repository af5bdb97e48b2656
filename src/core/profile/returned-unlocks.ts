import { atom, type ReadableAtom } from 'nanostores'
import type { ReturnedUnlock } from '../../../contract/guarantee.js'
import type { App } from '../app.js'

export interface ReturnedUnlocks {
  $list: ReadableAtom<readonly ReturnedUnlock[]>
  refresh(): Promise<void>
  dismiss(): Promise<void>
}

export function createReturnedUnlocks({ api }: Pick<App, 'api'>): ReturnedUnlocks {
  const $list = atom<readonly ReturnedUnlock[]>([])
  return {
    $list,
    async refresh() {
      const response = await api.get('/wallet/returned', {}, { isQuiet: true }).catch(() => undefined)
      if (response) $list.set(response.list)
    },
    async dismiss() {
      const until = Math.max(0, ...$list.get().map(({ returned_at }) => returned_at))
      $list.set([])
      await api.post('/wallet/returned_seen', { until }, { isQuiet: true }).catch(() => undefined)
    }
  }
}
