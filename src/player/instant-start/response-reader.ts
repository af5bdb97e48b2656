import type { LockedStartHead } from '../../../contract/episode.js'
import type { StartHead } from '../../core/playback/instant-start-play.js'
import type { PrefetchedStart } from '../../video/source.js'

type PlayableHead = Exclude<StartHead, LockedStartHead>

export interface StartResponse {
  head: PlayableHead | LockedStartHead
  /** Resolves with the initialisation segment, while the rest still streams. Rejects if the body ends earlier. */
  readMedia(head: PlayableHead): Promise<Pick<PrefetchedStart, 'init' | 'first'>>
  cancel(): void
}

/** Rejects if nothing can be played, or if the body ends early. */
export async function readStartResponse(response: Response): Promise<StartResponse> {
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
  const head = JSON.parse(new TextDecoder().decode(await readBytes(length)))
  return {
    head,
    cancel: () => void reader.cancel().catch(() => undefined),
    async readMedia({ init_bytes }) {
      const init = await readBytes(init_bytes)
      const rest = new ReadableStream<Uint8Array<ArrayBuffer>>({
        start: controller => controller.enqueue(bytes),
        async pull(controller) {
          const { value, done } = await reader.read()
          if (done) controller.close()
          else controller.enqueue(value as Uint8Array<ArrayBuffer>)
        },
        cancel: reason => reader.cancel(reason)
      })
      return { init, first: new Response(rest) }
    }
  }
}
