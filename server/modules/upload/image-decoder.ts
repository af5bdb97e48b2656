import type { Worker } from 'node:worker_threads'
import { createFairQueue } from '../../lib/fair-queue.js'
import { startWorkerThread } from '../../lib/worker-thread.js'
import type { DecodedImage, ImageDecodeResult, ImageRefusal } from './image-worker.js'

export interface ImageDecoder {
  /** Callers take turns. Rejects with the signal's reason if it aborts before the picture's turn. */
  decode(bytes: Uint8Array, from: ImageSender): Promise<DecodedImage | ImageRefusal>
}

export interface ImageSender {
  address: string
  userId: string
  signal: AbortSignal
}

/** For one picture; the start of the thread is not included. */
const DECODE_TIMEOUT_MS = 5_000
const START_TIMEOUT_MS = 60_000
const candidates = ['./image-worker.js', './image-worker.ts']

export function createImageDecoder(): ImageDecoder {
  let running: Promise<Worker> | null = null
  const queue = createFairQueue()
  const ensureThread = () => {
    running ??= startThread(() => {
      running = null
    })
    return running
  }
  return {
    decode: async (bytes, { address, userId, signal }) => {
      if (!isSupportedImage(bytes)) return 'type'
      return queue.run([address, userId], async () => decodeInThread(await ensureThread(), bytes), signal)
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
