import type { ChildProcess } from 'node:child_process'
import { startReadyProgram } from '../../lib/child-program.js'
import { requireSharp } from '../../lib/sharp-installed.js'
import type { PreviewMessage, PreviewTask } from './preview-worker.js'

/** Resolves with null if the cover cannot be decoded. Rejects without sharp, or if the process ends first. */
export type DrawPreview = (cover: Uint8Array) => Promise<Uint8Array | null>

/** For a process that hangs: a picture takes about 0.2 s of processor time. */
const DRAW_TIMEOUT_MS = 20_000
/** A process without work needs 65 MB. */
const IDLE_TIMEOUT_MS = 60_000
const candidates = ['./preview-worker.js', './preview-worker.ts']

/** The caller must wait for each result before the next call. */
export function createPreviewDrawer(): DrawPreview {
  let running: Promise<ChildProcess> | null = null
  let idleTimer: NodeJS.Timeout | undefined
  return async cover => {
    clearTimeout(idleTimer)
    if (running === null) requireSharp()
    running ??= startReadyProgram(candidates, import.meta.url, () => {
      running = null
    })
    const child = await running
    const preview = await drawInProcess(child, { cover })
    idleTimer = setTimeout(() => {
      running = null
      child.removeAllListeners('exit').kill('SIGKILL')
    }, IDLE_TIMEOUT_MS)
    idleTimer.unref()
    return preview
  }
}

function drawInProcess(child: ChildProcess, task: PreviewTask): Promise<Uint8Array | null> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      child.off('message', onMessage)
      child.off('exit', onExit)
    }
    const onMessage = (message: PreviewMessage) => {
      if (message === 'ready') return
      stop()
      resolve(message.preview)
    }
    const onExit = () => {
      stop()
      reject(new Error('the process that draws previews has ended'))
    }
    const timer = setTimeout(() => child.kill('SIGKILL'), DRAW_TIMEOUT_MS)
    child.on('message', onMessage)
    child.once('exit', onExit)
    // A process that has just ended reports it with `exit`.
    child.send(task, () => undefined)
  })
}
