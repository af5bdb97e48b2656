/** One page of the app. `tab` is its place in the tab bar. */
export interface Route {
  path: string
  alias?: string
  name: RouteName
  tab?: number
}

export type RouteName = 'home' | 'dramas' | 'record' | 'my' | 'play'

/** Every registered page; a path that is not here is not found. */
export const routes: readonly Route[] = [
  { path: '/', alias: '/pages/index/index', name: 'home', tab: 0 },
  { path: '/pages/index/dramas', name: 'dramas', tab: 1 },
  { path: '/pages/index/record', name: 'record', tab: 2 },
  { path: '/pages/index/my', name: 'my', tab: 3 },
  { path: '/pages/index/play', name: 'play' }
]

export const tabs = routes.filter(route => route.tab !== undefined)
