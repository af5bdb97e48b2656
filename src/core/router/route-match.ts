import { exec } from 'preact-router'
import { type Route, routes } from './routes.js'

export interface RouteLocation {
  route: Route
  query: Record<string, string>
  url: string
}

export function matchRoute(url: string): RouteLocation | undefined {
  const [, path = '', search = ''] = /^([^?#]*)\??([^#]*)/.exec(url) ?? []
  const route = routes.find(
    ({ path: own, alias }) => matchesPath(path, own) || (alias !== undefined && matchesPath(path, alias))
  )
  if (!route) return undefined
  const query = parseQuery(search)
  return { route, query, url: route.path + encodeQuery(query) }
}

function matchesPath(path: string, pattern: string): boolean {
  return Boolean(exec(path, pattern, {}))
}

function parseQuery(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

export function encodeQuery(query: Record<string, string>): string {
  const pairs = Object.entries(query).map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`
}
