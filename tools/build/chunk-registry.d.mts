interface Chunk {
  fileName: string
  name: string
  imports: string[]
  isEntry: boolean
}

export function chunkRegistry(options: { awaited: readonly string[]; build: string }): {
  name: string
  renderChunk(code: string, chunk: Chunk, options: object, meta: { chunks: Record<string, Chunk> }): { code: string }
}
