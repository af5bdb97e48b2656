import { useStore } from '@nanostores/react'
import { useEffect, useMemo } from 'react'
import { readyValue } from '../../core/loading/loadable.js'
import type { StackPage } from '../../core/router/router.js'
import { isPass } from '../../core/store/offers.js'
import { followReturnPath, parseReturnPath, type ReturnPath } from '../../core/store/return-path.js'
import { createStorePage, type StorePage } from '../../core/store/store-page.js'
import { PageBar } from '../app/page-bar.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePageModel } from '../app/use-page-model.js'
import { StoreView, css as storeCss } from './store-view.js'

export const css = storeCss

const RETURN_DELAY_MS = 2500

export default function StorePageView({ page: stackPage }: { page: StackPage }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const { tab, from } = stackPage.query
  const page = usePageModel(() => createStorePage(app, tab === 'coins' ? 'coins' : 'pass'))
  const origin = useMemo(() => parseReturnPath(from), [from])
  const isWatching = origin.type !== 'page'
  useReturnAfterPurchase(page, origin, stackPage.id)
  return (
    <div className="bar-page">
      <PageBar title={text('store')} />
      <StoreView page={page} isWatching={isWatching} onEnd={() => followReturnPath(origin, app.router)} />
    </div>
  )
}

/** Returns to the episode after the viewer has seen for RETURN_DELAY_MS that the pass is paid. */
function useReturnAfterPurchase(page: StorePage, origin: ReturnPath, id: number) {
  const { app } = useScope()
  const loadable = useStore(page.storeData.$loadable)
  const checkout = readyValue(loadable)?.checkout
  useEffect(() => {
    if (!checkout || origin.type === 'page') return
    let cancel = () => {}
    const { clock, visibility } = app.environment
    const returnToEpisode = () => app.router.$stack.get().top?.id === id && followReturnPath(origin, app.router)
    const lifetime = new AbortController()
    const update = () => {
      cancel()
      const shown = checkout.$checkout.get()
      const isOpen = shown.state === 'paid' && isPass(shown.orderState) && visibility.isVisible()
      if (isOpen) cancel = clock.setTimer(RETURN_DELAY_MS, returnToEpisode)
    }
    const unsubscribe = checkout.$checkout.subscribe(update)
    visibility.onChange(update, lifetime.signal)
    return () => {
      cancel()
      unsubscribe()
      lifetime.abort()
    }
  }, [app, checkout, origin, id])
}
