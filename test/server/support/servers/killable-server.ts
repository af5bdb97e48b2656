import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { writeDrama } from '../package-fixture.js'
import { type BuiltServer, buildServer, type ServerProcess, startServer } from './server-process.js'

export function prepareKillableServer(drama: Parameters<typeof writeDrama>[1]) {
  let built: BuiltServer
  let folder: string
  let running: ServerProcess | null = null
  const stop = async (signal: 'SIGKILL' | 'SIGTERM') => {
    running?.child.kill(signal)
    await running?.ended
  }
  beforeAll(async () => {
    built = await buildServer()
    folder = mkdtempSync(join(tmpdir(), 'drama-kill-'))
    writeDrama(join(folder, 'catalogue'), drama)
  })
  afterAll(async () => {
    await stop('SIGKILL')
    built.remove()
    rmSync(folder, { recursive: true, force: true })
  })
  return {
    stop,
    path: (name: string) => join(folder, name),
    /** Starts the server; the previous process must have ended. Returns the origin. */
    start(env: Record<string, string>): Promise<string> {
      running = startServer(built.file, env)
      return running.origin()
    }
  }
}
