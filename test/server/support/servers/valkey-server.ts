import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '../../../support/find-free-port.js'

/** Valkey or Redis, whichever the machine has; null on a machine without either. */
export const valkeyProgram =
  ['valkey-server', 'redis-server'].find(name => spawnSync(name, ['--version']).status === 0) ?? null

export interface ValkeyServer {
  url: string
  kill(): Promise<void>
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startValkey(program: string): Promise<ValkeyServer> {
  const folder = mkdtempSync(join(tmpdir(), 'drama-valkey-'))
  const port = await findFreePort()
  const run = async (): Promise<ChildProcess> => {
    const options = ['--port', `${port}`, '--bind', '127.0.0.1', '--dir', folder, '--save', '', '--appendonly', 'no']
    const child = spawn(program, options, { stdio: 'ignore' })
    while (!(await isListening(port))) await delay(20)
    return child
  }
  let server = await run()
  const end = async () => {
    if (server.exitCode !== null || server.signalCode !== null) return
    const ended = once(server, 'exit')
    server.kill('SIGKILL')
    await ended
  }
  return {
    url: `redis://127.0.0.1:${port}`,
    kill: end,
    async restart() {
      server = await run()
    },
    async stop() {
      await end()
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function isListening(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1')
  return new Promise<boolean>(resolve => {
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
  }).finally(() => socket.destroy())
}
