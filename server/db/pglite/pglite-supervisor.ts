import type { Worker } from 'node:worker_threads'
import { startWorkerThread } from '../../lib/worker-thread.js'
import { DatabaseUnavailable } from '../database-error.js'
import type { WorkerAnswer, WorkerRequest } from './pglite-worker.js'

/** Rows of one statement, and how many rows it changed. */
export interface StatementResult {
  rows: unknown[]
  affected: number | null
}

/** How long a worker may stay silent, and how to start one. */
export interface SupervisorOptions {
  silenceMs?: number
  startWorker?: (directory: string | null) => Worker
  onRestart?: (reason: string) => void
}

interface Call {
  resolve: (result: StatementResult) => void
  reject: (error: Error) => void
}

const OPENING_MS = 60_000
/** Pause after a worker that did not even open, so that a broken one does not start in a tight loop. */
const OPENING_AGAIN_MS = 1000

/** Runs the embedded database in a worker; a worker that dies or stays silent is replaced, its open calls rejected. */
export class PGliteSupervisor {
  /** Grows with every restart, so that a transaction of a dead worker cannot go on in the next one. */
  generation = 0
  private worker: Worker | null = null
  private ready: Promise<void> = Promise.resolve()
  private calls = new Map<number, Call>()
  private nextId = 1
  private lastSignAt = 0
  private isOpening = false
  private isClosed = false
  private readonly watch: NodeJS.Timeout
  private readonly silenceMs: number

  constructor(
    private readonly directory: string | null,
    private readonly options: SupervisorOptions = {}
  ) {
    this.silenceMs = options.silenceMs ?? 10_000
    this.start()
    this.watch = setInterval(() => this.checkSilence(), this.silenceMs / 10)
    this.watch.unref()
  }

  /** Resolves when the database is open; rejects when it cannot be opened. */
  waitReady(): Promise<void> {
    return this.ready
  }

  /** Runs one statement; rejects with DatabaseUnavailable when the worker is lost or of another generation. */
  async run(statement: string, parameters: readonly unknown[], generation = this.generation): Promise<StatementResult> {
    await this.ready
    if (generation !== this.generation) throw new DatabaseUnavailable('the database was restarted')
    return this.call({ id: this.nextId++, statement, parameters: [...parameters] })
  }

  /** The thread that runs now, for tests that kill it. */
  thread(): Worker | null {
    return this.worker
  }

  async close(): Promise<void> {
    if (this.isClosed) return
    this.isClosed = true
    clearInterval(this.watch)
    const closing = this.ready.then(() => this.call({ id: this.nextId++, close: true })).catch(() => undefined)
    await Promise.race([closing, new Promise(resolve => setTimeout(resolve, this.silenceMs).unref())])
    await this.worker?.terminate()
  }

  private start(): void {
    const worker = (this.options.startWorker ?? startPGliteWorker)(this.directory)
    this.worker = worker
    this.isOpening = true
    this.lastSignAt = performance.now()
    this.ready = new Promise((resolve, reject) => this.calls.set(0, { resolve: () => resolve(), reject }))
    // A failed opening is reported by the next call; without this it would end the process.
    this.ready.catch(() => undefined)
    worker.on('message', (answer: WorkerAnswer) => this.settle(worker, answer))
    worker.on('error', error => this.replace(worker, error.message))
    worker.on('exit', code => this.replace(worker, `exit ${code}`))
  }

  private call(request: WorkerRequest): Promise<StatementResult> {
    return new Promise((resolve, reject) => {
      if (this.calls.size === 0) this.lastSignAt = performance.now()
      this.calls.set(request.id, { resolve, reject })
      this.worker?.postMessage(request)
    })
  }

  private settle(worker: Worker, answer: WorkerAnswer): void {
    if (worker !== this.worker) return
    this.lastSignAt = performance.now()
    const call = this.calls.get(answer.id)
    this.calls.delete(answer.id)
    if (answer.id === 0) this.isOpening = false
    if ('error' in answer) call?.reject(Object.assign(new Error(answer.error.message), { code: answer.error.code }))
    else call?.resolve({ rows: answer.rows, affected: answer.affected })
  }

  private checkSilence(): void {
    const limit = this.isOpening ? Math.max(OPENING_MS, this.silenceMs) : this.silenceMs
    const isSilent = this.calls.size > 0 && performance.now() - this.lastSignAt > limit
    if (isSilent && this.worker !== null) this.replace(this.worker, `silent for ${limit} ms`)
  }

  private replace(worker: Worker, reason: string): void {
    if (worker !== this.worker || this.isClosed) return
    this.options.onRestart?.(reason)
    const lost = [...this.calls.values()]
    this.calls.clear()
    this.generation++
    for (const call of lost) call.reject(new DatabaseUnavailable(`the database was restarted: ${reason}`))
    this.worker = null
    // Two threads on one folder would lose data: the next starts only when this one is gone.
    const pause = this.isOpening ? OPENING_AGAIN_MS : 0
    this.ready = Promise.all([worker.terminate(), new Promise(resolve => setTimeout(resolve, pause))]).then(() => {
      if (this.isClosed) throw new DatabaseUnavailable('the database is closed')
      this.start()
      return this.ready
    })
    this.ready.catch(() => undefined)
  }
}

const workerFiles = ['./pglite-worker.js', './pglite-worker.ts']

/** Starts the database worker on the folder; null keeps the database in memory. */
const startPGliteWorker = (directory: string | null): Worker =>
  startWorkerThread(workerFiles, import.meta.url, { directory })
