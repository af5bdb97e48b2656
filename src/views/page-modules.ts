// Where the code of every page is. Known before the views are: the first page's code travels beside theirs.
import type { ComponentType } from 'react'
import type { Page } from '../core/router/router.js'
import type { RouteName } from '../core/router/routes.js'

export interface PageModule {
  Page: ComponentType<{ page: Page }>
  css: string
}

export const pageModules: Record<RouteName, () => Promise<PageModule>> = {
  home: () => import('./pages/home.js'),
  dramas: () => import('./pages/dramas.js'),
  record: () => import('./pages/record.js'),
  my: () => import('./pages/my.js'),
  play: async () =>
    (await Promise.all([import('./pages/play.js'), import('../player/instant-start/instant-start.js')]))[0],
  search: () => import('./pages/search.js'),
  wallet: () => import('./pages/wallet.js'),
  store: () => import('./pages/store.js'),
  reward: () => import('./pages/reward.js'),
  whatsapp: () => import('./pages/whatsapp.js'),
  facebook: () => import('./pages/facebook.js'),
  tg: () => import('./pages/tg.js')
}

/** Starts fetching a page's code; the views ask again when they draw it. */
export function warmPage(name: RouteName): void {
  void pageModules[name]().catch(() => undefined)
}
