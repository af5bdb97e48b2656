import { type NavigationKind, refusal } from './navigation-error.js'
import { resolvePath } from './resolve-path.js'
import { type Location, match } from './route-match.js'
import type { Route } from './routes.js'

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
