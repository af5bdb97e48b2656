import { readFile } from 'node:fs/promises'
import path from 'node:path'

const ROUTER = 'console/app/router.tsx'
const PAGE_NEEDS = 'console/app/page-needs.ts'
/** A path, and the first lazy component behind it without another path between. */
const LAZY_ROUTE = /'(\/[a-z][^']*)'(?:(?!'\/[a-z]).)*?lazyRouteComponent\(\(\) => import\('([^']+)'\)/gs
/** `'/path': ['console-part', ...],` */
const ROUTE_TEXTS = /^ {2}'(\/[^']*)': \[([^\]]*)\]/gm
const TEXT_PART = /useText\('(console[a-z-]*)'\)/g
const TEXTS = /\/locales\/([a-z-]+)\/([a-z-]+)\.ts$/

/** What a page draws at once only if its address has the parameter, and with that value if one is given. */
const partsByParameter = [
  { route: /^\/partner\//, parameter: 'partner', module: 'console/partner/chosen-partner.tsx' },
  { route: /^\/partner\/retention$/, parameter: 'drama', module: 'console/partner/retention/retention-content.tsx' },
  { route: /^\/dramas\/edit$/, parameter: 'tab', value: 'audience', module: 'console/dramas/audience.tsx' }
]

/**
 * Writes `preloads.json`: the two entries and the style, for each route of the console the files of its page and of its
 * parts, and for each language those of their texts. The server names them in the answer to the page's request, so that they load side by side.
 */
export const consolePreloads = {
  name: 'console-preloads',
  async generateBundle(_, bundle) {
    const chunks = Object.values(bundle).filter(({ type }) => type === 'chunk')
    const entryOf = name => chunks.find(chunk => chunk.isEntry && chunk.name === name)
    const [start, entry] = [entryOf('start'), entryOf('console')]
    const style = Object.values(bundle).find(({ type, fileName }) => type === 'asset' && fileName.endsWith('.css'))
    const chunkOf = module => chunks.find(({ moduleIds }) => moduleIds.includes(module))
    const withImports = (fileName, files = new Set()) => {
      if ([start, entry].some(one => one.fileName === fileName) || files.has(fileName)) return files
      files.add(fileName)
      for (const imported of bundle[fileName].imports) withImports(imported, files)
      return files
    }
    // From the sources, because the names of functions are minified.
    const partsIn = async file => {
      const sources = bundle[file].moduleIds.filter(id => id.startsWith(path.resolve('console')))
      const texts = await Promise.all(sources.map(id => readFile(id, 'utf8')))
      return texts.flatMap(text => [...text.matchAll(TEXT_PART)].map(([, part]) => part))
    }
    const partsOf = async files => new Set(['console', ...(await Promise.all(files.map(partsIn))).flat()])
    const textChunks = chunks.flatMap(({ moduleIds, fileName }) =>
      moduleIds.flatMap(id => {
        const [, part, lang] = TEXTS.exec(id) ?? []
        return part === undefined ? [] : [{ part, lang, fileName }]
      })
    )
    const languages = [...new Set(textChunks.map(({ lang }) => lang))]
    const router = await readFile(ROUTER, 'utf8')
    const routes = [...router.matchAll(LAZY_ROUTE)]
    if (routes.length !== router.split('lazyRouteComponent(').length - 1)
      this.error(`${ROUTER} has a lazy route that this plugin does not understand`)
    const textsOfRoutes = new Map(
      [...(await readFile(PAGE_NEEDS, 'utf8')).matchAll(ROUTE_TEXTS)].map(([, route, parts]) => [
        route,
        [...parts.matchAll(/'([^']+)'/g)].map(([, part]) => part)
      ])
    )
    const needsOf = async (module, route) => {
      const chunk = chunkOf(path.resolve(module))
      if (chunk === undefined) this.error(`${module} is no chunk of the console`)
      const files = [...withImports(chunk.fileName)]
      const parts = new Set([...(await partsOf(files)), ...(textsOfRoutes.get(route) ?? [])])
      const texts = languages.map(lang => [
        lang,
        textChunks.filter(text => text.lang === lang && parts.has(text.part)).map(({ fileName }) => fileName)
      ])
      return { files, texts: Object.fromEntries(texts) }
    }
    const pages = []
    for (const [, route, file] of routes) {
      const needs = await needsOf(path.join(path.dirname(ROUTER), file.replace(/\.js$/, '.tsx')), route)
      const parts = []
      for (const { parameter, value = null, module } of partsByParameter.filter(part => part.route.test(route)))
        parts.push({ parameter, value, ...(await needsOf(module, route)) })
      pages.push([route, { ...needs, parts }])
    }
    // The first address leads operators to Today.
    pages.push(['/', Object.fromEntries(pages)['/today']])
    const preloads = {
      start: start.fileName,
      entry: entry.fileName,
      style: style.fileName,
      pages: Object.fromEntries(pages)
    }
    this.emitFile({ type: 'asset', fileName: 'preloads.json', source: JSON.stringify(preloads) })
  }
}
