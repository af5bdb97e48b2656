// Since when browsers have a feature, from the compatibility data of MDN.
import supportData, { type BrowserName, type Identifier, type SimpleSupportStatement } from '@mdn/browser-compat-data'
import { oldestBrowsers } from './oldest-browsers.mjs'

/** `path` as in the data: `api.ManagedMediaSource`. */
export function findFeature(path: string): Identifier | undefined {
  let current: unknown = supportData
  for (const name of path.split('.')) current = Object(current)[name]
  return current as Identifier | undefined
}

/** Without flag, prefix or other name. */
function listSupport(feature: Identifier, browser: string): SimpleSupportStatement[] {
  const statements = [feature.__compat?.support[browser as BrowserName] ?? []].flat() as SimpleSupportStatement[]
  const full = statements.filter(({ flags, prefix, alternative_name }) => !flags && !prefix && !alternative_name)
  return full.every(({ version_removed }) => version_removed) ? [] : full
}

export const isSupportedInPart = (feature: Identifier, browser: string): boolean => {
  const support = listSupport(feature, browser)
  return support.length > 0 && support.every(({ partial_implementation }) => partial_implementation)
}

/** Undefined if there is none. */
export function versionSince(feature: Identifier, browser: string): string | undefined {
  const full = listSupport(feature, browser)
  const versions = full.flatMap(({ version_added }) =>
    typeof version_added === 'string' && version_added !== 'preview' ? version_added.replace('≤', '') : []
  )
  return versions.sort(compareVersions)[0]
}

/** Of the oldest browsers, those without the feature. */
export function lackingBrowsers(feature: Identifier): string[] {
  return Object.entries(oldestBrowsers).flatMap(([browser, version]) => {
    const since = versionSince(feature, browser)
    return since !== undefined && compareVersions(since, version) <= 0 ? [] : `${browser} ${version}`
  })
}

export function compareVersions(first: string, second: string): number {
  const [numbers, others] = [first, second].map(version => version.split('.').map(Number)) as [number[], number[]]
  for (let place = 0; place < Math.max(numbers.length, others.length); place++) {
    const difference = (numbers[place] ?? 0) - (others[place] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
