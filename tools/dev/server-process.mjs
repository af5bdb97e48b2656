import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:http'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'

const CHECK_INTERVAL_MS = 20
const STANDBY = fileURLToPath(new URL('./standby.mjs', import.meta.url))

/**
 * Runs the built server on a free port. Only its errors are printed. A second process has its packages loaded already,
 * because that takes a third of a start.
 */
export function createServerProcess({ entry, env }) {
  let child = null
  let standby = null
  let resolveFirst
  // The port of the server, or null if it did not start.
  let running = new Promise(resolve => {
    resolveFirst = resolve
  })
  let lastRestart = Promise.resolve()

  return {
    /** Starts the server anew. Resolves to whether it is ready. */
    async restart(packages) {
      running = lastRestart.then(stopChild).then(start)
      lastRestart = running
      resolveFirst(running)
      const isReady = (await running) !== null
      standby ??= spawnProcess()
      standby.send({ packages })
      return isReady
    },
    /** Waits while the server restarts. */
    async waitForPort() {
      for (;;) {
        const awaited = running
        const port = await awaited
        if (awaited === running) return port
      }
    },
    async stop() {
      standby?.kill()
      await stopChild()
    }
  }

  async function stopChild() {
    const stopped = child
    child = null
    if (stopped === null || stopped.exitCode !== null || stopped.signalCode !== null) return
    stopped.kill('SIGTERM')
    await once(stopped, 'exit')
  }

  async function start() {
    const port = await findFreePort()
    const started = standby ?? spawnProcess()
    standby = null
    started.send({ entry, env: { PORT: String(port), HOST: '127.0.0.1' } })
    child = started
    const isReady = await waitUntilReady(started, port)
    started.once('exit', () => {
      if (child === started) running = Promise.resolve(null)
    })
    return isReady ? port : null
  }

  function spawnProcess() {
    return spawn(process.execPath, ['--enable-source-maps', STANDBY], {
      env: { ...process.env, ...env },
      stdio: ['ignore', 'ignore', 'inherit', 'ipc']
    })
  }
}

async function findFreePort() {
  const listener = createServer().listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const { port } = listener.address()
  listener.close()
  await once(listener, 'close')
  return port
}

async function waitUntilReady(child, port) {
  while (child.exitCode === null && child.signalCode === null) {
    if (await checkReady(port)) return true
    await new Promise(resolve => setTimeout(resolve, CHECK_INTERVAL_MS))
  }
  return false
}

/** Without an agent the connection closes, so that the server's shutdown does not wait for it. */
function checkReady(port) {
  return new Promise(resolve => {
    get({ host: '127.0.0.1', port, path: '/readyz', agent: false }, response => {
      response.resume()
      resolve(response.statusCode === 200)
    }).once('error', () => resolve(false))
  })
}
