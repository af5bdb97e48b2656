// The build lists which files each page of the console needs. Named in the answer to the page's request, they load beside
// the entry instead of one after the other.
import { readFile } from 'node:fs/promises'
import { findStaticFile } from './static-file.js'

interface Preloads {
  files: string[]
  /** By the name of a language's files: `pt`, `zh-hans`. */
  texts: Record<string, string[]>
}

interface PagePreloads extends Preloads {
  /** Needed only if the address has the parameter, with the value if there is one. */
  parts: (Preloads & { parameter: string; value: string | null })[]
}

interface ConsolePreloads {
  start: string
  entry: string
  style: string
  /** By the route as the console's router writes it: `/orders/$orderNo`. */
  pages: Record<string, PagePreloads>
}

/** Pages that do not ask for the session at once. An answer that nobody has read would be taken for the one after the sign-in. */
const PAGES_WITHOUT_SESSION = ['/sign-in', '/link']
const SESSION_PRELOAD = '</console/api/session>; rel=preload; as=fetch; crossorigin'

/**
 * Value of the header `Link` for a page of the console; null for a page that the build does not list. What takes longest
 * comes first, because a browser sends six requests at once to a server without HTTP/2.
 */
export async function findConsolePreloads(
  folder: string,
  { path, search, acceptLanguage }: { path: string; search: URLSearchParams; acceptLanguage: string }
): Promise<string | null> {
  const file = await findStaticFile(folder, '/preloads.json', '')
  if (file === null) return null
  const { start, entry, style, pages }: ConsolePreloads = JSON.parse(await readFile(file.path, 'utf8'))
  const route = Object.keys(pages).find(candidate => isPathOf(candidate, path))
  const page = route === undefined ? undefined : pages[route]
  if (page === undefined) return null
  const parts = page.parts.filter(({ parameter, value }) => hasParameter(search, parameter, value))
  const language = readTextLanguage(acceptLanguage)
  const files = new Set([page, ...parts].flatMap(({ files, texts }) => [...files, ...(texts[language] ?? [])]))
  const session = PAGES_WITHOUT_SESSION.includes(path) ? [] : [SESSION_PRELOAD]
  const toModule = (name: string) => `</console/${name}>; rel=modulepreload`
  return [
    toModule(start),
    toModule(entry),
    `</console/${style}>; rel=preload; as=style`,
    ...session,
    ...[...files].map(toModule)
  ].join(', ')
}

function isPathOf(route: string, path: string): boolean {
  const wanted = route.split('/')
  const parts = path.split('/')
  return wanted.length === parts.length && wanted.every((part, index) => part.startsWith('$') || part === parts[index])
}

const hasParameter = (search: URLSearchParams, parameter: string, value: string | null): boolean =>
  value === null ? search.has(parameter) : search.get(parameter) === value

/** Like the console itself on its first visit. What a member has chosen is only known in the browser. */
function readTextLanguage(acceptLanguage: string): string {
  for (const wanted of acceptLanguage.toLowerCase().split(',')) {
    const tag = wanted.split(';')[0]?.trim() ?? ''
    if (/^zh-(tw|hk|mo|hant)/.test(tag)) return 'zh-hant'
    if (tag.startsWith('zh')) return 'zh-hans'
    const [code = ''] = tag.split('-')
    if (['pt', 'en', 'es'].includes(code)) return code
  }
  return 'pt'
}
