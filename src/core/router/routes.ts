export interface Route {
  path: string
  alias?: string
  name: RouteName
  tab?: number
}

export type RouteName =
  | 'home'
  | 'discover'
  | 'library'
  | 'profile'
  | 'player'
  | 'search'
  | 'wallet'
  | 'store'
  | 'reward'
  | 'whatsapp'
  | 'facebook'
  | 'telegram'

export const routes: readonly [Route, ...Route[]] = [
  { path: '/', alias: '/pages/index/index', name: 'home', tab: 0 },
  { path: '/pages/index/dramas', name: 'discover', tab: 1 },
  { path: '/pages/index/record', name: 'library', tab: 2 },
  { path: '/pages/index/my', name: 'profile', tab: 3 },
  { path: '/pages/index/play', name: 'player' },
  { path: '/pages/index/search', name: 'search' },
  { path: '/pages/wallet/wallet', name: 'wallet' },
  { path: '/pages/wallet/store', name: 'store' },
  { path: '/pages/reward/reward', name: 'reward' },
  { path: '/pages/reward/whatsapp', name: 'whatsapp' },
  { path: '/pages/reward/facebook', name: 'facebook' },
  { path: '/pages/reward/tg', name: 'telegram' }
]

export const [homeRoute] = routes
