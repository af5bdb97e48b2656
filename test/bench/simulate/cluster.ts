import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ServerProcess, startServer } from '../../server/support/servers/server-process.js'
import { createCaller, type Message, type Reply } from '../support/http-caller.js'

const CONNECTIONS = 32
const RETRY_DELAYS_MS = [0, 100, 500, 2000]

/** As behind one address: otherwise each server names its own in its answers. */
const COMMON_HOST = { Host: 'drama.example' }

const SECRETS = {
  MEDIA_SECRET: 'media secret of the simulation',
  ACCOUNT_SECRET: 'account secret of the simulation',
  PROMO_SECRET: 'promo secret of the simulation'
}

interface RunningServer {
  process: ServerProcess
  caller: ReturnType<typeof createCaller>
}

/** The Postgres of a cluster. */
export interface ClusterDatabase {
  settings: Record<string, string>
  /** Stops it. */
  stop(): Promise<void>
}

/** Servers of one Postgres. Each request goes to the next server. */
export class Cluster {
  /** Attempts, and those of them that repeat another, because a server did not answer. */
  sent = 0
  repeated = 0
  /** The longest time in which no request was answered. */
  longestPauseMs = 0
  private answeredAt = performance.now()
  private turn = 0

  private constructor(
    private readonly folder: string,
    private readonly database: ClusterDatabase,
    private readonly servers: RunningServer[],
    private readonly retryDelaysMs: readonly number[]
  ) {}

  /** `retryDelaysMs` are those of a client whose server went away. */
  static async open(count: number, database: ClusterDatabase, retryDelaysMs = RETRY_DELAYS_MS): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'drama-simulation-'))
    const cluster = new Cluster(folder, database, [], retryDelaysMs)
    for (let no = 0; no < count; no++) cluster.servers.push(await cluster.start(no))
    return cluster
  }

  get pids(): number[] {
    return this.servers.flatMap(({ process }) => process.child.pid ?? [])
  }

  /** As a client does: a request without an answer, or with 503, is sent again, to another server. */
  async call(message: Message): Promise<Reply> {
    for (const [attempt, delayMs] of this.retryDelaysMs.entries()) {
      if (delayMs > 0) await new Promise(resolve => setTimeout(resolve, delayMs))
      this.turn += 1
      this.sent += 1
      const server = this.servers[this.turn % this.servers.length]
      const isLast = attempt === this.retryDelaysMs.length - 1
      try {
        const reply = await (server as RunningServer).caller.call({
          ...message,
          headers: { ...message.headers, ...COMMON_HOST }
        })
        if (reply.status !== 503) this.noteAnswer()
        if (reply.status !== 503 || isLast) return reply
      } catch (error) {
        if (isLast) throw error
      }
      this.repeated += 1
    }
    throw new Error('no attempt')
  }

  resetCounts(): void {
    this.sent = 0
    this.repeated = 0
    this.longestPauseMs = 0
    this.answeredAt = performance.now()
  }

  private noteAnswer(): void {
    const now = performance.now()
    this.longestPauseMs = Math.max(this.longestPauseMs, now - this.answeredAt)
    this.answeredAt = now
  }

  /** Kills a server without a warning, and starts another one in its place. */
  async replace(no: number, nodeOptions = ''): Promise<void> {
    const { process, caller } = this.servers[no] as RunningServer
    process.child.kill('SIGKILL')
    await process.ended
    caller.close()
    this.servers[no] = await this.start(no, nodeOptions)
  }

  /** Replaces one server after the other; each new one is ready before the old one is told to end. */
  async deploy(): Promise<void> {
    for (const [no, { process, caller }] of this.servers.entries()) {
      this.servers[no] = await this.start(no)
      process.child.kill('SIGTERM')
      await process.ended
      caller.close()
    }
  }

  async close(): Promise<void> {
    for (const { process, caller } of this.servers) {
      caller.close()
      process.child.kill('SIGTERM')
      await process.ended
    }
    await this.database.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private async start(no: number, nodeOptions = ''): Promise<RunningServer> {
    const env = {
      ...SECRETS,
      DATA_DIR: join(this.folder, `${no}`),
      NODE_OPTIONS: nodeOptions,
      LOG_LEVEL: 'warn',
      ...this.database.settings
    }
    const process = startServer('dist/server/index.js', env)
    return { process, caller: createCaller(await process.origin(), CONNECTIONS) }
  }
}
