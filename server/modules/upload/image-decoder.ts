import type { ChildProcess } from 'node:child_process'
import { startReadyProgram } from '../../lib/child-program.js'
import { createFairQueue } from '../../lib/fair-queue.js'
import { requireSharp } from '../../lib/sharp-installed.js'
import type { DecodedImage, DecoderMessage, DecodeTask, ImageRefusal } from './image-worker.js'

export interface ImageDecoder {
  /** Callers take turns. Rejects with the signal's reason if it aborts before the picture's turn, or without sharp. */
  decode(bytes: Uint8Array, from: ImageSender): Promise<DecodedImage | ImageRefusal>
}

export interface ImageSender {
  address: string
  userId: string
  signal: AbortSignal
}

/**
 * Of all threads of the decoding process. The largest pictures that are not refused by their header take 0.7 s, and
 * 1.4 s on a processor of half the speed. Not a duration, because honest pictures take longer on a busy machine.
 */
const MAX_PROCESSOR_MS = 3_000
/** For a process that hangs. */
const DECODE_TIMEOUT_MS = 20_000
const candidates = ['./image-worker.js', './image-worker.ts']

/** A process without work needs 65 MB. */
const IDLE_TIMEOUT_MS = 60_000

/** Decodes in a process, because a thread cannot be stopped while libvips decodes, and its threads are not counted. */
export function createImageDecoder(limits = { maxProcessorMs: MAX_PROCESSOR_MS }): ImageDecoder {
  let running: Promise<ChildProcess> | null = null
  let idleTimer: NodeJS.Timeout | undefined
  const queue = createFairQueue()
  const ensureProcess = () => {
    if (running === null) requireSharp()
    running ??= startReadyProgram(candidates, import.meta.url, () => {
      running = null
    })
    return running
  }
  async function decode(bytes: Uint8Array): Promise<DecodedImage | ImageRefusal> {
    clearTimeout(idleTimer)
    const child = await ensureProcess()
    const result = await decodeInProcess(child, { bytes, ...limits })
    idleTimer = setTimeout(() => {
      running = null
      child.removeAllListeners('exit').kill('SIGKILL')
    }, IDLE_TIMEOUT_MS)
    idleTimer.unref()
    return result
  }
  return {
    decode: async (bytes, { address, userId, signal }) =>
      isSupportedImage(bytes) ? queue.run([address, userId], () => decode(bytes), signal) : 'type'
  }
}

function decodeInProcess(child: ChildProcess, task: DecodeTask): Promise<DecodedImage | ImageRefusal> {
  return new Promise(resolve => {
    let isKilled = false
    const settle = (result: DecodedImage | ImageRefusal) => {
      clearTimeout(timer)
      child.off('message', onMessage)
      child.off('exit', onExit)
      resolve(result)
    }
    const onMessage = (message: DecoderMessage) => {
      if (message === 'too expensive') {
        isKilled = true
        child.kill('SIGKILL')
      } else if (!isKilled && message !== 'ready') settle('decoded' in message ? message.decoded : message.refusal)
    }
    const onExit = () => settle(isKilled ? 'pixels' : 'broken')
    const timer = setTimeout(() => child.kill('SIGKILL'), DECODE_TIMEOUT_MS)
    child.on('message', onMessage)
    child.once('exit', onExit)
    // A process that has just ended reports it with `exit`.
    child.send(task, () => undefined)
  })
}

function isSupportedImage(bytes: Uint8Array): boolean {
  const head = Buffer.from(bytes.subarray(0, 12)).toString('latin1')
  const isWebp = head.startsWith('RIFF') && head.slice(8) === 'WEBP'
  return isWebp || head.startsWith('\xff\xd8\xff') || head.startsWith('\x89PNG\r\n\x1a\n')
}
