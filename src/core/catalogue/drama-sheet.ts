import { atom, type ReadableAtom } from 'nanostores'
import type { DramaDetail } from '../../../contract/drama.js'
import type { Quote } from '../../../contract/quote.js'
import { createLoadable, type LoadableStore } from '../loading/loadable.js'
import type { Api } from '../request/api.js'

export interface ShownDrama {
  id: string
  detail: LoadableStore<DramaDetail>
  quote: LoadableStore<Quote>
  reload(): void
}

export interface DramaSheet {
  $shown: ReadableAtom<ShownDrama | undefined>
  open(dramaId: string): void
  close(): void
}

export function createDramaSheet(api: Api): DramaSheet {
  const $shown = atom<ShownDrama | undefined>()

  function show(id: string) {
    const detail = createLoadable(() => api.get('/drama/detail', { drama_id: id }))
    const quote = createLoadable(() => api.get('/drama/quote', { drama_id: id }, { isQuiet: true }))
    const reload = () => {
      void detail.reload()
      void quote.reload()
    }
    $shown.set({ id, detail, quote, reload })
  }

  return {
    $shown,
    open: id => $shown.get()?.id === id || show(id),
    close: () => $shown.set(undefined)
  }
}
