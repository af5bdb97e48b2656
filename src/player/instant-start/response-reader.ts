// Takes a start hint apart as it arrives.
import type { InstantStartResponse } from '../../../contract/episode.js'
import type { PrefetchedStart } from '../../video/source.js'

/** Resolves with the head and the first bytes of the media, whose rest may still be on its way; rejects without them. */
export async function readStartResponse(
  response: Response,
  since: number
): Promise<{ head: InstantStartResponse; prefetchedStart: PrefetchedStart }> {
  if (!response.ok || !response.body) throw new Error(`${response.status}`)
  const reader = response.body.getReader()
  let bytes = new Uint8Array(0)

  async function take(length: number): Promise<ArrayBuffer> {
    while (bytes.length < length) {
      const { value, done } = await reader.read()
      if (done) throw new Error('torn')
      const longer = new Uint8Array(bytes.length + value.length)
      longer.set(bytes)
      longer.set(value, bytes.length)
      bytes = longer
    }
    const taken = bytes.slice(0, length)
    bytes = bytes.slice(length)
    return taken.buffer
  }

  const length = new DataView(await take(4)).getUint32(0)
  const head = JSON.parse(new TextDecoder().decode(await take(length))) as InstantStartResponse
  const init = await take(head.init_bytes)
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
