import type { Worker } from 'node:worker_threads'
import { startWorkerThread } from '../../lib/worker-thread.js'
import type { DecodedImage, ImageRefusal, PictureAnswer } from './picture-worker.js'

/** Takes pictures of strangers apart, one after the other. */
export interface ImageDecoder {
  decode(bytes: Uint8Array): Promise<DecodedImage | ImageRefusal>
}

/** For one picture; the thread's own start, which a busy machine draws out, does not count. */
const LONGEST_MS = 5_000
const START_MS = 60_000
const candidates = ['./picture-worker.js', './picture-worker.ts']

/** The thread starts with the first picture; one that takes too long is ended with it. */
export function createImageDecoder(): ImageDecoder {
  let running: Promise<Worker> | null = null
  let queue: Promise<unknown> = Promise.resolve()
  const thread = () => {
    running ??= start(() => {
      running = null
    })
    return running
  }
  return {
    decode: bytes => {
      if (!isPicture(bytes)) return Promise.resolve('type')
      const taken = queue.then(async () => work(await thread(), bytes))
      queue = taken.catch(() => undefined)
      return taken
    }
  }
}

/** Resolves when the thread is ready; `onEnd` is called once, when it is no more. */
function start(onEnd: () => void): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = startWorkerThread(candidates, import.meta.url)
    worker.unref()
    const timer = setTimeout(() => worker.terminate(), START_MS)
    worker.once('message', () => {
      clearTimeout(timer)
      resolve(worker)
    })
    // What it died of is told by who waits for it.
    worker.on('error', error => reject(error))
    worker.once('exit', () => {
      clearTimeout(timer)
      onEnd()
      reject(new Error('the thread of pictures does not start'))
    })
  })
}

function work(worker: Worker, bytes: Uint8Array): Promise<DecodedImage | ImageRefusal> {
  return new Promise(resolve => {
    const settle = (result: DecodedImage | ImageRefusal) => {
      clearTimeout(timer)
      worker.off('message', answered)
      worker.off('exit', died)
      resolve(result)
    }
    const answered = (answer: PictureAnswer) => settle('taken' in answer ? answer.taken : answer.refusal)
    const died = () => settle('broken')
    const timer = setTimeout(() => worker.terminate(), LONGEST_MS)
    worker.on('message', answered)
    worker.once('exit', died)
    worker.postMessage(bytes)
  })
}

/** Whether the first bytes are those of a JPEG, PNG or WebP. */
function isPicture(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  const isWebp = head.startsWith('RIFF') && head.slice(8) === 'WEBP'
  return isWebp || head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n')
}
