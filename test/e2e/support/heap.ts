import type { CDPSession } from 'playwright-core'

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } }
  nodes: number[]
}

/**
 * Bytes that scripts of the page hold after a garbage collection. Compiled code is not counted, because the browser
 * drops and recompiles it at any time.
 */
export async function measureHeapBytes(session: CDPSession): Promise<number> {
  const chunks: string[] = []
  const addChunk = ({ chunk }: { chunk: string }) => void chunks.push(chunk)
  session.on('HeapProfiler.addHeapSnapshotChunk', addChunk)
  await session.send('HeapProfiler.collectGarbage')
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false })
  session.off('HeapProfiler.addHeapSnapshotChunk', addChunk)
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot
  const { node_fields: fields, node_types: types } = snapshot.meta
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')]
  let bytes = 0
  for (let node = 0; node < nodes.length; node += fields.length) {
    const kind = types[0][nodes[node + type] ?? -1]
    if (kind !== 'code' && kind !== 'hidden') bytes += nodes[node + size] ?? 0
  }
  return bytes
}
