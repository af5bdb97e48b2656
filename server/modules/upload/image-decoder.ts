import type { Worker } from 'node:worker_threads'
import { startWorkerThread } from '../../lib/worker-thread.js'
import type { DecodedImage, ImageDecodeResult, ImageRefusal } from './image-worker.js'

export interface ImageDecoder {
  decode(bytes: Uint8Array): Promise<DecodedImage | ImageRefusal>
}

/** For one picture; the start of the thread is not included. */
const DECODE_TIMEOUT_MS = 5_000
const START_TIMEOUT_MS = 60_000
const candidates = ['./image-worker.js', './image-worker.ts']

export function createImageDecoder(): ImageDecoder {
  let running: Promise<Worker> | null = null
  let queue: Promise<unknown> = Promise.resolve()
  const ensureThread = () => {
    running ??= startThread(() => {
      running = null
    })
    return running
  }
  return {
    decode: bytes => {
      if (!isSupportedImage(bytes)) return Promise.resolve('type')
      const decoding = queue.then(async () => decodeInThread(await ensureThread(), bytes))
      queue = decoding.catch(() => undefined)
      return decoding
    }
  }
}

function startThread(onEnd: () => void): Promise<Worker> {
  return new Promise((resolve, reject) => {
    const worker = startWorkerThread(candidates, import.meta.url)
    worker.unref()
    const timer = setTimeout(() => worker.terminate(), START_TIMEOUT_MS)
    worker.once('message', () => {
      clearTimeout(timer)
      resolve(worker)
    })
    // The caller that waits for the thread reports the error.
    worker.on('error', error => reject(error))
    worker.once('exit', () => {
      clearTimeout(timer)
      onEnd()
      reject(new Error('the thread of pictures does not start'))
    })
  })
}

function decodeInThread(worker: Worker, bytes: Uint8Array): Promise<DecodedImage | ImageRefusal> {
  return new Promise(resolve => {
    const settle = (result: DecodedImage | ImageRefusal) => {
      clearTimeout(timer)
      worker.off('message', onMessage)
      worker.off('exit', onExit)
      resolve(result)
    }
    const onMessage = (answer: ImageDecodeResult) => settle('decoded' in answer ? answer.decoded : answer.refusal)
    const onExit = () => settle('broken')
    const timer = setTimeout(() => worker.terminate(), DECODE_TIMEOUT_MS)
    worker.on('message', onMessage)
    worker.once('exit', onExit)
    worker.postMessage(bytes)
  })
}

function isSupportedImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  const isWebp = head.startsWith('RIFF') && head.slice(8) === 'WEBP'
  return isWebp || head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n')
}
