import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseAst } from 'rollup/parseAst'
import { expect, onTestFinished, test, vi } from 'vitest'
import { chunkRegistry } from '../../tools/build/chunk-registry.mjs'

const chunkOf = (fileName: string, imports: string[] = [], isEntry = false) => ({
  fileName,
  name: fileName,
  imports,
  isEntry
})

function render(code: string, imports: string[] = [], awaited: string[] = []) {
  const chunks = Object.fromEntries(['app.js', 'sheet.js'].map(file => [file, chunkOf(file)]))
  const chunk = chunkOf('page.js', imports)
  const { renderChunk } = chunkRegistry({ awaited, build: 'test' })
  return renderChunk.call(
    { parse: parseAst },
    code,
    chunk,
    {},
    { chunks: { ...chunks, 'page.js': chunk, 'loader.js': chunkOf('loader.js', [], true) } }
  ).code
}

/** Runs a chunk with a registry of these chunks. */
async function run(code: string, chunks: Record<string, object>, publish = {}) {
  const module = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  const find = (file: string) => Promise.resolve(chunks[file.replace('./', '')])
  const registry = { load: find, need: (name: string) => find(name), loader: chunks['loader.js'], publish }
  const key = Symbol.for('drama-app test')
  Object.assign(globalThis, { [key]: registry })
  try {
    return await module.default()
  } finally {
    Reflect.deleteProperty(globalThis, key)
  }
}

/** Runs the entry of a script tag in this folder, with these events in place of the window’s. Returns its registry. */
async function runEntry(folder: string, events: EventTarget) {
  const chunk = chunkOf('drama-app.js', [], true)
  const { renderChunk } = chunkRegistry({ awaited: [], build: 'entry' })
  const { code } = renderChunk.call({ parse: parseAst }, '', chunk, {}, { chunks: { 'drama-app.js': chunk } })
  vi.stubGlobal('addEventListener', events.addEventListener.bind(events))
  vi.stubGlobal('removeEventListener', events.removeEventListener.bind(events))
  vi.stubGlobal('document', { querySelectorAll: () => [] })
  onTestFinished(() => {
    vi.unstubAllGlobals()
    Reflect.deleteProperty(globalThis, Symbol.for('drama-app entry'))
  })
  await writeFile(path.join(folder, 'drama-app.js'), code)
  await import(pathToFileURL(path.join(folder, 'drama-app.js')).href)
  return Reflect.get(globalThis, Symbol.for('drama-app entry')) as { load(file: string): Promise<{ runs: number }> }
}

test('an import that the browser forgot while the page was left begins again when the page is back', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'chunk-registry-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  await mkdir(path.join(folder, 'chunks'))
  await writeFile(path.join(folder, 'package.json'), '{"type":"module"}')
  const count = 'globalThis.sheetImports = (globalThis.sheetImports ?? 0) + 1'
  const hangAtFirst = 'if (globalThis.sheetImports === 1) await new Promise(() => {})'
  const exported = 'export default async () => ({ runs: globalThis.sheetImports })'
  await writeFile(path.join(folder, 'chunks/sheet.js'), [count, hangAtFirst, exported].join('\n'))
  onTestFinished(() => void Reflect.deleteProperty(globalThis, 'sheetImports'))
  const events = new EventTarget()
  const registry = await runEntry(folder, events)
  const sheet = registry.load('./sheet.js')
  await expect.poll(() => Reflect.get(globalThis, 'sheetImports')).toBe(1)
  events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: false }))
  events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(await sheet).toEqual({ runs: 2 })
  events.dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }))
  expect(await registry.load('./sheet.js')).toEqual({ runs: 2 })
})

test('chunks that would wait for one another for ever are refused by the build', () => {
  const chunks = { 'a.js': chunkOf('a.js', ['b.js']), 'b.js': chunkOf('b.js', ['a.js']) }
  const { renderChunk } = chunkRegistry({ awaited: [], build: 'test' })
  expect(() => renderChunk.call({ parse: parseAst }, '', chunks['a.js'], {}, { chunks })).toThrow(
    'chunks import one another: a.js > b.js > a.js'
  )
})

test('a chunk gets its imports from the registry, and hands on what it exports and exports again', async () => {
  const code = `
    import { a as add } from './sheet.js'
    import start, { v as version } from './loader.js'
    export { s as close } from './sheet.js'
    const sum = add(1, start)
    export { sum as default, version }`
  const rendered = render(code, ['sheet.js', 'loader.js'])
  const sheet = { a: (one: number, two: number) => one + two, s: 'closes' }
  const exported = await run(rendered, { 'sheet.js': sheet, 'loader.js': { default: 2, v: '2.4' } })
  expect(exported).toEqual({ default: 3, version: '2.4', close: 'closes' })
})

test('an awaited chunk is published when it has run', async () => {
  const published: object[] = []
  const rendered = render('const page = 1; export { page }', [], ['page.js'])
  const exported = await run(rendered, {}, { 'page.js': (value: object) => published.push(value) })
  expect([exported, published]).toEqual([{ page: 1 }, [{ page: 1 }]])
})

test.each(['import * as sheet from "./sheet.js"', 'export * from "./sheet.js"', 'export const page = 1'])(
  'a statement without a rule ends the build: %s',
  code => {
    expect(() => render(code, ['sheet.js'])).toThrow(`no rule for this statement of a chunk: ${code}`)
  }
)
