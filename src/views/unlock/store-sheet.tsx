import { useStore } from '@nanostores/react'
import { useCallback, useEffect } from 'react'
import type { OrderState } from '../../../contract/store.js'
import { isPass } from '../../core/store/offers.js'
import { showCoinsArrived } from '../../core/store/orders.js'
import { createStorePage, type StoreData } from '../../core/store/store-page.js'
import { isAffordable } from '../../core/store/unlock-goal.js'
import { showUnlockedEpisode } from '../../core/unlock/paywall.js'
import type { StoreVisit } from '../../player/player-ui-state.js'
import { useScope, useTranslation } from '../app/scope.js'
import { usePageModel } from '../app/use-page.js'
import type { SheetProps } from '../player/sheets/open-sheet.js'
import { StoreView, css as shopCss } from '../store/store-view.js'
import { css as errandCss, UnlockGoalHeader } from '../store/unlock-goal.js'
import sheetCss from '../ui/overlay/sheet.css'
import { Sheet } from '../ui/overlay/sheet.js'

export const css = sheetCss + shopCss + errandCss

export function PlayerSheet(props: SheetProps) {
  const shopping = useStore(props.uiState.$storeVisit)
  return shopping && <StoreSheet {...props} shopping={shopping} />
}

function StoreSheet({ page, uiState, shopping, onClose }: SheetProps & { shopping: StoreVisit }) {
  const { app } = useScope()
  const { text } = useTranslation()
  const store = usePageModel(() => createStorePage(app, shopping.tab, shopping))
  const loadable = useStore(store.shop.$loadable)
  const shop = loadable.state === 'ready' ? loadable.value : undefined
  const end = useCallback(
    (told?: OrderState) => {
      onClose()
      const isLocked = page.$play.get().state === 'locked'
      if (isLocked && shopping.opener === 'episodes') uiState.$sheet.set('episodes')
      uiState.$storeVisit.set(isLocked ? { ...shopping, isDone: true } : undefined)
      if (told && shop) void showCoinsArrived(app, shop.texts, told)
    },
    [app, page, uiState, shopping, shop, onClose]
  )
  useGoalReached(shop, page, shopping, end)
  useRefreshOnReturn(page)
  return (
    <Sheet label={text('store')} onClose={onClose}>
      <StoreView page={store} isWatching errand={shopping} ErrandHead={UnlockGoalHeader} onEnd={onClose} />
    </Sheet>
  )
}

function useRefreshOnReturn(page: SheetProps['page']) {
  const { app } = useScope()
  useEffect(() => {
    const { no } = page.$play.get()
    const own = app.router.$stack.get().top?.id
    return () => {
      if (!app.signal.aborted && app.router.$stack.get().top?.id === own) void showUnlockedEpisode(page, no)
    }
  }, [app, page])
}

/** Ends the visit when the episode is open, a pass is paid or the coins suffice, and the page is visible. */
function useGoalReached(
  shop: StoreData | undefined,
  page: SheetProps['page'],
  shopping: StoreVisit,
  end: (told?: OrderState) => void
) {
  const { app } = useScope()
  useEffect(() => {
    if (!shop) return
    const { checkout, index } = shop
    const { visibility } = app.environment
    const ending = new AbortController()
    const { signal } = ending
    const look = () => {
      const shown = checkout.$checkout.get()
      const told = shown.state === 'paid' ? shown.told : undefined
      const isOpen = page.$play.get().state !== 'locked'
      const isEnough =
        shopping.tab === 'coins' || told
          ? isAffordable(told ? { balance: told.balance, debt: 0 } : index, shopping)
          : false
      const isAway = shown.state === 'ordering' || shown.state === 'waiting'
      const isDone = isOpen || (told ? isPass(told) || isEnough : isEnough && !isAway)
      if (!isDone || !visibility.isVisible()) return
      ending.abort()
      end(told)
    }
    visibility.onChange(look, signal)
    signal.addEventListener('abort', checkout.$checkout.listen(look))
    signal.addEventListener('abort', page.$play.listen(look))
    look()
    return () => ending.abort()
  }, [app, shop, page, shopping, end])
}
