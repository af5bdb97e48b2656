import { type NavigationMethod, navigationError } from './navigation-error.js'
import { matchRoute, type RouteLocation } from './route-match.js'
import { homeRoute, type Route } from './routes.js'

export function checkNavigation(kind: NavigationMethod, url: unknown, current: Route | undefined): RouteLocation {
  if (!url || typeof url !== 'string') throw navigationError(kind, 'Missing required args: "url"')
  const address = resolvePath(url, current)
  const location = matchRoute(address)
  if (!location) throw navigationError(kind, `page \`${address}\` is not found`)
  const { route } = location
  const isTab = route.tab !== undefined
  if (isTab && (kind === 'navigateTo' || kind === 'redirectTo')) {
    throw navigationError(kind, `can not ${kind} a tabbar page`)
  }
  if (!isTab && kind === 'switchTab') throw navigationError(kind, 'can not switch to no-tabBar page')
  return kind === 'switchTab' ? { route, url: route.path, query: {} } : location
}

function resolvePath(url: string, current: Route = homeRoute): string {
  if (url.startsWith('/')) return url
  const [path = ''] = url.split(/[?#]/, 1)
  const segments = (current.alias ?? current.path).split('/').slice(0, -1)
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.') segments.push(segment)
  }
  return segments.join('/') + url.slice(path.length)
}
