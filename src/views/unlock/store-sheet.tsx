import { useStore } from '@nanostores/react'
import { useCallback, useEffect, useState } from 'react'
import type { OrderState } from '../../../contract/store.js'
import { readyValue } from '../../core/loading/loadable.js'
import { isPass } from '../../core/store/offers.js'
import { showPurchaseArrived } from '../../core/store/orders.js'
import { createStorePage, type StoreData } from '../../core/store/store-page.js'
import { isAffordable } from '../../core/store/unlock-goal.js'
import { showUnlockedEpisode } from '../../core/unlock/paywall.js'
import type { StoreVisit } from '../../player/player-ui-state.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePageModel } from '../app/use-page-model.js'
import type { PlayerSheetProps } from '../player/sheets/open-sheet.js'
import { StoreView, css as storeCss } from '../store/store-view.js'
import { css as goalCss, UnlockGoalHeader } from '../store/unlock-goal-header.js'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'

export const css = sheetCss + storeCss + goalCss

export default function StoreSheet(props: PlayerSheetProps) {
  const visit = useStore(props.uiState.$storeVisit)
  return visit && <OpenStoreSheet {...props} visit={visit} />
}

function OpenStoreSheet({ page, player, uiState, visit, onClose }: PlayerSheetProps & { visit: StoreVisit }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const store = usePageModel(() => createStorePage(app, visit.tab, visit))
  const loadable = useStore(store.storeData.$loadable)
  const storeData = readyValue(loadable)
  const [isForLocked] = useState(() => page.$play.get().state === 'locked')
  const end = useCallback(
    (order?: OrderState) => {
      onClose()
      const isLeft = isForLocked ? page.$play.get().state === 'locked' : !(order && isPass(order))
      if (isLeft && visit.opener === 'episodes') uiState.$sheet.set('episodes')
      uiState.$storeVisit.set(isLeft ? { ...visit, isDone: true } : undefined)
      if (order && storeData) void showPurchaseArrived(app, storeData.texts, order)
      // A pass opens every episode.
      if (order && isPass(order)) void page.episodes.refresh().catch(() => undefined)
    },
    [app, page, uiState, visit, isForLocked, storeData, onClose]
  )
  useGoalReached(storeData, page, { ...visit, isForLocked }, end)
  useReopenOnClose(page)
  usePause(player, page)
  return (
    <Sheet label={text('store')} onClose={onClose}>
      <StoreView page={store} isWatching goal={visit} GoalHeader={UnlockGoalHeader} onEnd={onClose} />
    </Sheet>
  )
}

/** Pauses the episode under the sheet, and lets it go on after it. */
function usePause(player: PlayerSheetProps['player'], page: PlayerSheetProps['page']) {
  const { app } = useScope()
  useEffect(() => {
    if (!player.$isPlaying.get()) return
    const pageId = app.router.$stack.get().top?.id
    player.videoPool.pause()
    return () => {
      if (!page.signal.aborted && app.router.$stack.get().top?.id === pageId) player.play()
    }
  }, [app, player, page])
}

function useReopenOnClose(page: PlayerSheetProps['page']) {
  const { app } = useScope()
  useEffect(() => {
    const { no } = page.$play.get()
    const pageId = app.router.$stack.get().top?.id
    return () => {
      if (!app.signal.aborted && app.router.$stack.get().top?.id === pageId) void showUnlockedEpisode(page, no)
    }
  }, [app, page])
}

/** How long a payment is shown as received before the sheet leaves. */
const PAID_SHOWN_MS = 1600

interface Goal extends StoreVisit {
  /** Otherwise an episode plays, and being open ends nothing. */
  isForLocked: boolean
}

/** Ends the visit when the episode is open, a pass is paid or the coins suffice, and the page is visible. */
function useGoalReached(
  storeData: StoreData | undefined,
  page: PlayerSheetProps['page'],
  { tab, from, upTo, price, isForLocked }: Goal,
  end: (order?: OrderState) => void
) {
  const { app } = useScope()
  useEffect(() => {
    if (!storeData) return
    const { checkout, index } = storeData
    const { visibility, clock } = app.environment
    const goal = { tab, from, upTo, price }
    const lifetime = new AbortController()
    const { signal } = lifetime
    let endTimer = () => {}
    const checkEnd = () => {
      const shown = checkout.$checkout.get()
      const order = shown.state === 'paid' ? shown.orderState : undefined
      const isOpen = isForLocked && page.$play.get().state !== 'locked'
      const isEnough =
        tab === 'coins' || order ? isAffordable(order ? { balance: order.balance, debt: 0 } : index, goal) : false
      const isAway = shown.state === 'ordering' || shown.state === 'waiting'
      const isDone = isOpen || (order ? isPass(order) || isEnough : isEnough && !isAway)
      if (!isDone || !visibility.isVisible()) return
      lifetime.abort()
      if (isOpen || !order) end(order)
      else endTimer = clock.setTimer(PAID_SHOWN_MS, () => end(order))
    }
    visibility.onChange(checkEnd, signal)
    signal.addEventListener('abort', checkout.$checkout.listen(checkEnd))
    signal.addEventListener('abort', page.$play.listen(checkEnd))
    checkEnd()
    return () => {
      lifetime.abort()
      endTimer()
    }
  }, [app, storeData, page, tab, from, upTo, price, isForLocked, end])
}
