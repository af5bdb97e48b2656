import type { Worker } from 'node:worker_threads'
import { startWorkerThread } from '../../lib/worker-thread.js'
import { DatabaseUnavailable } from '../database-error.js'
import type { PGliteWorkerRequest, PGliteWorkerResponse } from './pglite-worker.js'

export interface StatementResult {
  rows: unknown[]
  affected: number | null
}

export interface SupervisorOptions {
  silenceMs?: number
  startWorker?: (directory: string | null) => Worker
  onRestart?: (reason: string) => void
}

interface Call {
  resolve: (result: StatementResult) => void
  reject: (error: Error) => void
}

const OPEN_TIMEOUT_MS = 60_000
const REOPEN_DELAY_MS = 1000

/** Replaces a worker that dies or stays silent, and rejects its pending calls. */
export class PGliteSupervisor {
  /** Increases with every restart, so that a transaction of a dead worker cannot continue in the next one. */
  generation = 0
  private worker: Worker | null = null
  private ready: Promise<void> = Promise.resolve()
  private calls = new Map<number, Call>()
  private nextId = 1
  private lastMessageAt = 0
  private isOpening = false
  private isClosed = false
  private readonly silenceTimer: NodeJS.Timeout
  private readonly silenceMs: number

  constructor(
    private readonly directory: string | null,
    private readonly options: SupervisorOptions = {}
  ) {
    this.silenceMs = options.silenceMs ?? 10_000
    this.start()
    this.silenceTimer = setInterval(() => this.checkSilence(), this.silenceMs / 10)
    this.silenceTimer.unref()
  }

  waitReady(): Promise<void> {
    return this.ready
  }

  async run(statement: string, parameters: readonly unknown[], generation = this.generation): Promise<StatementResult> {
    await this.ready
    if (generation !== this.generation) throw new DatabaseUnavailable('the database was restarted')
    return this.call({ id: this.nextId++, statement, parameters: [...parameters] })
  }

  currentWorker(): Worker | null {
    return this.worker
  }

  async close(): Promise<void> {
    if (this.isClosed) return
    this.isClosed = true
    clearInterval(this.silenceTimer)
    const closing = this.ready.then(() => this.call({ id: this.nextId++, close: true })).catch(() => undefined)
    await Promise.race([closing, new Promise(resolve => setTimeout(resolve, this.silenceMs).unref())])
    await this.worker?.terminate()
  }

  private start(): void {
    const worker = (this.options.startWorker ?? startPGliteWorker)(this.directory)
    this.worker = worker
    this.isOpening = true
    this.lastMessageAt = performance.now()
    this.ready = new Promise((resolve, reject) => this.calls.set(0, { resolve: () => resolve(), reject }))
    // The next call reports a failed start. Without this handler the rejection would end the process.
    this.ready.catch(() => undefined)
    worker.on('message', (answer: PGliteWorkerResponse) => this.settle(worker, answer))
    worker.on('error', error => this.replace(worker, error.message))
    worker.on('exit', code => this.replace(worker, `exit ${code}`))
  }

  private call(request: PGliteWorkerRequest): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      if (this.calls.size === 0) this.lastMessageAt = performance.now()
      this.calls.set(request.id, { resolve, reject })
      this.worker?.postMessage(request)
    })
  }

  private settle(worker: Worker, answer: PGliteWorkerResponse): void {
    if (worker !== this.worker) return
    this.lastMessageAt = performance.now()
    const call = this.calls.get(answer.id)
    this.calls.delete(answer.id)
    if (answer.id === 0) this.isOpening = false
    if ('error' in answer) call?.reject(Object.assign(new Error(answer.error.message), { code: answer.error.code }))
    else call?.resolve({ rows: answer.rows, affected: answer.affected })
  }

  private checkSilence(): void {
    const limit = this.isOpening ? Math.max(OPEN_TIMEOUT_MS, this.silenceMs) : this.silenceMs
    const isSilent = this.calls.size > 0 && performance.now() - this.lastMessageAt > limit
    if (isSilent && this.worker !== null) this.replace(this.worker, `silent for ${limit} ms`)
  }

  private replace(worker: Worker, reason: string): void {
    if (worker !== this.worker || this.isClosed) return
    this.options.onRestart?.(reason)
    const lostCalls = [...this.calls.values()]
    this.calls.clear()
    this.generation++
    for (const call of lostCalls) call.reject(new DatabaseUnavailable(`the database was restarted: ${reason}`))
    this.worker = null
    // Waits until the old worker has ended, because two threads on one folder lose data.
    const delayMs = this.isOpening ? REOPEN_DELAY_MS : 0
    this.ready = Promise.all([worker.terminate(), new Promise(resolve => setTimeout(resolve, delayMs))]).then(() => {
      if (this.isClosed) throw new DatabaseUnavailable('the database is closed')
      this.start()
      return this.ready
    })
    this.ready.catch(() => undefined)
  }
}

const workerFiles = ['./pglite-worker.js', './pglite-worker.ts']

const startPGliteWorker = (directory: string | null): Worker =>
  startWorkerThread(workerFiles, import.meta.url, { directory })
