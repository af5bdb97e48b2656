import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type EmbeddedPostgres, startPostgres } from '../../server/support/servers/embedded-postgres.js'
import { type ServerProcess, startServer } from '../../server/support/servers/server-process.js'
import { createCaller, type Message, type Reply } from '../support/http-caller.js'

const CONNECTIONS = 32
/** Of a client whose server went away, in ms. */
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

/** Servers of one Postgres. Each request goes to the next server. */
export class Cluster {
  /** Requests that were sent again, because a server did not answer. */
  repeated = 0
  private turn = 0

  private constructor(
    private readonly folder: string,
    readonly postgres: EmbeddedPostgres,
    readonly databaseUrl: string,
    private readonly servers: RunningServer[]
  ) {}

  static async open(count: number): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'drama-simulation-'))
    const postgres = await startPostgres(['fsync=on', 'synchronous_commit=on'])
    const cluster = new Cluster(folder, postgres, await postgres.createDatabase(), [])
    for (let no = 0; no < count; no++) cluster.servers.push(await cluster.start(no))
    return cluster
  }

  get pids(): number[] {
    return this.servers.flatMap(({ process }) => process.child.pid ?? [])
  }

  /** As a client does: a request without an answer, or with 503, is sent again, to another server. */
  async call(message: Message): Promise<Reply> {
    for (const [attempt, delayMs] of RETRY_DELAYS_MS.entries()) {
      if (delayMs > 0) await new Promise(resolve => setTimeout(resolve, delayMs))
      this.turn += 1
      const server = this.servers[this.turn % this.servers.length]
      const isLast = attempt === RETRY_DELAYS_MS.length - 1
      try {
        const reply = await (server as RunningServer).caller.call({
          ...message,
          headers: { ...message.headers, ...COMMON_HOST }
        })
        if (reply.status !== 503 || isLast) return reply
      } catch (error) {
        if (isLast) throw error
      }
      this.repeated += 1
    }
    throw new Error('no attempt')
  }

  /** Kills a server without a warning, and starts another one in its place. */
  async replace(no: number): Promise<void> {
    const { process, caller } = this.servers[no] as RunningServer
    process.child.kill('SIGKILL')
    await process.ended
    caller.close()
    this.servers[no] = await this.start(no)
  }

  async close(): Promise<void> {
    for (const { process, caller } of this.servers) {
      caller.close()
      process.child.kill('SIGTERM')
      await process.ended
    }
    await this.postgres.stop()
    rmSync(this.folder, { recursive: true, force: true })
  }

  private async start(no: number): Promise<RunningServer> {
    const env = {
      ...SECRETS,
      DATA_DIR: join(this.folder, `${no}`),
      DATABASE_URL: this.databaseUrl,
      LOG_LEVEL: 'warn'
    }
    const process = startServer('dist/server/index.js', env)
    return { process, caller: createCaller(await process.origin(), CONNECTIONS) }
  }
}
