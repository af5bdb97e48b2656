import { onTestFinished, vi } from 'vitest'
import type { App } from '../../../src/core/app.js'
import { createApp } from '../../../src/core/create-app.js'
import type { Loadable } from '../../../src/core/loading/loadable.js'
import { openTestServer, type TestServer, type TestServerOptions } from '../../server/support/open-test-server.js'
import { createTestEnvironment, type TestEnvironment, type TestEnvironmentOptions } from './test-environment.js'

export const SECRET = 'sixteen-letters!'

export interface TestApp {
  app: App
  environment: TestEnvironment
}

export async function openServer(options: Partial<TestServerOptions> = {}): Promise<TestServer> {
  const server = await openTestServer({ engine: 'postgres', ...options })
  onTestFinished(() => server.close())
  return server
}

export type TestAppOptions = Partial<TestEnvironmentOptions> & { lpid?: string; lang?: string; isLangOpen?: boolean }

export function openApp(server: TestServer, { lpid, lang, isLangOpen, ...options }: TestAppOptions = {}): TestApp {
  const environment = createTestEnvironment({ fetch: server.fetch, now: server.clock.now, ...options })
  const app = createApp(environment, {
    lpid,
    lang,
    isLangOpen,
    warning: undefined,
    apiBase: server.origin,
    envelopeSecret: SECRET,
    hasHotkeys: () => true,
    partnerToken: () => undefined
  })
  onTestFinished(() => app.destroy())
  return { app, environment }
}

/** The timeout in ms is generous because machines may be busy. */
const WAIT_OPTIONS = { timeout: 10_000 }

export async function waitUntilSettled<Value>($loadable: { get(): Loadable<Value> }): Promise<Loadable<Value>> {
  await vi.waitFor(() => {
    if ($loadable.get().state === 'loading') throw new Error('still loading')
  }, WAIT_OPTIONS)
  return $loadable.get()
}

export async function waitForState<State extends string, Value extends { state: State }, Wanted extends State>(
  $store: { get(): Value },
  wanted: Wanted
): Promise<Extract<Value, { state: Wanted }>> {
  await vi.waitFor(() => {
    if ($store.get().state !== wanted) throw new Error(`${$store.get().state}, not ${wanted}`)
  }, WAIT_OPTIONS)
  return $store.get() as Extract<Value, { state: Wanted }>
}
