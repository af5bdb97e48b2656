import { type Location, match, resolvePath } from './match.js'

export type NavigationKind = 'navigateTo' | 'redirectTo' | 'switchTab' | 'reLaunch'

/** The guard of every navigation, in the specified order; throws `<kind>:fail <reason>`. */
export function check(kind: NavigationKind, url: string, current: string): Location {
  if (!url) throw new Error(`${kind}:fail Missing required args: "url"`)
  const address = resolvePath(url, current)
  const location = match(address)
  if (!location) throw new Error(`${kind}:fail page \`${url}\` is not found`)
  const isTab = location.route.tab !== undefined
  if (isTab && (kind === 'navigateTo' || kind === 'redirectTo')) {
    throw new Error(`${kind}:fail can not ${kind} a tabbar page`)
  }
  if (!isTab && kind === 'switchTab') throw new Error(`${kind}:fail can not switch to no-tabBar page`)
  return location
}
