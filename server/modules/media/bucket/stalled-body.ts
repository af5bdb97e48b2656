import { MediaUnavailable } from '../media-store.js'

/** A player retries after about this time, so a longer stall counts as a failure. */
const STALL_TIMEOUT_MS = 5_000

/** Fails with MediaUnavailable if the bucket stalls or disconnects. A slow reader is not a stall. */
export function failWhenStalled(
  body: ReadableStream<Uint8Array>,
  timeoutMs = STALL_TIMEOUT_MS
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await readWithin(timeoutMs, reader)
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: reason => reader.cancel(reason)
    },
    { highWaterMark: 0 }
  )
}

async function readWithin(timeoutMs: number, reader: ReadableStreamDefaultReader<Uint8Array>) {
  let timer: NodeJS.Timeout | undefined
  const stallTimeout = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new MediaUnavailable('the bucket fell silent')), timeoutMs)
  })
  try {
    return await Promise.race([reader.read(), stallTimeout])
  } catch (error) {
    reader.cancel(error).catch(() => undefined)
    throw error instanceof MediaUnavailable ? error : new MediaUnavailable('the bucket broke off')
  } finally {
    clearTimeout(timer)
  }
}

export const readBodyText = async ({ body }: Response): Promise<string> =>
  body === null ? '' : new Response(failWhenStalled(body)).text()
