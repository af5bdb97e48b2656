import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable } from 'node:stream'

export interface VirtualScreen {
  /** Value of the `DISPLAY` variable. */
  display: string
  stop(): Promise<void>
}

export async function startVirtualScreen(xvfb: string): Promise<VirtualScreen> {
  const args = ['-displayfd', '3', '-screen', '0', '1400x1000x24', '-nolisten', 'tcp']
  const server = spawn(xvfb, args, { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] })
  const [number] = await once(server.stdio[3] as Readable, 'data')
  return {
    display: `:${String(number).trim()}`,
    async stop() {
      if (server.exitCode !== null) return
      const ended = once(server, 'exit')
      server.kill()
      await ended
    }
  }
}
