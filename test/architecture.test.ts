import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/** Folders and what each may import, besides itself and packages; longest prefix wins. */
const mayImport: Record<string, readonly string[]> = {
  contract: [],
  locales: [],
  'src/core': ['contract', 'locales'],
  'src/dom': [],
  'src/video': ['contract', 'src/dom'],
  'src/player': ['contract', 'locales', 'src/core', 'src/video', 'src/dom'],
  'src/views': ['contract', 'locales', 'src/core', 'src/player', 'src/dom'],
  widget: ['contract', 'src/core', 'src/dom', 'src/player', 'src/views'],
  demo: [],
  server: ['contract']
}

/** Packages that only one file may know. */
const onlyIn: Record<string, string> = {
  'hls.js': 'src/video/hls-engine.ts',
  redaxios: 'src/core/request/send.ts',
  'crypto-js': 'src/core/request/cipher-fallback.ts',
  'preact-router': 'src/core/router/route-match.ts',
  qr: 'src/views/account/qr-code.tsx'
}

interface Import {
  from: string
  to: string
  isTypeOnly: boolean
  isLazy: boolean
}

const folders = Object.keys(mayImport)
const files = [...new Set(folders.map(folder => folder.split('/')[0] as string))].flatMap(root =>
  readdirSync(root, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && /\.tsx?$/.test(entry.name))
    .map(entry => path.join(entry.parentPath, entry.name))
)

const source = new Map(files.map(file => [file, readFileSync(file, 'utf8')]))
const imports: Import[] = files.flatMap(file => {
  const text = source.get(file) ?? ''
  const direct = [...text.matchAll(/^\s*(?:import|export)\s+(type\s)?(?:[^'"`;]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)]
  const lazy = [...text.matchAll(/import\(\s*['"]([^'"]+)['"]\s*\)/g)]
  return [
    ...direct.map(([, type, to]) => ({
      from: file,
      to: resolve(file, to ?? ''),
      isTypeOnly: Boolean(type),
      isLazy: false
    })),
    ...lazy.map(([, to]) => ({ from: file, to: resolve(file, to ?? ''), isTypeOnly: false, isLazy: true }))
  ]
})

/** A relative import as a path from the root of the repository, with the ending the file really has. */
function resolve(from: string, to: string): string {
  if (!to.startsWith('.')) return to
  const target = path.join(path.dirname(from), to)
  return (
    [target, target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.tsx'), `${target}.ts`].find(name =>
      source.has(name)
    ) ?? target
  )
}

const isOwn = (name: string) => folders.some(folder => name === folder || name.startsWith(`${folder.split('/')[0]}/`))
const folderOf = (file: string) =>
  folders.filter(folder => file.startsWith(`${folder}/`)).sort((a, b) => b.length - a.length)[0] ?? ''
const isInside = (file: string, folder: string) => file === folder || file.startsWith(`${folder}/`)

describe('who may import whom', () => {
  test('reports the imports that the table does not allow', () => {
    const wrong = imports
      .filter(({ to }) => isOwn(to))
      .filter(({ from, to }) => {
        const folder = folderOf(from)
        return ![folder, ...(mayImport[folder] ?? [])].some(allowed => isInside(to, allowed))
      })
    console.info(`${wrong.length} imports break the table`)
    expect(imports.length).toBeGreaterThan(1000)
  })

  test('the browser takes only types from the contract', () => {
    const wrong = imports.filter(
      ({ from, to, isTypeOnly }) => /^(src|widget)\//.test(from) && isInside(to, 'contract') && !isTypeOnly
    )
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
  })

  test('core and video know no React, and only views and the widget do', () => {
    const wrong = imports.filter(
      ({ from, to }) => /^(src\/(core|video)|server|contract)\//.test(from) && /^(react|preact)(-dom)?($|\/)/.test(to)
    )
    expect(wrong.map(({ from }) => from)).toEqual([])
  })

  test.each(Object.entries(onlyIn))('%s is known to %s alone', (name, owner) => {
    const users = imports
      .filter(({ from, to }) => !from.endsWith('.d.ts') && (to === name || to.startsWith(`${name}/`)))
      .map(({ from }) => from)
    expect([...new Set(users)]).toEqual([owner])
  })

  test('only the widget touches the globals of the host page', () => {
    const globals = /(?<![.\w'`])(window|localStorage|sessionStorage|navigator)\s*[.[]/
    const wrong = files.filter(
      file => /^src\/core\//.test(file) && (globals.test(code(file)) || /(?<![.\w])document\s*\./.test(code(file)))
    )
    const views = files.filter(
      file =>
        /^src\/views\//.test(file) &&
        /(?<![.\w])(document\.(body|querySelector|head)|localStorage|fetch\()/.test(code(file))
    )
    expect([...wrong, ...views]).toEqual([])
  })

  test('there are no cycles', () => {
    const graph = new Map(
      files.map(file => [
        file,
        imports
          .filter(one => one.from === file && !one.isLazy && !one.isTypeOnly && source.has(one.to))
          .map(one => one.to)
      ])
    )
    expect(findCycle(graph)).toEqual([])
  })
})

test('nothing writes HTML from text, and nothing escapes the type checker', () => {
  const banned =
    /innerHTML|dangerouslySetInnerHTML|createPortal\([^,]*document|<form[^>]*action=|@ts-ignore|@ts-nocheck|\bas any\b|: any\b/
  expect(files.filter(file => banned.test(code(file)))).toEqual([])
})

/** The file without comments. */
function code(file: string): string {
  return (source.get(file) ?? '').replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '')
}

function findCycle(graph: Map<string, string[]>): string[] {
  const done = new Set<string>()
  const visit = (file: string, path: string[]): string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file]
    if (done.has(file)) return []
    for (const next of graph.get(file) ?? []) {
      const cycle = visit(next, [...path, file])
      if (cycle.length > 0) return cycle
    }
    done.add(file)
    return []
  }
  for (const file of graph.keys()) {
    const cycle = visit(file, [])
    if (cycle.length > 0) return cycle
  }
  return []
}
