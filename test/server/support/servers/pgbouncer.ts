import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../../../support/find-free-port.js'
import { waitUntilReady } from './embedded-postgres.js'

const isRoot = process.getuid?.() === 0

/** Null on a machine without PgBouncer. */
export const pgbouncerProgram =
  ['pgbouncer', '/usr/sbin/pgbouncer'].find(name => spawnSync(name, ['--version']).status === 0) ?? null

export interface Pgbouncer {
  /** The same database behind the pooler. */
  url: string
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

/** In transaction mode, with few connections to the database, so that every transaction may get another one. */
export async function startPgbouncer(program: string, databaseUrl: string): Promise<Pgbouncer> {
  const folder = mkdtempSync(join(tmpdir(), 'drama-pgbouncer-'))
  const port = await findFreePort()
  const { hostname, port: databasePort, pathname } = new URL(databaseUrl)
  const settings = join(folder, 'pgbouncer.ini')
  writeFileSync(
    settings,
    `[databases]
* = host=${hostname} port=${databasePort} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = 4
max_client_conn = 200
`
  )
  chmodSync(folder, 0o755)
  const url = `postgres://postgres@127.0.0.1:${port}${pathname}`
  const run = async () => {
    // It refuses to run as root.
    const child = spawn(program, [...(isRoot ? ['-u', 'nobody'] : []), settings], { stdio: 'ignore' })
    await waitUntilReady(url)
    return child
  }
  let running = await run()
  const kill = async () => {
    const ended = once(running, 'exit')
    running.kill('SIGKILL')
    await ended
  }
  return {
    url,
    kill,
    restart: async () => {
      running = await run()
    },
    stop: async () => {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}
