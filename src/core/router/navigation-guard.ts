import { type NavigationKind, refusal } from './navigation-error.js'
import { type Location, match } from './route-match.js'
import { entry, type Route } from './routes.js'

/** The guard of every navigation, in the specified order; throws a refusal. `current` is the page on screen. */
export function check(kind: NavigationKind, url: unknown, current: Route | undefined): Location {
  if (!url || typeof url !== 'string') throw refusal(kind, 'Missing required args: "url"')
  const address = resolvePath(url, current)
  const location = match(address)
  if (!location) throw refusal(kind, `page \`${address}\` is not found`)
  const { route } = location
  const isTab = route.tab !== undefined
  if (isTab && (kind === 'navigateTo' || kind === 'redirectTo')) {
    throw refusal(kind, `can not ${kind} a tabbar page`)
  }
  if (!isTab && kind === 'switchTab') throw refusal(kind, 'can not switch to no-tabBar page')
  return kind === 'switchTab' ? { route, url: route.path, query: {} } : location
}

/** An address as a path of the app: one without `/` at its start counts from the folder of the page on screen. */
function resolvePath(url: string, current: Route = entry): string {
  if (url.startsWith('/')) return url
  const [path = ''] = url.split(/[?#]/, 1)
  const segments = (current.alias ?? current.path).split('/').slice(0, -1)
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.') segments.push(segment)
  }
  return segments.join('/') + url.slice(path.length)
}
