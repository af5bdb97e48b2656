// The built server on another origin than the test runner, as for a partner.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { manyVisitors } from '../../support/many-visitors.mjs'

const START_TIMEOUT_MS = 60_000

/** Call `origin()` after the plugin has started. */
export function product() {
  let running
  return {
    origin: () => running.origin,
    plugin: {
      name: 'product',
      async serverStart() {
        running = await open()
      },
      async serverStop() {
        await running?.stop()
      }
    }
  }
}

async function open() {
  const folder = mkdtempSync(path.join(tmpdir(), 'drama-widget-'))
  const { PATH, TMPDIR } = process.env
  const overrides = { DATA_DIR: folder, PORT: '0', LOG_LEVEL: 'error' }
  const settings = { PATH, ...(TMPDIR && { TMPDIR }), ...overrides, ...manyVisitors }
  const server = spawn(process.execPath, ['dist/server/index.js'], {
    env: settings,
    stdio: ['ignore', 'pipe', 'inherit']
  })
  const ended = new Promise(resolve => server.once('exit', resolve))
  const kill = () => {
    server.kill('SIGKILL')
    rmSync(folder, { recursive: true, force: true })
  }
  process.once('exit', kill)
  const port = await readPort(server)
  return {
    origin: `http://localhost:${port}`,
    async stop() {
      server.kill('SIGTERM')
      await ended
      process.off('exit', kill)
      rmSync(folder, { recursive: true, force: true })
    }
  }
}

function readPort(server) {
  return new Promise((resolve, reject) => {
    let text = ''
    const timer = setTimeout(() => reject(new Error(`the server is not ready:\n${text}`)), START_TIMEOUT_MS)
    server.stdout.on('data', chunk => {
      text += chunk
      const [, port] = /bundle\s+http:\/\/[^:]+:(\d+)/.exec(text) ?? []
      if (!port) return
      clearTimeout(timer)
      resolve(port)
    })
    server.once('exit', code => reject(new Error(`the server ended with ${code}:\n${text}`)))
  })
}
