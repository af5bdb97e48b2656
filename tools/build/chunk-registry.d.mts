import type { parseAst } from 'rollup/parseAst'

interface Chunk {
  fileName: string
  name: string
  imports: string[]
  isEntry: boolean
}

export function chunkRegistry(options: { awaited: readonly string[]; build: string }): {
  name: string
  renderChunk(
    this: { parse: typeof parseAst },
    code: string,
    chunk: Chunk,
    options: object,
    meta: { chunks: Record<string, Chunk> }
  ): { code: string }
}
