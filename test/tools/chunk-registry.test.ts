import { parseAst } from 'rollup/parseAst'
import { expect, test } from 'vitest'
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
