import type { ChooseFiles, Environment, StandaloneSite } from '../../../src/core/environment.js'
import { toPlatformResponse } from '../../server/support/platform-response.js'

export interface SentRequest {
  method: string
  url: URL
  path: string
  headers: Record<string, string>
  body: Record<string, unknown>
  init: RequestInit
}

/** The app's environment, controlled by the test: a fixed clock, storage in a map, recorded requests and events. */
export interface TestEnvironment extends Environment {
  stored: Map<string, string>
  sent: SentRequest[]
  emitted: { name: string; detail: Record<string, unknown> }[]
  errors: string[]
  entries: { url: string; step: number; depth: number }[]
  /** Whether a timer is due exactly after these milliseconds. */
  hasTimerDueIn(milliseconds: number): boolean
  /** Runs the timers that are due within these milliseconds. */
  advance(milliseconds: number): Promise<void>
  back(): void
  setVisible(isVisible: boolean): void
  connect(): void
  hideDocument(): void
  broadcasts: unknown[]
  receiveBroadcast(message: unknown): void
  listeners(): number
  resize(width: number, height: number): void
  opened: { text: string; urls: string[]; isClosed: boolean }[]
  returnToPage(): void
}

export interface TestEnvironmentOptions {
  fetch: (url: string, init: RequestInit) => Promise<Response>
  now?: () => number
  start?: string
  stored?: Map<string, string>
  pageUrl?: string
  upload?: Environment['upload']
  runExclusive?: Environment['runExclusive']
  onBroadcast?: (message: unknown) => void
  chooseFiles?: ChooseFiles
  site?: StandaloneSite
  refusesTabs?: boolean
  cookies?: string
  isTest?: true
  /** Without it the app uses JavaScript ciphers, as on http pages. */
  subtle?: SubtleCrypto | undefined
}

export function createTestEnvironment(options: TestEnvironmentOptions): TestEnvironment {
  const { stored = new Map(), start = '/', pageUrl = 'https://partner.example/landing' } = options
  let now = options.now?.() ?? Date.parse('2026-11-21T12:00:00Z')
  const timers = new Set<{ at: number; task: () => void }>()
  const sent: SentRequest[] = []
  const emitted: TestEnvironment['emitted'] = []
  const errors: string[] = []
  const entries = [{ url: start, step: 0, depth: 0 }]
  let position = 0
  let isVisible = true
  const popped: ((step: number, url: string, depth: number) => void)[] = []
  const seen = createListeners()
  const hiding = createListeners()
  const connected = createListeners()
  const broadcasts: unknown[] = []
  const broadcastListeners = createListeners<unknown>()
  const resized = createListeners()
  const opened: TestEnvironment['opened'] = []
  const returning = createListeners()
  let size = { width: 375, height: 812 }
  const arrive = (target: number) => {
    position = Math.max(0, target)
    const entry = entries[position]
    if (entry) for (const listener of popped) listener(entry.step, entry.url, entry.depth)
  }
  return {
    stored,
    sent,
    emitted,
    errors,
    entries,
    broadcasts,
    upload: options.upload ?? (() => Promise.reject(new TypeError('this test uploads nothing'))),
    loadFilePicker: async () => options.chooseFiles ?? (async () => []),
    opened,
    site: () => options.site,
    loadTabs: async () => ({
      open(text) {
        if (options.refusesTabs) return undefined
        const tab = { text, urls: [] as string[], isClosed: false }
        opened.push(tab)
        return {
          goTo: url => !tab.isClosed && tab.urls.push(url) > 0,
          close: () => {
            tab.isClosed = true
          }
        }
      },
      currentUrl: () => pageUrl,
      onReturn: returning.add
    }),
    returnToPage: returning.call,
    broadcast: {
      post(message) {
        broadcasts.push(message)
        options.onBroadcast?.(message)
      },
      listen: broadcastListeners.add
    },
    viewport: {
      width: () => size.width,
      height: () => size.height,
      onResize: resized.add
    },
    storage: {
      get: key => stored.get(key),
      set: (key, value) => void stored.set(key, value),
      remove: key => void stored.delete(key),
      isPersistent: () => true
    },
    clock: {
      now: () => now,
      setTimer(delay, task) {
        const timer = { at: now + delay, task }
        timers.add(timer)
        return () => void timers.delete(timer)
      }
    },
    fetch(url, init) {
      sent.push(describe(url, init))
      return options.fetch(url, init).then(toPlatformResponse)
    },
    history: {
      start,
      startStep: 0,
      startDepth: 0,
      push(url, step, depth = 0) {
        entries.splice(position + 1, entries.length, { url, step, depth })
        position++
      },
      replace(url, step) {
        entries[position] = { url, step, depth: 0 }
      },
      go: delta => arrive(position + delta),
      onPop: listener => void popped.push(listener)
    },
    random: length => crypto.getRandomValues(new Uint8Array(length)),
    subtle: 'subtle' in options ? options.subtle : crypto.subtle,
    runExclusive: options.runExclusive ?? ((_name, task) => task()),
    page: { url: pageUrl, referrer: 'https://ads.example/', isTest: options.isTest },
    readCookies: () => options.cookies ?? '',
    visibility: { isVisible: () => isVisible, onChange: seen.add },
    isOnline: () => true,
    onOffline: () => undefined,
    onPageHide: hiding.add,
    onOnline: connected.add,
    announceOnline: connected.call,
    log: { error: message => void errors.push(message) },
    emit(name, detail) {
      emitted.push({ name, detail })
      return true
    },
    hasTimerDueIn: milliseconds => [...timers].some(({ at }) => at === now + milliseconds),
    async advance(milliseconds) {
      now += milliseconds
      for (const timer of [...timers].filter(({ at }) => at <= now)) {
        timers.delete(timer)
        timer.task()
      }
    },
    back: () => arrive(position - 1),
    connect: connected.call,
    hideDocument: hiding.call,
    receiveBroadcast: broadcastListeners.call,
    listeners: () =>
      [seen, hiding, connected, broadcastListeners, resized, returning].reduce((sum, { count }) => sum + count(), 0),
    resize(width, height) {
      size = { width, height }
      resized.call()
    },
    setVisible(next) {
      isVisible = next
      seen.call()
    }
  }
}

/** Creates the listeners of one kind; each is removed when its signal aborts. */
function createListeners<Value = void>() {
  const listeners = new Set<(payload: Value) => void>()
  return {
    count: () => listeners.size,
    add(listener: (payload: Value) => void, signal?: AbortSignal) {
      if (signal?.aborted) return
      const own = (payload: Value) => listener(payload)
      listeners.add(own)
      signal?.addEventListener('abort', () => listeners.delete(own))
    },
    call(payload: Value) {
      for (const listener of [...listeners]) listener(payload)
    }
  }
}

function describe(address: string, init: RequestInit): SentRequest {
  const url = new URL(address)
  return {
    method: init.method ?? 'GET',
    url,
    path: url.pathname,
    headers: init.headers as Record<string, string>,
    body: typeof init.body === 'string' && init.body.startsWith('{') ? JSON.parse(init.body) : {},
    init
  }
}
