// What the build contains, read from dist/chunks.json, which `npm run build` writes.
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { parseAst } from 'rollup/parseAst'
import { describe, expect, test } from 'vitest'
import { routes } from '../src/core/router/routes.js'

interface Chunk {
  file: string
  imports: string[]
  /** Modules that have code in the chunk. */
  modules: string[]
}

const read = (file: string) => readFileSync(file, 'utf8')
const builds: Record<'cdn' | 'react', Chunk[]> = JSON.parse(read('dist/chunks.json'))
const modulesOf = (build: 'cdn' | 'react') => builds[build].flatMap(({ modules }) => modules)
const hasPackage = (build: 'cdn' | 'react', name: string) =>
  modulesOf(build).some(module => module.startsWith(`node_modules/${name}/`))

describe('every package of the card does its work in what ships', () => {
  test.each(['preact-router', 'nanostores', '@nanostores/react', 'redaxios', 'crypto-js', 'hls.js', '@r2wc/core'])(
    '%s is in both builds',
    name => {
      expect([hasPackage('cdn', name), hasPackage('react', name)]).toEqual([true, true])
    }
  )

  test('@r2wc/react-to-web-component makes the element of the React build', () => {
    expect(hasPackage('react', '@r2wc/react-to-web-component')).toBe(true)
    expect(read('widget/react.tsx')).toMatch(
      /import r2wc from '@r2wc\/react-to-web-component'[\s\S]*define\(\(\) => r2wc\(/
    )
  })

  test('react and react-dom are what the React build imports; the script tag runs them as preact/compat', () => {
    const imported = new Set(builds.react.flatMap(({ imports }) => imports))
    expect([...imported].filter(name => /^react/.test(name)).sort()).toEqual([
      'react',
      'react-dom',
      'react-dom/client',
      'react/jsx-runtime'
    ])
    expect(modulesOf('cdn').some(module => module.startsWith('node_modules/preact/compat/'))).toBe(true)
  })

  test('rollup builds, vitest and web-test-runner test', () => {
    const { scripts, devDependencies } = JSON.parse(read('package.json'))
    expect(scripts.build).toBe('node tools/build/build.mjs')
    expect(read('tools/build/build.mjs')).toContain("import('./write-build.mjs')")
    expect(read('tools/build/write-build.mjs')).toContain("import { rollup } from 'rollup'")
    expect(scripts['test:4-unit']).toMatch(/^vitest run/)
    expect(scripts['test:5-browser']).toBe('wtr')
    expect(['rollup', 'vitest', '@web/test-runner'].filter(name => !(name in devDependencies))).toEqual([])
  })
})

test('a chunk of the script tag is one function, so that none awaits at the top level of a module', () => {
  const folder = 'dist/cdn/chunks'
  const files = readdirSync(folder).filter(name => name.endsWith('.js'))
  expect(files.length).toBeGreaterThan(50)
  const others = files.filter(name => {
    const { body } = parseAst(read(`${folder}/${name}`))
    const [first, last] = body
    const start = first?.type === 'VariableDeclaration' ? first.declarations[0]?.init?.type : undefined
    return body.length !== 2 || start !== 'ArrowFunctionExpression' || last?.type !== 'ExportNamedDeclaration'
  })
  expect(others).toEqual([])
})

describe.each(['cdn', 'react'] as const)('D-023 pages in dist/%s', build => {
  const pages = [...read('src/views/app/page-modules.ts').matchAll(/import\('\.\.\/([^']+-page)\.js'\)/g)]
    .map(([, name]) => `src/views/${name}.tsx`)
    .sort()
  const chunkOf = (module: string) => builds[build].filter(({ modules }) => modules.includes(module))

  test('each route has a page, in a chunk that no other page is in', () => {
    expect(pages).toHaveLength(routes.length)
    const files = pages.map(page => chunkOf(page).map(({ file }) => file))
    expect(files.map(({ length }) => length)).toEqual(pages.map(() => 1))
    expect(new Set(files.flat()).size).toBe(pages.length)
  })

  test('no chunk that every page needs contains a page or imports one', () => {
    const pageFiles = pages.flatMap(page => chunkOf(page).map(({ file }) => file))
    for (const entry of ['widget/element/element.ts', 'widget/chunks/app.ts', 'widget/chunks/views.tsx']) {
      const [chunk] = chunkOf(entry)
      expect(chunk?.modules.filter(module => pages.includes(module))).toEqual([])
      expect(chunk?.imports.filter(file => pageFiles.includes(file))).toEqual([])
    }
  })
})

test('the code of the first picture waits for no other chunk', () => {
  const chunk = builds.cdn.find(({ modules }) => modules.includes('widget/chunks/instant-start.ts'))
  expect(chunk?.imports).toEqual(['drama-app.js'])
  expect(read(`dist/cdn/${chunk?.file}`)).not.toMatch(/await\b[^;]{0,40}import\(/)
})

test('D-161 nothing that ships to viewers calls an operator endpoint or knows an administrator', () => {
  const files = ['cdn', 'react'].flatMap(build =>
    readdirSync(`dist/${build}`, { recursive: true, encoding: 'utf8' })
      .filter(name => name.endsWith('.js'))
      .map(name => `dist/${build}/${name}`)
  )
  expect(files.length).toBeGreaterThan(100)
  expect(files.filter(file => /\/operator\/|\badmin/i.test(read(file)))).toEqual([])
})

test('D-203 the envelope secret of the build is in the built code alone', () => {
  const secret = process.env.ENVELOPE_SECRET ?? read('dist/envelope-secret').trim()
  expect(secret.length).toBeGreaterThan(10)
  const appFile = builds.cdn.find(({ modules }) => modules.includes('widget/chunks/app.ts'))?.file
  expect(read(`dist/cdn/${appFile}`)).toContain(secret)
  const folders = ['contract', 'demo', 'docs', 'locales', 'server', 'src', 'test', 'tools', 'widget']
  const files = folders.flatMap(folder =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter(entry => entry.isFile() && /\.(tsx?|mjs|json|md|css|html)$/.test(entry.name))
      .map(entry => `${entry.parentPath}/${entry.name}`)
  )
  expect(files.filter(file => existsSync(file) && read(file).includes(secret))).toEqual([])
})
