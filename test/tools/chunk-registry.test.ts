import { expect, test } from 'vitest'
import { chunkRegistry } from '../../tools/build/chunk-registry.mjs'

const chunkOf = (fileName: string, imports: string[]) => ({ fileName, name: fileName, imports, isEntry: false })

test('chunks that would wait for one another for ever are refused by the build', () => {
  const chunks = { 'a.js': chunkOf('a.js', ['b.js']), 'b.js': chunkOf('b.js', ['a.js']) }
  const { renderChunk } = chunkRegistry({ awaited: [], build: 'test' })
  expect(() => renderChunk('', chunks['a.js'], {}, { chunks })).toThrow('chunks import one another: a.js > b.js > a.js')
})
