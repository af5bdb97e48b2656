import { entry, type Route } from './routes.js'

/** An address as a path of the app: one without `/` at its start counts from the folder of the page on screen. */
export function resolvePath(url: string, current: Route = entry): string {
  if (url.startsWith('/')) return url
  const [path = ''] = url.split(/[?#]/, 1)
  const segments = (current.alias ?? current.path).split('/').slice(0, -1)
  for (const segment of path.split('/')) {
    if (segment === '..') segments.pop()
    else if (segment !== '.') segments.push(segment)
  }
  return segments.join('/') + url.slice(path.length)
}
