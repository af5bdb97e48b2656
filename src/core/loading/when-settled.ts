import type { LoadableStore } from './loadable.js'

/** Resolves when the first load has succeeded or failed. */
export function whenSettled({ $loadable }: Pick<LoadableStore<unknown>, '$loadable'>): Promise<void> {
  return new Promise(resolve => {
    if ($loadable.get().state !== 'loading') return resolve()
    const unsubscribe = $loadable.listen(() => {
      unsubscribe()
      resolve()
    })
  })
}
