import type { InstantStartResponse } from '../../../contract/episode.js'
import type { PrefetchedStart } from '../../video/source.js'

/** Resolves with the head and the initialisation segment; the rest still streams. Rejects if the body ends earlier. */
export async function readStartResponse(
  response: Response,
  since: number
): Promise<{ head: InstantStartResponse; prefetchedStart: PrefetchedStart }> {
  if (!response.ok || !response.body) throw new Error(`${response.status}`)
  const reader = response.body.getReader()
  let bytes = new Uint8Array(0)

  async function readBytes(length: number): Promise<ArrayBuffer> {
    while (bytes.length < length) {
      const { value, done } = await reader.read()
      if (done) throw new Error('torn')
      const merged = new Uint8Array(bytes.length + value.length)
      merged.set(bytes)
      merged.set(value, bytes.length)
      bytes = merged
    }
    const result = bytes.slice(0, length)
    bytes = bytes.slice(length)
    return result.buffer
  }

  const length = new DataView(await readBytes(4)).getUint32(0)
  const head = JSON.parse(new TextDecoder().decode(await readBytes(length))) as InstantStartResponse
  const init = await readBytes(head.init_bytes)
  const rest = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: controller => controller.enqueue(bytes),
    async pull(controller) {
      const { value, done } = await reader.read()
      if (done) controller.close()
      else controller.enqueue(value as Uint8Array<ArrayBuffer>)
    },
    cancel: reason => reader.cancel(reason)
  })
  return { head, prefetchedStart: { init, first: new Response(rest), since } }
}
