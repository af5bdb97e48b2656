// https://www.rfc-editor.org/rfc/rfc9309
import { endpoints } from '../../../contract/index.js'
import { privatePathPrefixes } from '../site/page-paths.js'

/** Search engines run the app, and without these requests they would see an error instead of the drama. */
const RENDERING_FOLDERS = ['/index/', '/drama/', '/search/']
const OTHER_PRIVATE_FOLDERS = ['/operator/', '/partner/', '/pay/', '/exports/', '/demo/']

const toFolder = (path: string) => path.replace(/^(\/[^/]+\/).*$/, '$1')

export function formatRobots(origin: string): string {
  const folders = new Set([...Object.values(endpoints).map(({ path }) => toFolder(path)), ...OTHER_PRIVATE_FOLDERS])
  const disallowed = [...privatePathPrefixes, ...[...folders].filter(folder => !RENDERING_FOLDERS.includes(folder))]
  const lines = disallowed.toSorted().map(path => `Disallow: ${path}`)
  return `User-agent: *\n${lines.join('\n')}\n\nSitemap: ${origin}/sitemap.xml\n`
}
