import type { MessageKey } from '../../../locales/app/en.js'

export interface Route {
  path: string
  alias?: string
  name: RouteName
  title: MessageKey
  tab?: number
}

export type RouteName =
  | 'home'
  | 'discover'
  | 'library'
  | 'profile'
  | 'play'
  | 'search'
  | 'wallet'
  | 'store'
  | 'reward'
  | 'whatsapp'
  | 'facebook'
  | 'telegram'

export const routes: readonly [Route, ...Route[]] = [
  { path: '/', alias: '/pages/index/index', name: 'home', title: 'home', tab: 0 },
  { path: '/pages/index/dramas', name: 'discover', title: 'discover', tab: 1 },
  { path: '/pages/index/record', name: 'library', title: 'list', tab: 2 },
  { path: '/pages/index/my', name: 'profile', title: 'my', tab: 3 },
  { path: '/pages/index/play', name: 'play', title: 'player' },
  { path: '/pages/index/search', name: 'search', title: 'search' },
  { path: '/pages/wallet/wallet', name: 'wallet', title: 'wallet' },
  { path: '/pages/wallet/store', name: 'store', title: 'store' },
  { path: '/pages/reward/reward', name: 'reward', title: 'rewards' },
  { path: '/pages/reward/whatsapp', name: 'whatsapp', title: 'shareWhatsapp' },
  { path: '/pages/reward/facebook', name: 'facebook', title: 'shareFacebook' },
  { path: '/pages/reward/tg', name: 'telegram', title: 'joinTelegram' }
]

export const [entry] = routes

export const tabs = routes.filter(route => route.tab !== undefined)
