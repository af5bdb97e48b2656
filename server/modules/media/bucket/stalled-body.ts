import { MediaUnavailable } from '../media-store.js'

/** A viewer asks anew after such a time, in ms; what hangs longer is cut off, so that it is seen to be broken. */
const SILENCE_MS = 5_000

/** The same bytes; fails with MediaUnavailable where nothing comes for too long, or the connection breaks. A reader that takes its time is waited for. */
export function failWhenStalled(body: ReadableStream<Uint8Array>, silenceMs = SILENCE_MS): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await within(silenceMs, reader)
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: reason => reader.cancel(reason)
    },
    // Nothing is read that nobody has asked for.
    { highWaterMark: 0 }
  )
}

async function within(silenceMs: number, reader: ReadableStreamDefaultReader<Uint8Array>) {
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new MediaUnavailable('the bucket fell silent')), silenceMs)
  })
  try {
    return await Promise.race([reader.read(), silence])
  } catch (error) {
    reader.cancel(error).catch(() => undefined)
    throw error instanceof MediaUnavailable ? error : new MediaUnavailable('the bucket broke off')
  } finally {
    clearTimeout(timer)
  }
}

/** All of an answer that is short. */
export const textOf = async ({ body }: Response): Promise<string> =>
  body === null ? '' : new Response(failWhenStalled(body)).text()
