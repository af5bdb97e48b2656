// Separate from the views, so that the first page's code loads in parallel with theirs.
import type { ComponentType } from 'react'
import type { Lang } from '../../../contract/protocol/language.js'
import type { StackPage } from '../../core/router/router.js'
import type { RouteName } from '../../core/router/routes.js'

export interface PageModule {
  default: ComponentType<{ page: StackPage }>
  css: string
  /** Loads what the page needs soon after it is shown. */
  preload?(lang: Lang): void
}

export const pageChunks: Record<RouteName, () => Promise<PageModule>> = {
  home: () => import('../catalogue/home-page.js'),
  discover: () => import('../catalogue/discover-page.js'),
  library: () => import('../library/library-page.js'),
  profile: () => import('../profile/profile-page.js'),
  player: async () =>
    (await Promise.all([import('../player/player-page.js'), import('../../player/instant-start/instant-start.js')]))[0],
  search: () => import('../catalogue/search-page.js'),
  wallet: () => import('../wallet/wallet-page.js'),
  store: () => import('../store/store-page.js'),
  reward: () => import('../reward/reward-page.js'),
  whatsapp: () => import('../reward/share/whatsapp-page.js'),
  facebook: () => import('../reward/share/facebook-page.js'),
  telegram: () => import('../reward/telegram-page.js')
}

export function preloadPage(name: RouteName): void {
  void pageChunks[name]().catch(() => undefined)
  // Most other pages import this chunk, so request it in parallel with theirs.
  if (name !== 'home' && name !== 'player') void import('./overlays.js').catch(() => undefined)
}
