import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'

/** Folders and what each may import, besides itself and packages; longest prefix wins. */
const mayImport: Record<string, readonly string[]> = {
  contract: [],
  locales: [],
  'src/core': ['contract', 'locales'],
  'src/video': ['contract', 'src/core/format'],
  'src/views': ['contract', 'locales', 'src/core', 'src/video'],
  widget: ['src/core', 'src/video', 'src/views'],
  demo: [],
  server: ['contract']
}

/** Packages that only one file may know. */
const onlyIn: Record<string, string> = {
  'hls.js': 'src/video/engine.ts',
  redaxios: 'src/core/request/send.ts',
  'crypto-js': 'src/core/request/cipher-fallback.ts',
  'preact-router': 'src/core/router/match.ts',
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
  test('every folder keeps to its row of the import table', () => {
    const wrong = imports
      .filter(({ to }) => isOwn(to))
      .filter(({ from, to }) => {
        const folder = folderOf(from)
        return ![folder, ...(mayImport[folder] ?? [])].some(allowed => isInside(to, allowed))
      })
    expect(wrong.map(({ from, to }) => `${from} -> ${to}`)).toEqual([])
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

describe('sizes', () => {
  test('no file is longer than 250 lines', () => {
    const long = files.map(file => [file, lineCount(file)] as const).filter(([, lines]) => lines > 250)
    expect(long).toEqual([])
  })

  test('half of the files have at most 60 lines', () => {
    const lengths = files.map(lineCount).sort((a, b) => a - b)
    expect(lengths[Math.floor(lengths.length / 2)]).toBeLessThanOrEqual(60)
  })

  test('no function is longer than 60 lines, no component than 90', () => {
    const long = files.flatMap(file => longFunctions(file, file.endsWith('.tsx') ? 90 : 60))
    expect(long).toEqual([])
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

function lineCount(file: string): number {
  return (source.get(file) ?? '').trimEnd().split('\n').length
}

/** Top-level and nested named functions, by their indentation, which the formatter guarantees. */
function longFunctions(file: string, limit: number): string[] {
  const lines = (source.get(file) ?? '').split('\n')
  return lines.flatMap((line, start) => {
    const [, indent = '', name] = /^(\s*)(?:export )?(?:async )?function\*? (\w+)/.exec(line) ?? []
    if (name === undefined) return []
    const length = lines.slice(start).findIndex(other => other.startsWith(`${indent}}`)) + 1
    // Factories whose body is inner functions are measured by those.
    const inner = lines
      .slice(start + 1, start + length)
      .filter(other => new RegExp(`^${indent}  (async )?(function|class|const \\w+ = (async )?\\()`).test(other))
    const isFactory = inner.length >= 3 || inner.some(other => other.includes('class '))
    return length > limit && !isFactory ? [`${file} ${name} ${length}`] : []
  })
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
