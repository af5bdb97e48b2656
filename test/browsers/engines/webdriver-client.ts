// The W3C WebDriver protocol, as far as journeys need it: https://www.w3.org/TR/webdriver2/
import { type ChildProcess, spawn } from 'node:child_process'
import { findFreePort } from '../../support/find-free-port.js'
import { recordProcess } from './browser-processes.js'

/** The key of an element in JSON, from the standard. */
export const ELEMENT_KEY = 'element-6066-11e4-a52e-4f735466cecf'

export interface WebDriverSession {
  readonly browserVersion: string
  get(path: string): Promise<unknown>
  post(path: string, body?: object): Promise<unknown>
  delete(path: string): Promise<unknown>
  /** Ends the browser and its driver. */
  close(): Promise<void>
}

const COMMAND_TIMEOUT_MS = 40_000

interface DriverOptions {
  executablePath: string
  env: NodeJS.ProcessEnv
  capabilities: object
}

/** Starts a driver for each session, because WebKitWebDriver has one at a time. */
export async function openWebDriverSession(options: DriverOptions): Promise<WebDriverSession> {
  const port = await findFreePort()
  const origin = `http://127.0.0.1:${port}`
  const driver = spawn(options.executablePath, [`--port=${port}`, '--host=127.0.0.1'], {
    env: options.env,
    stdio: 'ignore'
  })
  recordProcess(driver.pid)
  await waitUntilReady(driver, origin)
  const { sessionId, capabilities } = (await send('POST', `${origin}/session`, {
    capabilities: { alwaysMatch: options.capabilities }
  })) as { sessionId: string; capabilities: { browserVersion: string } }
  const base = `${origin}/session/${sessionId}`
  return {
    browserVersion: capabilities.browserVersion,
    get: path => send('GET', base + path),
    post: (path, body = {}) => send('POST', base + path, body),
    delete: path => send('DELETE', base + path),
    async close() {
      await send('DELETE', base).catch(() => undefined)
      driver.kill()
    }
  }
}

async function send(method: string, url: string, body?: object): Promise<unknown> {
  const signal = AbortSignal.timeout(COMMAND_TIMEOUT_MS)
  const response = await fetch(url, { method, body: body && JSON.stringify(body), signal }).catch(error => {
    throw new Error(`${method} ${new URL(url).pathname} ${JSON.stringify(body)}`, { cause: error })
  })
  const { value } = (await response.json()) as { value: unknown }
  if (response.ok) return value
  const { error, message } = value as { error: string; message: string }
  throw new Error(`${error}: ${message}`)
}

async function waitUntilReady(driver: ChildProcess, origin: string): Promise<void> {
  while (driver.exitCode === null) {
    const isReady = await fetch(`${origin}/status`).then(
      response => response.ok,
      () => false
    )
    if (isReady) return
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  throw new Error(`the driver ended with ${driver.exitCode}`)
}
